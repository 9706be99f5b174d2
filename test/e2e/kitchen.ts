import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  _electron,
  test as base,
  type ElectronApplication,
  expect,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { electronBinary } from '../../scripts/demo/electron-binary.ts'
import { chooseProgram, type Program } from '../../scripts/demo/program.ts'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import type { Truth } from '../../shared/ticket.ts'
import { tapAction } from '../fixtures/board-harness/hands.ts'
import {
  type RehearsalOptions,
  type RehearsalPlatform,
  startRehearsalPlatform,
} from '../fixtures/rehearsal/platform.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** What is started; another build than that of `out/` can be named. */
const APP = process.env.COMANDA_E2E_APP ?? ROOT
const LAUNCH_LIMIT_MS = 30_000

export type App = { readonly process: ElectronApplication; readonly page: Page }

/** An installed program that is started in place of the build in `out/`. */
export type Installed = { readonly executable: string; readonly env: Readonly<Record<string, string>> }

/** The world of one test: a practice platform, a profile of its own, and the built app on it. */
export type Kitchen = {
  readonly platform: RehearsalPlatform
  readonly profile: string
  /** What `open` starts from now on. */
  install(program: Installed): void
  /** Starts the app, provisioned on the first start. */
  open(...switches: readonly string[]): Promise<App>
  close(): Promise<void>
  app(): App
  page(): Page
  card(orderId: string): Locator
  /** Taps a button of the order's ticket. */
  tap(orderId: string, action: OrderAction): Promise<void>
  /** The last tap of the order is shown as this. */
  expectTruth(orderId: string, truth: Truth): Promise<void>
  expectStatus(orderId: string, status: string): Promise<void>
}

type Options = {
  platformOptions: RehearsalOptions
  settings: SettingsPatch
  /** What stands in the file given with `--provision`, beside or instead of the right credentials. */
  provision: Record<string, unknown> | undefined
  /** Shows the windows in the whole Chromium: its headless shell does not scale a display. */
  isWholeBrowser: boolean
}

/** What the program wrote down of a test that failed: its profile is gone afterwards. */
async function attachLogs(testInfo: TestInfo, profile: string): Promise<void> {
  const folder = join(profile, 'logs')
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    await testInfo.attach(name, { body: readFileSync(join(folder, name)), contentType: 'text/plain' })
  }
}

/** The pages of the program; the cover of the board is one that rests out of sight (electron/shell/board-cover.ts). */
export const windowsOf = (app: ElectronApplication): readonly Page[] =>
  app.windows().filter((page) => !page.url().endsWith('/cover-at-rest.html'))

let isTold = false

/** The program that runs the app: Electron's own binary where it is, else the host; each run says which. */
export function electronProgram(): Program {
  const program = chooseProgram(ROOT, { host: electronBinary(ROOT) === undefined, headless: true })
  if (!isTold) console.log(`The app runs in ${program.description}`)
  isTold = true
  return program
}

export const test = base.extend<Options & { kitchen: Kitchen }>({
  platformOptions: [{}, { option: true }],
  settings: [{ pollIntervalSeconds: 1, undoSeconds: 0 }, { option: true }],
  provision: [undefined, { option: true }],
  isWholeBrowser: [false, { option: true }],

  kitchen: async ({ platformOptions, settings, provision, isWholeBrowser }, use, testInfo) => {
    const platform = await startRehearsalPlatform(platformOptions)
    const profile = mkdtempSync(join(tmpdir(), 'comanda-e2e-'))
    const provisionFile = join(profile, 'provision.json')
    let app: App | undefined
    let isProvisioned = false
    let installed: Installed | undefined

    const opened = (): App => {
      if (!app) throw new Error('The app is not open')
      return app
    }
    const page = (): Page => opened().page
    const card = (orderId: string): Locator => page().locator(`[data-order-id="${orderId}"]`)

    const kitchen: Kitchen = {
      platform,
      profile,
      install(program) {
        installed = program
      },
      async open(...switches) {
        const { apiUrl, clientId, clientSecret } = platform
        if (!isProvisioned) {
          writeFileSync(provisionFile, JSON.stringify({ apiUrl, clientId, clientSecret, settings, ...provision }))
        }
        const program = electronProgram()
        const process = await _electron.launch({
          executablePath: installed?.executable ?? program.executable,
          args: [
            ...(installed === undefined ? [...program.switches, APP] : []),
            `--user-data-dir=${profile}`,
            ...(isProvisioned ? [] : [`--provision=${provisionFile}`]),
            ...switches,
          ],
          cwd: ROOT,
          // What profiles of one user share stays in this world too.
          env: {
            ...globalThis.process.env,
            XDG_CONFIG_HOME: join(profile, 'config'),
            ...(isWholeBrowser && { CHROMIUM_PATH: '' }),
            ...installed?.env,
          },
          timeout: LAUNCH_LIMIT_MS,
        })
        isProvisioned = true
        app = { process, page: await process.firstWindow() }
        await app.page.locator('main').waitFor()
        return app
      },
      async close() {
        await app?.process.close()
        app = undefined
      },
      app: opened,
      page,
      card,
      tap: (orderId, action) => tapAction(page(), orderId, action),
      async expectTruth(orderId, truth) {
        await expect(card(orderId).locator('[data-truth]')).toHaveAttribute('data-truth', truth)
      },
      async expectStatus(orderId, status) {
        await expect(card(orderId)).toHaveAttribute('data-status', status)
      },
    }
    await use(kitchen)
    if (testInfo.status !== testInfo.expectedStatus) await attachLogs(testInfo, profile)
    await kitchen.close()
    await platform.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    expect(existsSync(profile)).toBe(false)
  },
})

export { expect }
