import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An answer must come in this time before a download is tried: some networks swallow requests instead of refusing them. */
const PROBE_LIMIT_MS = 4_000
const DOWNLOAD_LIMIT_MS = 5 * 60_000
const DOWNLOADS = 'https://github.com/electron/electron/releases/'

/** Electron's own binary as its package has unpacked it, or `undefined`. */
export function electronBinary(root: string): string | undefined {
  const folder = join(root, 'node_modules/electron')
  const pointer = join(folder, 'path.txt')
  if (!existsSync(pointer)) return undefined
  const binary = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), readFileSync(pointer, 'utf8'))
  return existsSync(binary) ? binary : undefined
}

async function canReachDownloads(): Promise<boolean> {
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror
  try {
    await fetch(mirror ?? DOWNLOADS, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_LIMIT_MS) })
    return true
  } catch {
    return false
  }
}

/** Fetches the binary with the package's own installer; gives up when it cannot be had in reasonable time. */
async function download(root: string): Promise<void> {
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD || !(await canReachDownloads())) return
  console.log('Fetching the binary of Electron (once)')
  const installer = spawn(process.execPath, [join(root, 'node_modules/electron/install.js')], {
    stdio: 'ignore',
    timeout: DOWNLOAD_LIMIT_MS,
  })
  await new Promise<void>((resolve) => {
    installer.on('error', () => resolve())
    installer.on('exit', () => resolve())
  })
}

/** Fetches Electron's own binary when it is missing and can be had. */
export async function provideElectronBinary(root: string): Promise<void> {
  if (electronBinary(root) === undefined) await download(root)
}
