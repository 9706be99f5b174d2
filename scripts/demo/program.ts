import { join } from 'node:path'
import { provideElectronBinary } from './electron-binary.ts'

export type Program = {
  readonly kind: 'electron' | 'host'
  readonly executable: string
  /** What comes before the app's own arguments. */
  readonly switches: readonly string[]
  readonly headless: boolean
  /** Said to whoever started the demo. */
  readonly words: string
}

/** Whether windows can be shown: always on macOS and Windows, elsewhere where a display server runs. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
}

/**
 * The program that runs the app: Electron where its binary is at hand and a display too, else the Electron host with the
 * system's Chromium, which needs neither.
 */
export async function chooseProgram(root: string, wanted: { host: boolean; headless: boolean }): Promise<Program> {
  const display = hasDisplay(process.platform, process.env)
  const binary = wanted.host || !display ? undefined : await provideElectronBinary(root)
  if (binary !== undefined) {
    return { kind: 'electron', executable: binary, switches: [], headless: false, words: `Electron (${binary})` }
  }
  if (process.platform === 'win32') throw new Error('The binary of Electron is not at hand and cannot be fetched.')
  const headless = wanted.headless || !display
  return {
    kind: 'host',
    executable: join(root, 'test/electron-host/electron'),
    switches: headless ? [] : ['--show'],
    headless,
    words: `the Electron host with the system's Chromium${headless ? ', without a window' : ''}`,
  }
}
