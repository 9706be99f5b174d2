import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { exclusively } from '../setup/lock.mjs'

const SOURCES = ['electron', 'renderer', 'shared', 'electron.vite.config.ts', 'package-lock.json']
const BUNDLES = ['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html']

function newestChange(path: string): number {
  const status = statSync(path)
  if (!status.isDirectory()) return status.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), status.mtimeMs)
}

/** Whether a bundle is missing or older than a source. Also compares folders, because deleting a file changes its folder's time. */
export function isOutdated(root: string): boolean {
  const bundles = BUNDLES.map((file) => join(root, file))
  if (!bundles.every((file) => existsSync(file))) return true
  const oldestBundle = Math.min(...bundles.map((file) => statSync(file).mtimeMs))
  return SOURCES.some((source) => newestChange(join(root, source)) > oldestBundle)
}

/** Builds the three bundles unless they are newer than every source. Another process that does so is waited for. */
export async function buildIfOutdated(root: string): Promise<void> {
  if (isOutdated(root)) await exclusively(join(root, '.cache/build.lock'), () => isOutdated(root) && build(root))
}

function build(root: string): void {
  console.log('Building')
  // Runs the script, not the command: on Windows a command needs a shell, which fails with spaces in the path.
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const { status } = spawnSync(process.execPath, [builder, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The build failed; its output is above.')
}
