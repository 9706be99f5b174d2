import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { writePrivateFile } from '../files/regular-file.ts'

/** The folder of the user's configuration (XDG Base Directory Specification). */
export function configFolder({ XDG_CONFIG_HOME: config }: NodeJS.ProcessEnv): string {
  return config !== undefined && isAbsolute(config) ? config : join(homedir(), '.config')
}

/** Whether the file exists with another text. */
export function hasOtherText(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') !== text
  } catch {
    return false
  }
}

export const unitPath = (env: NodeJS.ProcessEnv): string => join(configFolder(env), 'systemd', 'user', UNIT_NAME)

/** Whether the system restarts this process when it fails; then the program does not restart itself. */
export const isSupervised = (env: NodeJS.ProcessEnv): boolean => env[SUPERVISED] === '1'

export type UnitStartParts = {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly argv: readonly string[]
  readonly runSync: RunCommandSync
}

/**
 * Hands this start over to the unit of the user, if there is one; true: this process has to end. A start with a switch
 * is not handed over. When the unit runs already, this start shows its window, as any second start does.
 */
export function handOverToUnit({ isPackaged, platform, env, argv, runSync }: UnitStartParts): boolean {
  if (platform !== 'linux' || !isPackaged || isSupervised(env) || argv.length > 1) return false
  if (!existsSync(unitPath(env))) return false
  const systemctl = (...args: readonly string[]) => runSync('systemctl', ['--user', ...args])
  if (systemctl('is-active', '--quiet', UNIT_NAME) === 0) return false
  systemctl('import-environment', ...SESSION_VARIABLES.filter((name) => env[name]))
  // A unit that failed too often starts only after a reset; here the user starts it.
  systemctl('reset-failed', UNIT_NAME)
  return systemctl('start', UNIT_NAME) === 0
}

/** Reports to the system that the end of this process by a signal is intended. */
export function releaseFromSupervision(env: NodeJS.ProcessEnv, runSync: RunCommandSync): void {
  if (isSupervised(env)) runSync('systemctl', ['--user', 'stop', '--no-block', UNIT_NAME])
}

/** A file that exists while the program runs, and stays when the program ends unintentionally. */
export function createRunMark(profile: string) {
  const path = join(profile, 'running')
  const ignoringErrors = (change: () => void): void => {
    try {
      change()
    } catch {
      // The disk refuses writes: the program will not be restarted automatically.
    }
  }
  return {
    isLeft: (): boolean => existsSync(path),
    set: (): void => ignoringErrors(() => writePrivateFile(path, '')),
    clear: (): void => ignoringErrors(() => rmSync(path, { recursive: true, force: true })),
  }
}

/** The files by which the systems restart the program. Pure. */

const UNIT_NAME = 'comanda.service'
export const TASK_NAME = 'Comanda'
/** Set for a process that the system restarts. */
const SUPERVISED = 'COMANDA_SUPERVISED'
/** Switch: start only when the last run did not end on purpose. */
export const IF_STOPPED = '--if-stopped'

/** A word of `ExecStart`: C escapes inside of quotes; `%` and `$` are systemd's own (systemd.service(5), "Command lines"). */
const unitWord = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$')}"`

/**
 * A unit of the user. It has no `[Install]` section: the start with the computer is a separate choice, and every start
 * is handed over to the unit (`supervision.ts`). A shell is used because systemd expands nothing in the first word,
 * where some paths cannot be written. The program itself relaunches three times in ten minutes at most and then once a
 * minute, which stays within the limit.
 */
export function systemdUnit(program: string): string {
  return `# Written by Comanda, and removed when "open again" is switched off in its settings.
[Unit]
Description=Comanda
PartOf=graphical-session.target
After=graphical-session.target
StartLimitIntervalSec=600
StartLimitBurst=20

[Service]
Type=exec
ExecStart=/bin/sh -c ${unitWord('exec "$0"')} ${unitWord(program)}
Environment=${SUPERVISED}=1
Restart=on-failure
RestartSec=3
KillMode=mixed
TimeoutStopSec=10
`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const xml = (text: string): string => text.replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? '')

/**
 * A task that checks once a minute whether the program has to be restarted. The scheduler's own restart covers only
 * tasks that could not be started, not exit codes. Priority 5 is the usual one of a program; without it a task gets
 * less of the processor.
 * @param user `DOMAIN\name`
 */
export function scheduledTask(program: string, user: string): string {
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Comanda</Description></RegistrationInfo>
  <Triggers>
    <TimeTrigger>
      <StartBoundary>2020-01-01T00:00:00</StartBoundary>
      <Repetition><Interval>PT1M</Interval></Repetition>
    </TimeTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>${xml(user)}</UserId>
      <LogonType>InteractiveToken</LogonType>
      <RunLevel>LeastPrivilege</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${xml(program)}</Command>
      <Arguments>${IF_STOPPED}</Arguments>
    </Exec>
  </Actions>
</Task>
`
}

/**
 * SECURITY: system-commands (docs/security.md). Programs of the system that are started: `systemctl` and
 * `schtasks.exe`, by their whole path, without a shell, with only the variables listed here in their environment.
 */
const SYSTEMCTL = '/usr/bin/systemctl'
const LIMIT_MS = 5_000
/** Variables by which a program finds the user's service manager and display. */
const PASSED_ON = [
  'HOME',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SystemRoot',
  'USERDOMAIN',
  'USERNAME',
  'USERPROFILE',
  'TEMP',
]
/** Variables of the desktop session. A unit of the user has them only when they were imported into its manager. */
const SESSION_VARIABLES = [
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_CURRENT_DESKTOP',
  'XDG_SESSION_TYPE',
  'XDG_SESSION_ID',
  'LANG',
]

type Program = 'systemctl' | 'schtasks'

/** Exit code; `undefined` when the program is not there or gave no answer in five seconds. */
export type RunCommand = (program: Program, args: readonly string[]) => Promise<number | undefined>
type RunCommandSync = (program: Program, args: readonly string[]) => number | undefined

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
      execFile(pathOf(program, env), [...args], options, (error) =>
        resolve(error === null ? 0 : typeof error.code === 'number' ? error.code : undefined),
      )
    }),
  runSync: (program, args) =>
    spawnSync(pathOf(program, env), [...args], {
      env: cleanEnvironment(env),
      timeout: LIMIT_MS,
      stdio: 'ignore',
      windowsHide: true,
    }).status ?? undefined,
})
