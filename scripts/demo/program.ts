import { join } from 'node:path'
import { electronBinary } from './electron-binary.ts'

/** The program that runs the app on this machine. */
export type Program = {
  /** A line for the terminal. */
  readonly words: string
  readonly executable: string
  /** Arguments before those of the app. */
  readonly switches: readonly string[]
  readonly headless: boolean
  /** The Electron host, which needs the system's Chromium. */
  readonly isHost: boolean
}

/** Whether windows can be shown: always on macOS and Windows, elsewhere where a display server runs. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
}

/**
 * Electron where its binary and a display are available; otherwise the Electron host with the system's Chromium.
 * `headless` applies to the host only: Electron's own windows cannot be hidden.
 */
export function chooseProgram(root: string, wish: { readonly headless: boolean; readonly host?: boolean }): Program {
  const display = hasDisplay(process.platform, process.env)
  const binary = wish.host || !display ? undefined : electronBinary(root)
  if (binary !== undefined)
    return { words: `Electron (${binary})`, executable: binary, switches: [], headless: false, isHost: false }
  if (process.platform === 'win32') throw new Error('The binary of Electron is not at hand and cannot be fetched.')
  const headless = wish.headless || !display
  return {
    words: `the Electron host with the system's Chromium${headless ? ', without a window' : ''}`,
    executable: join(root, 'test/electron-host/electron'),
    switches: headless ? [] : ['--show'],
    headless,
    isHost: true,
  }
}

/** Checks of the machine. */
export type Provision = {
  /** Resolves with the reason why Electron's own binary is not available, or `undefined`. */
  readonly electron: () => Promise<string | undefined>
  /** Throws with instructions where Chromium is missing and cannot be installed. */
  readonly chromium: () => void
}

/** The program of the demo. Chromium is needed only where Electron's own binary is not available or not wanted. */
export async function provideProgram(
  root: string,
  wish: { readonly headless: boolean; readonly host: boolean },
  provide: Provision,
): Promise<Program> {
  const wantsElectron = !wish.host && hasDisplay(process.platform, process.env)
  const reason = wantsElectron ? await provide.electron() : undefined
  if (reason !== undefined) console.log(`The binary of Electron is not at hand: ${reason}`)
  const program = chooseProgram(root, wish)
  if (program.isHost) provide.chromium()
  return program
}
