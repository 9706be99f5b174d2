import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { listenExclusively } from '../../electron/listening/limited-server.ts'
import type { DemoOptions } from './demo-options.ts'
import type { Program } from './program.ts'

const START_TIMEOUT_MS = 300_000
/** Each attempt waits 100 ms longer than the previous one. */
const REMOVE_RETRIES = 10
/** Output that is not shown: lines of the debuggers, and lines that the host prints for calls of `shell`. */
const TECHNICAL_OUTPUT = /^(Debugger |DevTools listening on |For help, see:|electron-host: shell\.)/

export type OpenApp = {
  readonly app: ElectronApplication
  readonly board: Page
  /** Loopback port on which the board can be inspected while it has no window. */
  readonly devToolsPort: number | undefined
}

/** The given profile, or a temporary one that is removed when this process ends. */
function provideProfile(given: string | undefined): string {
  if (given !== undefined) return resolve(given)
  const folder = mkdtempSync(join(tmpdir(), 'comanda-demo-'))
  // On Windows the files of a program stay locked for some time after its end.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: REMOVE_RETRIES }))
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenExclusively(server, 0, '127.0.0.1')
  await new Promise((closed) => server.close(closed))
  return port
}

/** Starts the app with the practice platform. It needs no credentials and does not use the keychain. */
export async function openApp(root: string, program: Program, options: DemoOptions): Promise<OpenApp> {
  // Playwright passes `--remote-debugging-port=0`. Of two switches with the same name the later one is used.
  const devToolsPort = program.headless ? await freePort() : undefined
  const app = await _electron.launch({
    executablePath: program.executable,
    args: [
      ...program.switches,
      ...(devToolsPort === undefined ? [] : [`--remote-debugging-port=${devToolsPort}`]),
      root,
      '--practice',
      `--user-data-dir=${provideProfile(options.profile)}`,
    ],
    cwd: root,
    timeout: START_TIMEOUT_MS,
  })
  const { stderr } = app.process()
  if (stderr) {
    createInterface({ input: stderr }).on('line', (line) => {
      if (!TECHNICAL_OUTPUT.test(line)) console.error(line)
    })
  }
  try {
    const board = await app.firstWindow({ timeout: START_TIMEOUT_MS })
    // Playwright reports the first window before its page is loaded. An earlier call would run in the empty page.
    await board.getByTestId('freshness').waitFor({ timeout: START_TIMEOUT_MS })
    if (options.locale !== undefined) await changeLocale(board, options.locale)
    return { app, board, devToolsPort }
  } catch (error) {
    await app.close()
    throw error
  }
}

async function changeLocale(board: Page, locale: string): Promise<void> {
  const answer: unknown = await board.evaluate(async (language) => {
    // The preload script provides the bridge; the contract describes its type.
    const { comanda } = globalThis as unknown as {
      comanda: { call: Record<string, (args: unknown) => Promise<{ ok: boolean; message?: string }>> }
    }
    return await comanda.call['settings:change']?.({ locale: language })
  }, locale)
  const ok = typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true
  if (!ok) throw new Error(`The language could not be set to ${locale}: ${JSON.stringify(answer)}`)
  await board.locator(`html[lang="${locale}"]`).waitFor({ state: 'attached', timeout: START_TIMEOUT_MS })
}
