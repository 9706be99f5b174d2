import { join } from 'node:path'
import { electronBinary } from './electron-binary.ts'

/** The program that runs the app on this machine. */
export type Program = {
  /** Description for the terminal. */
  readonly description: string
  readonly executable: string
  /** Arguments before those of the app. */
  readonly switches: readonly string[]
  readonly headless: boolean
  /** The Electron host, which needs the system's Chromium. */
  readonly isHost: boolean
}

/** Whether windows can be shown: always on macOS and Windows; on other systems when a display server runs. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)
}

/**
 * Electron when its binary and a display are available, otherwise the Electron host with the system's Chromium.
 * `headless` applies to the host only: Electron's own windows cannot be hidden.
 */
export function chooseProgram(root: string, options: { readonly headless: boolean; readonly host?: boolean }): Program {
  const display = hasDisplay(process.platform, process.env)
  const binary = options.host || !display ? undefined : electronBinary(root)
  if (binary !== undefined)
    return { description: `Electron (${binary})`, executable: binary, switches: [], headless: false, isHost: false }
  if (process.platform === 'win32') throw new Error('The binary of Electron is not installed and cannot be downloaded.')
  const headless = options.headless || !display
  return {
    description: `the Electron host with the system's Chromium${headless ? ', without a window' : ''}`,
    executable: join(root, 'packages/electron-host/electron'),
    switches: headless ? [] : ['--show'],
    headless,
    isHost: true,
  }
}
