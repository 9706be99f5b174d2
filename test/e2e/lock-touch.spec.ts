import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { touch as touchPage } from './finger.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'

const PIN = '4071'

const touch = (kitchen: KitchenApp, target: Locator): Promise<void> => touchPage(kitchen.page(), target)
const byId = (kitchen: KitchenApp, id: string): Locator => kitchen.page().getByTestId(id)

async function enter(kitchen: KitchenApp, digits: string): Promise<void> {
  for (const key of [...digits, 'enter']) await touch(kitchen, kitchen.page().locator(`[data-pin-key="${key}"]`))
}

async function openSection(kitchen: KitchenApp, section: string): Promise<void> {
  await touch(kitchen, byId(kitchen, 'open-settings'))
  await touch(kitchen, kitchen.page().locator(`[data-section="${section}"]`))
}

/** Sets the PIN as the owner does, with the client secret on the clipboard, and locks. */
async function lock(kitchen: KitchenApp): Promise<void> {
  await openSection(kitchen, 'pin')
  await expect(byId(kitchen, 'pin-needs-secret')).toBeVisible()
  await touch(kitchen, byId(kitchen, 'pin-set'))
  await enter(kitchen, PIN)
  await expect(byId(kitchen, 'pin-change')).toHaveAttribute('data-step', 'again')
  await enter(kitchen, PIN)
  await expect(byId(kitchen, 'pin-change')).toHaveAttribute('data-step', 'secret')
  const { process } = kitchen.app()
  await process.evaluate(({ clipboard }, text) => clipboard.writeText(text), kitchen.platform.clientSecret)
  await touch(kitchen, kitchen.page().locator('[data-wizard="paste-client-secret"]'))
  await expect(byId(kitchen, 'pin-change').locator('input')).toHaveValue(kitchen.platform.clientSecret)
  await touch(kitchen, kitchen.page().locator('[data-pin-key="enter"]'))
  await expect(byId(kitchen, 'pin-status')).toHaveAttribute('data-set', 'true')
  await expect.poll(() => process.evaluate(({ clipboard }) => clipboard.readText())).toBe('')
  await touch(kitchen, byId(kitchen, 'lock-now'))
  await expect(byId(kitchen, 'settings-dialog')).toHaveCount(0)
}

/** Answers every file dialog with this path, and counts the dialogs. */
const answerFileDialogs = (kitchen: KitchenApp, path: string): Promise<void> =>
  kitchen.app().process.evaluate(({ dialog }, filePath) => {
    Object.assign(globalThis, { fileDialogs: 0 })
    const count = (): void => {
      Object.assign(globalThis, { fileDialogs: Reflect.get(globalThis, 'fileDialogs') + 1 })
    }
    dialog.showSaveDialog = () => {
      count()
      return Promise.resolve({ canceled: false, filePath })
    }
    dialog.showOpenDialog = () => {
      count()
      return Promise.resolve({ canceled: false, filePaths: [filePath] })
    }
  }, path)
const fileDialogs = (kitchen: KitchenApp): Promise<number> =>
  kitchen.app().process.evaluate(() => Number(Reflect.get(globalThis, 'fileDialogs')))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const closeWindow = (kitchen: KitchenApp): Promise<void> =>
  kitchen.app().process.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())

/** The actions that a guest must not be able to do while the lock is closed. */
async function tryAsGuest(kitchen: KitchenApp): Promise<void> {
  const pad = byId(kitchen, 'pin-pad')
  const giveUp = async (): Promise<void> => {
    await touch(kitchen, kitchen.page().locator('[data-pin-key="cancel"]'))
    await expect(pad).toHaveCount(0)
  }

  await touch(kitchen, byId(kitchen, 'open-settings'))
  await enter(kitchen, '0000')
  await expect(pad.locator('[data-failure="wrong-pin"]')).toBeVisible()
  await giveUp()
  await expect(byId(kitchen, 'settings-dialog')).toHaveCount(0)

  await touch(kitchen, byId(kitchen, 'open-history'))
  await expect(byId(kitchen, 'pin-purpose')).toContainText('histórico')
  await giveUp()
  await expect(byId(kitchen, 'history-dialog')).toHaveCount(0)
  await expect.poll(() => fileDialogs(kitchen)).toBe(0)

  await closeWindow(kitchen)
  await expect(byId(kitchen, 'pin-purpose')).toContainText('Fechar o Comanda')
  await giveUp()
  expect(kitchen.app().process.windows()).toHaveLength(1)
}

