import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, expect, type Locator, type Page } from '@playwright/test'
import { electronBinary } from '../../scripts/demo/electron-binary.ts'
import { chooseProgram, type Program } from '../../scripts/demo/program.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import type { TapStatus } from '../../shared/ticket/ticket.ts'
import { firstBoardWindow } from '../fixtures/app-windows.ts'
import { tapAction } from '../fixtures/board-harness/touches.ts'
import {
  type RecordedPlatform,
  type RecordedPlatformOptions,
  startRecordedPlatform,
} from '../fixtures/platform/recorded-platform.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The app that is started: by default the build in `out/`. */
const APP = process.env.COMANDA_E2E_APP ?? ROOT
const LAUNCH_LIMIT_MS = 120_000

export type RunningApp = { readonly process: ElectronApplication; readonly page: Page }

/** An installed program that is started instead of the build in `out/`. */
export type Installed = { readonly executable: string; readonly env: Readonly<Record<string, string>> }

/** A practice platform, a new profile, and the built app. */
export type KitchenApp = {
  readonly platform: RecordedPlatform
  readonly profile: string
  /** Sets the program that `open` starts. */
  install(program: Installed): void
  /**
   * Starts the app. The first start is provisioned. An app that runs since an earlier test loads its board again
   * instead.
   */
  open(...switches: readonly string[]): Promise<RunningApp>
  close(): Promise<void>
  app(): RunningApp
  page(): Page
  card(orderId: string): Locator
  /** Taps a button of the order's ticket. */
  tap(orderId: string, action: OrderAction): Promise<void>
  /** Expects that the ticket shows this state of the last tap. */
  expectTapStatus(orderId: string, status: TapStatus): Promise<void>
  expectStatus(orderId: string, status: string): Promise<void>
}

export type KitchenOptions = {
  readonly platformOptions: RecordedPlatformOptions
  readonly settings: SettingsPatch
  /** Additional or different fields of the provisioning file. */
  readonly provision: Record<string, unknown> | undefined
  /** Uses the complete Chromium, because the headless shell does not scale a display. */
  readonly isWholeBrowser: boolean
}

export type OpenedKitchen = {
  readonly kitchen: KitchenApp
  /** The app, when it runs. */
  running(): RunningApp | undefined
  /** Ends the app and the platform, and removes the profile. */
  end(): Promise<void>
}

let isAnnounced = false

/** The program that runs the app: Electron's own binary, or the Electron host. Prints it once. */
export function electronProgram(): Program {
  const program = chooseProgram(ROOT, { host: electronBinary(ROOT) === undefined, headless: true })
  if (!isAnnounced) console.log(`The app runs in ${program.description}`)
  isAnnounced = true
  return program
}

/** Starts a practice platform and creates a profile. `open` of the kitchen starts the app. */
export async function openKitchenApp(options: KitchenOptions): Promise<OpenedKitchen> {
  const platform = await startRecordedPlatform(options.platformOptions)
  const profile = mkdtempSync(join(tmpdir(), 'comanda-e2e-'))
  const provisionFile = join(profile, 'provision.json')
  let app: RunningApp | undefined
  let child: ChildProcess | undefined
  let isProvisioned = false
  let installed: Installed | undefined

  const opened = (): RunningApp => {
    if (!app) throw new Error('The app is not open')
    return app
  }
  /** The app may have ended without `close`: by a signal, or by its own button. */
  const running = (): RunningApp | undefined => {
    const isRunning = child?.exitCode === null && child.signalCode === null
    return isRunning ? app : undefined
  }
  const page = (): Page => opened().page
  const card = (orderId: string): Locator => page().locator(`[data-order-id="${orderId}"]`)

  async function launch(switches: readonly string[]): Promise<RunningApp> {
    const { apiUrl, clientId, clientSecret } = platform
    if (!isProvisioned) {
      const { provision } = options
      const settings = { confirmStartsPreparation: false, ...options.settings }
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
        ...(options.isWholeBrowser && { CHROMIUM_PATH: '' }),
        ...installed?.env,
      },
      timeout: LAUNCH_LIMIT_MS,
    })
    isProvisioned = true
    child = process.process()
    return { process, page: await firstBoardWindow(process) }
  }

  const kitchen: KitchenApp = {
    platform,
    profile,
    install(program) {
      installed = program
    },
    async open(...switches) {
      const earlier = running()
      if (earlier === undefined) app = await launch(switches)
      else await earlier.page.reload()
      await page().locator('main').waitFor()
      return opened()
    },
    async close() {
      await app?.process.close()
      app = undefined
    },
    app: opened,
    page,
    card,
    tap: (orderId, action) => tapAction(page(), orderId, action),
    async expectTapStatus(orderId, status) {
      await expect(card(orderId).locator('[data-truth]')).toHaveAttribute('data-truth', status)
    },
    async expectStatus(orderId, status) {
      await expect(card(orderId)).toHaveAttribute('data-status', status)
    },
  }
  return {
    kitchen,
    running,
    async end() {
      await kitchen.close()
      await platform.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
      expect(existsSync(profile)).toBe(false)
    },
  }
}
