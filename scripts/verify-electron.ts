import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfOutdated } from './build/outdated.ts'
import { electronBinary } from './demo/electron-binary.ts'
import { readArguments } from './script-arguments.ts'
import { onPath } from './setup/system.mjs'
import { packagedProgram, usesElectronHost } from './verify/packaged-program.ts'

/**
 * `npm run verify:electron [-- --required]`: runs the checks that need Electron's own binary (part A) or a package (part
 * B); see docs/verify.md. For a part that this machine cannot run it prints "not run" and the reason. With `--required` that
 * counts as a failure.
 */

const ROOT = join(import.meta.dirname, '..')
const PLAYWRIGHT = join(ROOT, 'node_modules/.bin/playwright')
const KEYRING = join(ROOT, 'test/fixtures/with-keyring.sh')

/** On Linux: a virtual display and a keychain for the tests. Empty elsewhere. */
const missingPrograms = (): readonly string[] =>
  process.platform === 'linux'
    ? ['xvfb-run', 'dbus-run-session', 'gnome-keyring-daemon'].filter((one) => !onPath(one))
    : []

/** The keyring's script removes `DISPLAY` from the environment, so the display is started inside the script. */
function run(project: string, env: NodeJS.ProcessEnv): boolean {
  const command = [PLAYWRIGHT, 'test', '--config', 'playwright.verify.config.ts', '--project', project]
  const [program = '', ...args] =
    process.platform === 'linux' ? [KEYRING, 'unlocked', 'xvfb-run', '--auto-servernum', ...command] : command
  const { status } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  return status === 0
}

type Part = { readonly name: string; readonly reason: string | undefined; readonly run: () => boolean }

const missing = missingPrograms()
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
const common =
  missing.length > 0
    ? `missing on this machine: ${missing.join(', ')}`
    : isRoot
      ? 'Electron does not start as root with its sandbox'
      : undefined
const binary = electronBinary(ROOT)
const program = packagedProgram(ROOT, process.platform, process.env)

const packageProblem = (): string | undefined => {
  if (program === undefined) return 'there is no package (run npm run package, or set COMANDA_PACKAGE to its path)'
  return usesElectronHost(program) ? 'the package was made around the Electron host (npm run package:dir)' : common
}

const parts: readonly Part[] = [
  {
    name: 'A, unpackaged',
    reason:
      binary === undefined ? "Electron's binary is not installed (node node_modules/electron/install.js)" : common,
    run: () => run('unpackaged', {}),
  },
  {
    name: 'B, installed package',
    reason: packageProblem(),
    run: () => run('installed', { COMANDA_PACKAGE: program }),
  },
]

const USAGE = `npm run verify:electron [-- --required]
  --required  fails when a part cannot run`

const { required } = readArguments(
  USAGE,
  (args) => parseArgs({ args: [...args], options: { required: { type: 'boolean', default: false } } }).values,
)
if (binary !== undefined && common === undefined) await buildIfOutdated(ROOT)
const outcomes = parts.map((part) => {
  console.log(`\nPart ${part.name}: ${part.reason === undefined ? 'running' : `not run: ${part.reason}`}`)
  if (part.reason !== undefined) return 'not run'
  return part.run() ? 'passed' : 'FAILED'
})
console.log(`\nverify:electron: ${parts.map(({ name }, at) => `part ${name}: ${outcomes[at]}`).join('; ')}`)
process.exitCode = outcomes.includes('FAILED') || (required && outcomes.includes('not run')) ? 1 : 0
