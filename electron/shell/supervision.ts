import { existsSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { writePrivateFile } from '../files/regular-file.ts'
import { type RunCommandSync, SESSION_VARIABLES } from './system-command.ts'
import { SUPERVISED, UNIT_NAME } from './watchdog-files.ts'

/** The folder of the user's configuration (XDG Base Directory Specification). */
export function configFolder({ XDG_CONFIG_HOME: config }: NodeJS.ProcessEnv): string {
  return config !== undefined && isAbsolute(config) ? config : join(homedir(), '.config')
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
export type RunMark = { isLeft(): boolean; set(): void; clear(): void }

export function createRunMark(profile: string): RunMark {
  const path = join(profile, 'running')
  const ignoringErrors = (change: () => void): void => {
    try {
      change()
    } catch {
      // The disk refuses writes: the program will not be restarted automatically.
    }
  }
  return {
    isLeft: () => existsSync(path),
    set: () => ignoringErrors(() => writePrivateFile(path, '')),
    clear: () => ignoringErrors(() => rmSync(path, { recursive: true, force: true })),
  }
}
