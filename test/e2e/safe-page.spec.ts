import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts'
import { printFigure } from '../fixtures/figures.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'

/** In ms: from the first crash of a window to the list of orders; from the end of the process to the board. */
const BOUNDS = { list: 2_000, board: 3_000 } as const

test.use({
  settings: { pollIntervalSeconds: 1, undoSeconds: 0, alarm: { ...DEFAULT_SETTINGS.alarm, intervalSeconds: 2 } },
})

/** Reads the document that the window shows now. The test's own page ends with the first crash. */
const ask = <T>(app: ElectronApplication, script: string): Promise<T | undefined> =>
  app.evaluate(
    ({ webContents }, code) =>
      Promise.race([
        webContents
          .getAllWebContents()[0]
          ?.executeJavaScript(code, true)
          .catch(() => undefined),
        new Promise((resolve) => setTimeout(() => resolve(undefined), 500)),
      ]) as Promise<never>,
    script,
  )

const IDS = "[...document.querySelectorAll('[data-order-id]')].map((one) => one.dataset.orderId)"
const IS_SAFE = "document.querySelector('[data-testid=safe-page]') !== null"
const safeIds = (app: ElectronApplication) => ask<string[]>(app, `${IS_SAFE} ? ${IDS} : []`)
const boardIds = (app: ElectronApplication) => ask<string[]>(app, `${IS_SAFE} ? [] : ${IDS}`)
const textOf = async (app: ElectronApplication): Promise<string> =>
  (await ask<string>(app, 'document.body.innerText')) ?? ''

/** From now on the board crashes after each load, until `mends` is called. Counts the beeps of the computer. */
const breakBoard = (app: ElectronApplication) =>
  app.evaluate(({ webContents, shell }) => {
    const [contents] = webContents.getAllWebContents()
    if (contents === undefined) throw new Error('no window')
    Object.assign(globalThis, { isBroken: true, beeps: 0 })
    shell.beep = () => Object.assign(globalThis, { beeps: Number(Reflect.get(globalThis, 'beeps')) + 1 })
    contents.on('dom-ready', () => {
      const isBoard = contents.getURL().endsWith('/index.html')
      if (isBoard && Reflect.get(globalThis, 'isBroken') === true) contents.forcefullyCrashRenderer()
    })
    contents.forcefullyCrashRenderer()
  })
const mendBoard = (app: ElectronApplication) => app.evaluate(() => Object.assign(globalThis, { isBroken: false }))
const beeps = (app: ElectronApplication): Promise<number> =>
  app.evaluate(() => Number(Reflect.get(globalThis, 'beeps')))

/** Orders with hostile texts come while the window shows the list of orders. */
async function expectText(kitchen: KitchenApp): Promise<void> {
  const { process: app } = kitchen.app()
  const hostile = [
    '<script>document.title = "taken"</script>',
    '"><img src=x onerror="document.title = `taken`">',
    '</main></body><meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '\u202eMENU\u202d',
    '__proto__',
  ]
  const placed = hostile.map((name) =>
    kitchen.platform.place({ raw: { items: [{ id: name, name, quantity: 1, observations: name }] } }),
  )
  const endless = kitchen.platform.place({ raw: { items: [{ id: 'x', name: 'x'.repeat(200_000), quantity: 1 }] } })
  const ids = [...placed, endless].map(({ id }) => id)
  await expect.poll(() => safeIds(app)).toEqual(expect.arrayContaining(ids))
  const look = `({ title: document.title, strange: document.querySelectorAll('script, img, iframe').length,
      isSmall: document.documentElement.outerHTML.length < 50_000 })`
  await expect.poll(() => ask(app, look)).toEqual({ title: 'Comanda', strange: 0, isSmall: true })
  await expect.poll(() => textOf(app)).toContain('<script>document.title = "taken"</script>')
}

test('the list of orders replaces a board that crashes at each load, until the board works again', async ({
  kitchen,
}) => {
  const { process: app } = await kitchen.open()
  const first = kitchen.platform.place({
    raw: { items: [{ id: 'x', name: 'X-Salada', quantity: 2, observations: 'alergia a amendoim' }] },
  })
  await kitchen.card(first.id).waitFor()

  const brokenAt = performance.now()
  await breakBoard(app)
  await expect.poll(() => safeIds(app), { intervals: [50] }).toEqual([first.id])
  printFigure('window crashes at each load → list of orders', performance.now() - brokenAt, 'ms', BOUNDS.list)
  for (const part of ['A tela parou', 'só para ler', '2×', 'X-Salada', 'alergia a amendoim', 'Lista das'])
    await expect.poll(() => textOf(app)).toContain(part)

  // The main process continues: the list contains new orders.
  const second = kitchen.platform.place()
  await expect.poll(() => safeIds(app)).toContain(second.id)
  await expect.poll(() => ask<number>(app, "document.querySelector('audio')?.played.length")).toBeGreaterThan(0)
  await expect.poll(() => beeps(app)).toBeGreaterThan(0)

  await test.step('the list of orders shows the texts of customers as text, never as HTML', () => expectText(kitchen))

  await mendBoard(app)
  await ask(app, "document.querySelector('[data-testid=safe-again]').click()")
  await expect.poll(() => boardIds(app)).toEqual(expect.arrayContaining([first.id, second.id]))
})

test('the last list of orders remains when the program itself has failed too often', async ({ kitchen }) => {
  const now = Date.now()
  writeFileSync(join(kitchen.profile, 'relaunches.json'), JSON.stringify([now, now, now]))
  const { process: app } = await kitchen.open()
  const { id } = kitchen.platform.place()
  await kitchen.card(id).waitFor()
  await app.evaluate(() => {
    setTimeout(() => {
      throw new Error('a defect')
    })
  })
  await expect.poll(() => safeIds(app)).toEqual([id])
  await expect.poll(() => textOf(app)).toMatch(/^(?!.*Tentar abrir).*O Comanda parou/s)
})
