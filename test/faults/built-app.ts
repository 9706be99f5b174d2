import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { electronBinary } from '../../scripts/demo/electron-binary.ts'
import { chooseProgram } from '../../scripts/demo/program.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import { firstBoardWindow } from '../fixtures/app-windows.ts'
import { type Descendant, descendantsOf, stillRunning } from '../fixtures/process-tree.ts'
import { eventually } from '../fixtures/running-kitchen.ts'
import { ROOT } from './core-bundle.ts'
import type { Keyring } from './open-keyring.ts'
import type { WatchedPlatform } from './watched-platform.ts'

const GONE_WITHIN_MS = 60_000

/** The built app on its own profile, which is killed and started again. */
export type BuiltApp = {
  readonly profile: string
  /** Electron's own binary or the Electron host. */
  readonly description: string
  /** Starts it. The first start is provisioned. */
  open(): Promise<Page>
  /** Ends the main process with SIGKILL, and waits until none of its processes is left. */
  kill(): Promise<void>
  /** Ends it as its user does. */
  close(): Promise<void>
  /** Ends all processes that are left, and removes the profile. */
  remove(): void
}

const definedEnv = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

/** Throws when the app is not built. */
export function createBuiltApp(platform: WatchedPlatform, keyring: Keyring, settings: SettingsPatch): BuiltApp {
  if (!existsSync(join(ROOT, 'out/main/main.js'))) throw new Error('The app is not built: run npm run build')
  const { apiUrl, clientId, clientSecret } = platform
  const profile = mkdtempSync(join(tmpdir(), 'comanda-app-kill-'))
  const provision = join(profile, 'provision.json')
  writeFileSync(provision, JSON.stringify({ apiUrl, clientId, clientSecret, settings }))
  const program = chooseProgram(ROOT, { host: electronBinary(ROOT) === undefined, headless: true })
  const left: Descendant[] = []
  let app: ElectronApplication | undefined
  let main: ChildProcess | undefined
  let isProvisioned = false

  return {
    profile,
    description: program.description,
    async open() {
      const switches = [`--user-data-dir=${profile}`, ...(isProvisioned ? [] : [`--provision=${provision}`])]
      isProvisioned = true
      app = await _electron.launch({
        executablePath: program.executable,
        args: [...program.switches, ROOT, ...switches],
        cwd: ROOT,
        env: { ...definedEnv(), ...keyring.env },
      })
      main = app.process()
      return firstBoardWindow(app)
    },
    async kill() {
      if (main?.pid === undefined) throw new Error('The app does not run')
      const started = descendantsOf(main.pid)
      if (started.length === 0) throw new Error('The app has started no process')
      left.push(...started)
      const gone = once(main, 'close')
      main.kill('SIGKILL')
      await gone
      await eventually(
        'nothing that the app started is still there',
        () => stillRunning(started).length === 0,
        GONE_WITHIN_MS,
      )
    },
    async close() {
      await app?.close()
    },
    remove() {
      main?.kill('SIGKILL')
      for (const { pid } of stillRunning(left)) process.kill(pid, 'SIGKILL')
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
