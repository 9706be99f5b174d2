import { existsSync } from 'node:fs'

/**
 * Debian's headless shell has the same engine as its Chromium and nothing of a browser's own window: a test in it takes
 * less processor time.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
/** The whole browser. It answers a proxy that asks for a password at once; the headless shell waits for the answer. */
export const CHROMIUM = '/usr/bin/chromium'

/** The Chromium for windows that are not shown. `COMANDA_CHROMIUM` names another one. */
export const chromiumOfTests = (): string =>
  process.env.COMANDA_CHROMIUM ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM)

/** Lets the Electron host show its windows in the same one. */
export function setHostBrowser(): void {
  const program = chromiumOfTests()
  if (existsSync(program)) process.env.CHROMIUM_PATH ??= program
}
