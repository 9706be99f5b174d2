import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { _electron, test as base, type ElectronApplication, expect, type Page } from '@playwright/test'
import { electronProgram, ROOT } from '../e2e/kitchen.ts'
import { firstBoardWindow } from '../fixtures/app-windows.ts'
import {
  type RecordedPlatform,
  type RecordedPlatformOptions,
  startRecordedPlatform,
} from '../fixtures/platform/recorded-platform.ts'
import { logEvents } from './log-lines.ts'
import { type PlatformProxy, startPlatformProxy } from './platform-proxy.ts'

const LAUNCH_LIMIT_MS = 60_000
const PAGE_LIMIT_MS = 5_000

const throwTimeout = (): never => {
  throw new Error('The page did not answer')
}

/** A practice platform with a proxy in front of it, and the built app on a new profile. */
export type World = {
  readonly platform: RecordedPlatform
  readonly proxy: PlatformProxy
  /** Starts the app. The first start provisions the credentials, later starts read them from the keychain. */
  open(): Promise<{ readonly app: ElectronApplication; readonly page: Page }>
  close(): Promise<void>
  /** Runs an expression in the page through the main process, which also works after the renderer was replaced. */
  inPage(expression: string): Promise<unknown>
  events(): readonly string[]
}

type Options = { platformOptions: RecordedPlatformOptions; pollIntervalSeconds: number }

export const test = base.extend<Options & { world: World }>({
  platformOptions: [{}, { option: true }],
  pollIntervalSeconds: [1, { option: true }],

  world: async ({ platformOptions, pollIntervalSeconds }, use, testInfo) => {
    const platform = await startRecordedPlatform(platformOptions)
    const proxy = await startPlatformProxy(new URL(platform.apiUrl).origin)
    const profile = mkdtempSync(join(tmpdir(), 'comanda-verify-'))
    let app: ElectronApplication | undefined
    let isProvisioned = false

    const world: World = {
      platform,
      proxy,
      async open() {
        const { clientId, clientSecret } = platform
        const apiUrl = platform.apiUrl.replace(new URL(platform.apiUrl).origin, proxy.origin)
        const file = join(profile, 'provision.json')
        const settings = { pollIntervalSeconds, undoSeconds: 0 }
        if (!isProvisioned) writeFileSync(file, JSON.stringify({ apiUrl, clientId, clientSecret, settings }))
        const program = electronProgram()
        app = await _electron.launch({
          executablePath: program.executable,
          args: [
            ...program.switches,
            ROOT,
            `--user-data-dir=${profile}`,
            ...(isProvisioned ? [] : [`--provision=${file}`]),
          ],
          cwd: ROOT,
          // Files that all profiles of a user share are also in this test's profile.
          env: { ...process.env, XDG_CONFIG_HOME: join(profile, 'config') },
          timeout: LAUNCH_LIMIT_MS,
        })
        isProvisioned = true
        const page = await firstBoardWindow(app)
        await page.locator('main').waitFor()
        return { app, page }
      },
      async close() {
        await app?.close()
        app = undefined
      },
      async inPage(expression) {
        const answer = app?.evaluate(
          ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
          expression,
        )
        // A page without a renderer never answers.
        return await Promise.race([answer, sleep(PAGE_LIMIT_MS, undefined, { ref: false }).then(throwTimeout)])
      },
      events: () => logEvents(profile),
    }
    await use(world)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('events of the log', { body: world.events().join('\n'), contentType: 'text/plain' })
    }
    // On Windows and macOS the entry is in the keychain of the user that runs the tests.
    await world.inPage("window.comanda.call['kitchen:disconnect']({ eraseProfile: false })").catch(() => undefined)
    await world.close()
    await proxy.close()
    await platform.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  },
})

export { expect }
