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
/** The app that is started: by default the build in `out/`. */
const APP = process.env.COMANDA_E2E_APP ?? ROOT
const LAUNCH_LIMIT_MS = 30_000

export type App = { readonly process: ElectronApplication; readonly page: Page }

/** An installed program that is started instead of the build in `out/`. */
export type Installed = { readonly executable: string; readonly env: Readonly<Record<string, string>> }

/** The fixture of one test: a practice platform, a new profile, and the built app. */
export type Kitchen = {
  readonly platform: RehearsalPlatform
  readonly profile: string
  /** Sets the program that `open` starts. */
  install(program: Installed): void
  /** Starts the app. The first start is provisioned. */
  open(...switches: readonly string[]): Promise<App>
  close(): Promise<void>
  app(): App
  page(): Page
  card(orderId: string): Locator
  /** Taps a button of the order's ticket. */
  tap(orderId: string, action: OrderAction): Promise<void>
  /** Expects that the ticket shows this state of the last tap. */
  expectTruth(orderId: string, truth: Truth): Promise<void>
  expectStatus(orderId: string, status: string): Promise<void>
}

type Options = {
  platformOptions: RehearsalOptions
  settings: SettingsPatch
  /** Additional or different fields of the provisioning file. */
  provision: Record<string, unknown> | undefined
  /** Uses the complete Chromium, because the headless shell does not scale a display. */
  isWholeBrowser: boolean
}

/** Attaches the logs of a failed test, because the profile is removed afterwards. */
async function attachLogs(testInfo: TestInfo, profile: string): Promise<void> {
  const folder = join(profile, 'logs')
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    await testInfo.attach(name, { body: readFileSync(join(folder, name)), contentType: 'text/plain' })
  }
}

/** The visible pages of the program, without the hidden cover of the board (electron/shell/board-cover.ts). */
export const windowsOf = (app: ElectronApplication): readonly Page[] =>
  app.windows().filter((page) => !page.url().endsWith('/cover-at-rest.html'))

let isAnnounced = false

/** The program that runs the app: Electron's own binary, or the Electron host. Prints it once. */
export function electronProgram(): Program {
  const program = chooseProgram(ROOT, { host: electronBinary(ROOT) === undefined, headless: true })
  if (!isAnnounced) console.log(`The app runs in ${program.description}`)
  isAnnounced = true
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
          // Files that all profiles of a user share are also in this test's profile.
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
