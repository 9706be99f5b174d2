import { execFile, spawnSync } from 'node:child_process'

/**
 * SECURITY: system-commands (docs/security.md). Programs of the system that are started: `systemctl` and
 * `schtasks.exe`, by their whole path, without a shell, with only the variables listed here in their environment.
 */
const SYSTEMCTL = '/usr/bin/systemctl'
const LIMIT_MS = 5_000
/** Variables by which a program finds the user's service manager and display. */
const PASSED_ON = ['HOME', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SystemRoot', 'USERPROFILE', 'TEMP']
/** Variables of the desktop session. A unit of the user has them only when they were imported into its manager. */
export const SESSION_VARIABLES = [
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
  'XDG_SESSION_ID',
  'LANG',
]

type Program = 'systemctl' | 'schtasks'

export type CommandAnswer = {
  /** Exit code; `undefined` when the program is not there or gave no answer in five seconds. */
  readonly code: number | undefined
  /** What it printed. */
  readonly output: string
}
export type RunCommand = (program: Program, args: readonly string[]) => Promise<CommandAnswer>
export type RunCommandSync = (program: Program, args: readonly string[]) => CommandAnswer

const pathOf = (program: Program, env: NodeJS.ProcessEnv): string =>
  program === 'systemctl' ? SYSTEMCTL : `${env.SystemRoot ?? 'C:\\Windows'}\\System32\\schtasks.exe`

const cleanEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries([...PASSED_ON, ...SESSION_VARIABLES].flatMap((name) => (env[name] ? [[name, env[name]]] : [])))

export const systemCommands = (
  env: NodeJS.ProcessEnv,
): { readonly run: RunCommand; readonly runSync: RunCommandSync } => ({
  run: (program, args) =>
    new Promise((resolve) => {
      const options = { env: cleanEnvironment(env), timeout: LIMIT_MS, windowsHide: true }
      execFile(pathOf(program, env), [...args], options, (error, output) =>
        resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : undefined, output }),
      )
    }),
  runSync: (program, args) => {
    const { status, stdout } = spawnSync(pathOf(program, env), [...args], {
      env: cleanEnvironment(env),
      timeout: LIMIT_MS,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    })
    return { code: status ?? undefined, output: stdout ?? '' }
  },
})
