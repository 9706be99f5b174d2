import { existsSync } from 'node:fs'

/**
 * Debian's headless shell has the same engine as its Chromium, without the user interface of a browser. A test takes less
 * processor time with it.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
/**
 * The complete browser. When a proxy requires a login, it ends the request at once; the headless shell waits for a login.
 */
export const CHROMIUM = '/usr/bin/chromium'

/** The program for windows that are not shown. `COMANDA_CHROMIUM` names another program. */
export const chromiumOfTests = (): string =>
  process.env.COMANDA_CHROMIUM ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM)

/**
 * The environment of tests that do not measure time. Chromium and the Electron host pass these flags to V8 in windows. The
 * window of a test is open for seconds: compiling its functions again, with more optimisation, takes longer than it
 * saves.
 */
export const SHORT_WINDOWS = { CHROMIUM_JS_FLAGS: '--no-maglev --no-turbofan' }

/** Makes the Electron host use the same program. */
export function setHostBrowser(): void {
  const program = chromiumOfTests()
  if (existsSync(program)) process.env.CHROMIUM_PATH ??= program
}