test('a guest can tap orders by touch, but cannot open settings or history or close the window; the PIN opens them', async ({
  kitchen,
}) => {
  await kitchen.open()
  const { id } = kitchen.platform.place()
  // An order that arrives while the settings are open appears above them and moves them down.
  await kitchen.expectStatus(id, 'CREATED')
  await lock(kitchen)
  const file = join(kitchen.profile, 'history.json')
  await answerFileDialogs(kitchen, file)
  await tryAsGuest(kitchen)
  await touch(kitchen, kitchen.card(id).locator('button[data-action="confirm"]'))
  await kitchen.expectTapStatus(id, 'confirmed')

  // With the PIN the history is saved, and after a restart the window closes.
  await touch(kitchen, byId(kitchen, 'open-history'))
  await enter(kitchen, PIN)
  await touch(kitchen, byId(kitchen, 'history-dialog').getByRole('button', { name: 'Exportar' }))
  await expect(byId(kitchen, 'history-dialog').getByText('Arquivo salvo.')).toBeVisible()
  await expect.poll(() => fileDialogs(kitchen)).toBe(1)
  expect(readFileSync(file, 'utf8')).toContain(id)

  await kitchen.close()
  await kitchen.open()
  const child = kitchen.app().process.process()
  await closeWindow(kitchen)
  await expect(byId(kitchen, 'pin-pad')).toBeVisible()
  for (const digit of PIN) await touch(kitchen, kitchen.page().locator(`[data-pin-key="${digit}"]`))
  await touch(kitchen, kitchen.page().locator('[data-pin-key="enter"]')).catch(() => undefined)
  await expect.poll(() => child.exitCode).toBe(0)
})

test('the webhook is switched on and shows its address, and settings are exported to a file and imported, by touch', {
  tag: '@gate',
}, async ({ kitchen }) => {
  await kitchen.open()
  const webhook = { port: await freePort() }
  await kitchen.page().evaluate((patch) => Reflect.get(window, 'comanda').call['settings:change'](patch), { webhook })
  await openSection(kitchen, 'webhook')
  const part = byId(kitchen, 'settings-section')
  await expect(byId(kitchen, 'webhook-state')).toHaveAttribute('data-state', 'off')
  await touch(kitchen, part.getByRole('switch'))
  await expect(byId(kitchen, 'webhook-state')).toHaveAttribute('data-state', 'listening')
  const url = (await byId(kitchen, 'webhook-url').textContent()) ?? ''
  await expect(fetch(url, { method: 'POST', body: '{}' })).resolves.toMatchObject({ status: 401 })
  await expect(byId(kitchen, 'webhook-last')).toHaveAttribute('data-verdict', 'signature-missing')
  await touch(kitchen, part.getByRole('switch'))
  await expect(byId(kitchen, 'webhook-state')).toHaveAttribute('data-state', 'off')

  const file = join(kitchen.profile, 'settings.json')
  await answerFileDialogs(kitchen, file)
  await touch(kitchen, kitchen.page().locator('[data-section="support"]'))
  await expect(byId(kitchen, 'version')).toHaveText(/^Comanda \d+\.\d+\.\d+/)
  await touch(kitchen, byId(kitchen, 'export-settings'))
  await expect(byId(kitchen, 'file-outcome')).toHaveText('Arquivo salvo.')
  const saved = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(
    file,
    JSON.stringify({ ...saved, settings: { ...saved.settings, theme: 'light', undoSeconds: 99, colour: 'green' } }),
  )
  await touch(kitchen, byId(kitchen, 'import-settings'))
  await expect(kitchen.page().locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(byId(kitchen, 'file-outcome').locator('li')).toHaveText([/^Tempo para desfazer um toque: /, /^colour: /])

  const child = kitchen.app().process.process()
  await touch(kitchen, byId(kitchen, 'quit'))
  await touch(kitchen, byId(kitchen, 'quit-now')).catch(() => undefined)
  await expect.poll(() => child.exitCode).toBe(0)
})
