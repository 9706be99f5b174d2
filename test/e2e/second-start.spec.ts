import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import { electronProgram, expect, type KitchenApp, ROOT, test } from './kitchen.ts'

test.use({ sharesApp: true })

const APP = process.env.COMANDA_E2E_APP ?? ROOT
/** A second start passes on its command line and ends. */
const END_LIMIT_MS = 120_000

/** Starts the program once more on the profile of the kitchen, with its file of credentials in that folder. */
async function startAgain(kitchen: KitchenApp, file: string): Promise<void> {
  const program = electronProgram()
  const second = spawn(
    program.executable,
    [...program.switches, APP, `--user-data-dir=${kitchen.profile}`, `--provision=${file}`],
    {
      cwd: kitchen.profile,
      stdio: 'ignore',
      env: { ...process.env, XDG_CONFIG_HOME: join(kitchen.profile, 'config') },
    },
  )
  await once(second, 'exit', { signal: AbortSignal.timeout(END_LIMIT_MS) })
}

test.describe('with a separate app', () => {
  test.use({ needsOwnApp: true })

  test('a start whose lock Electron refuses although no instance runs shows the board, and the next start ends', async ({
    kitchen,
  }) => {
    // The Electron host cannot make its folder of this name. Electron refuses the lock in the same way on a full disk.
    writeFileSync(join(kitchen.profile, 'SingletonMessages'), '')
    await kitchen.open()
    const order = kitchen.platform.place()
    await expect(kitchen.card(order.id)).toBeVisible()
    await startAgain(kitchen, 'no-file.json')
    expect(kitchen.app().process.process().exitCode).toBeNull()
    await kitchen.tap(order.id, 'confirm')
    await kitchen.expectStatus(order.id, 'CONFIRMED')
  })

  test('the running kitchen uses the file of a second start with --provision and erases the secret in it', {
    tag: '@gate',
  }, async ({ kitchen }) => {
    await kitchen.open()
    const other = await startRecordedPlatform({ clientSecret: 'canary-of-a-second-start' })
    try {
      const order = other.place()
      const { apiUrl, clientId, clientSecret } = other
      const file = join(kitchen.profile, 'second.json')
      writeFileSync(file, JSON.stringify({ apiUrl, clientId, clientSecret, settings: { locale: 'en' } }))
      await startAgain(kitchen, 'second.json')
      await expect(kitchen.page().locator('[data-notice="provision-taken"]')).toBeVisible()
      expect(readFileSync(file, 'utf8')).not.toContain(clientSecret)
      await expect(kitchen.card(order.id)).toBeVisible()
      await expect(kitchen.page().locator('html')).toHaveAttribute('lang', 'en')
    } finally {
      await other.close()
    }
  })
})
