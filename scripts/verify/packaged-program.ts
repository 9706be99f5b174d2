import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Paths of the unpacked program in `dist/`, where electron-builder writes it. */
const UNPACKED: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['linux-unpacked/comanda', 'linux-arm64-unpacked/comanda'],
  win32: ['win-unpacked/Comanda.exe', 'win-arm64-unpacked/Comanda.exe'],
  darwin: ['mac/Comanda.app/Contents/MacOS/Comanda', 'mac-arm64/Comanda.app/Contents/MacOS/Comanda'],
}

/** The packed program: `COMANDA_PACKAGE`, otherwise the one in `dist/`; `undefined` when there is none. */
export function packagedProgram(root: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | undefined {
  const named = env.COMANDA_PACKAGE
  const places =
    named === undefined ? (UNPACKED[platform] ?? []).map((place) => join(root, 'dist', place)) : [resolve(named)]
  return places.find((place) => existsSync(place))
}

/**
 * Whether the program is a script: the Electron host of `npm run package:dir`. Its checks would prove nothing about
 * Electron.
 */
export function usesElectronHost(program: string): boolean {
  const file = openSync(program, 'r')
  try {
    const start = Buffer.alloc(2)
    readSync(file, start)
    return start.toString('latin1') === '#!'
  } finally {
    closeSync(file)
  }
}
