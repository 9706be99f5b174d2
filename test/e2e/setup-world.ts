import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, type ElectronApplication, expect, type Locator, type Page } from '@playwright/test'
import { electronBinary } from '../../scripts/demo/electron-binary.ts'
import { chooseProgram } from '../../scripts/demo/program.ts'
import type { Locale } from '../../shared/contract/settings.ts'
import type { SetupStep } from '../../shared/contract/values.ts'
import { firstBoardWindow } from '../fixtures/app-windows.ts'
import {
  type RecordedPlatform,
  type RecordedPlatformOptions,
  startRecordedPlatform,
} from '../fixtures/platform/recorded-platform.ts'
import { touch as touchPage } from './finger.ts'
import { attachLogsOfFailure, test as base } from './kitchen.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The app that is started: by default the build in `out/`. */
const APP = process.env.COMANDA_E2E_APP ?? ROOT
const KEYRING = join(ROOT, 'test/fixtures/with-keyring.sh')
const LAUNCH_LIMIT_MS = 120_000
const IS_HOSTED = electronBinary(ROOT) === undefined

/** The modes of with-keyring.sh; `shared`: the keychain of the whole run. */
export type Keychain = 'shared' | 'unlocked' | 'locked' | 'denied' | 'no-service' | 'no-bus'

/** The fixture of a set-up test: a new profile, a practice platform, and functions of a user without a mouse. */
export type SetupWorld = {
  readonly platform: RecordedPlatform
  readonly profile: string
  /** Starts the app on the profile without provisioning. */
  open(keychain?: Keychain, env?: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
  process(): ElectronApplication
  page(): Page
  wizard(): Locator
  /** Touches the middle of the element. */
  touch(target: Locator | string): Promise<void>
  /** Touches a button of the set-up. */
  press(name: string): Promise<void>
  expectStep(step: SetupStep): Promise<void>
  chooseLanguage(locale: Locale): Promise<void>
  /** Copies a text and touches a button that pastes. */
  paste(button: string, text: string): Promise<void>
  enterAddress(address: string): Promise<void>
  /** Pastes the two. With an address they are tested. */
  enterCredentials(clientId: string, clientSecret: string): Promise<void>
  /** Pastes what works, and goes on when the test has passed. */
  connect(): Promise<void>
}

type OpenedWorld = { readonly world: SetupWorld; end(): Promise<void> }

async function openWorld(platformOptions: RecordedPlatformOptions): Promise<OpenedWorld> {
  const platform = await startRecordedPlatform(platformOptions)
  const profile = mkdtempSync(join(tmpdir(), 'comanda-setup-'))
  const wrapper = `${profile}.sh`
  let app: { readonly process: ElectronApplication; readonly page: Page } | undefined

  const running = () => {
    if (!app) throw new Error('The app is not open')
    return app
  }
  const page = (): Page => running().page
  const wizard = (): Locator => page().getByTestId('setup-wizard')
  const touch = (target: Locator | string): Promise<void> =>
    touchPage(page(), typeof target === 'string' ? page().locator(target) : target)
  const press = (name: string): Promise<void> => touch(wizard().locator(`button[data-wizard="${name}"]`))

  const world: SetupWorld = {
    platform,
    profile,
    async open(keychain = 'shared', env = {}) {
      const program = chooseProgram(ROOT, { host: IS_HOSTED, headless: true })
      writeFileSync(wrapper, `#!/bin/sh\nexec '${KEYRING}' ${keychain} '${program.executable}' "$@"\n`)
      chmodSync(wrapper, 0o700)
      const process = await _electron.launch({
        executablePath: keychain === 'shared' ? program.executable : wrapper,
        args: [...program.switches, APP, `--user-data-dir=${profile}`],
        cwd: ROOT,
        // Files that all profiles of a user share are also in this test's profile.
        env: {
          ...globalThis.process.env,
          XDG_CONFIG_HOME: join(profile, 'config'),
          ...env,
        },
        timeout: LAUNCH_LIMIT_MS,
      })
      app = { process, page: await firstBoardWindow(process) }
      await app.page.getByTestId('freshness').waitFor({ state: 'attached' })
    },
    async close() {
      const closing = app
      app = undefined
      await closing?.process.close()
    },
    process: () => running().process,
    page,
    wizard,
    touch,
    press,
    expectStep: (step) => expect(wizard()).toHaveAttribute('data-step', step),
    async chooseLanguage(locale) {
      await touch(wizard().locator(`button[data-language="${locale}"]`))
      await expect(page().locator('html')).toHaveAttribute('lang', locale)
      await press('next')
      await world.expectStep('platform')
    },
    async paste(button, text) {
      await running().process.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
      await press(button)
    },
    async enterAddress(address) {
      await world.paste('paste-address', address)
      // The clipboard was read: it may have another text from now on.
      await expect(wizard().locator('input[name="address"]')).not.toHaveValue('')
    },
    async enterCredentials(clientId, clientSecret) {
      await world.paste('paste-client-id', clientId)
      await expect(wizard().locator('input[name="client-id"]')).toHaveValue(clientId)
      await world.paste('paste-client-secret', clientSecret)
    },
    async connect() {
      await world.paste('paste-all', [platform.apiUrl, platform.clientId, platform.clientSecret].join('\n'))
      await expect(wizard().getByTestId('test-report')).toHaveAttribute('data-fault', 'none')
      await press('next')
    },
  }
  return {
    world,
    async end() {
      await world.close()
      await platform.close()
      for (const path of [profile, wrapper]) rmSync(path, { recursive: true, force: true, maxRetries: 3 })
      expect(existsSync(profile)).toBe(false)
    },
  }
}

export const test = base.extend<{ world: SetupWorld }>({
  world: async ({ platformOptions }, use, testInfo) => {
    const { world, end } = await openWorld(platformOptions)
    await use(world)
    await attachLogsOfFailure(testInfo, world.profile)
    await end()
  },
})

export { expect }
