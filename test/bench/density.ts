import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { BenchOptions } from './bench-options.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILD = join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js')
const WITH_KEYCHAIN = join(ROOT, 'scripts/with-keychain.mjs')
const DENSITY = join(import.meta.dirname, 'density-process.ts')

/** Builds the app, and measures it with a keychain of its own. A figure that misses its bound sets the exit code. */
export function measureDensity({ seeds, sizes }: BenchOptions): void {
  const run = (args: readonly string[]): number | null =>
    spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' }).status
  if (run([BUILD, 'build', '--logLevel', 'warn']) !== 0) throw new Error('The app was not built')
  const limits = ['--repeats', String(seeds), ...(sizes === undefined ? [] : ['--sizes', sizes.join(',')])]
  if (run([WITH_KEYCHAIN, 'node', DENSITY, ...limits]) !== 0) process.exitCode = 1
}
