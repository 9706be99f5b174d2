import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SwitchState } from '../../../shared/contract/computer.ts'
import { readText } from '../../files/regular-file.ts'
import { type RunCommand, type RunCommandSync, SESSION_VARIABLES } from '../system-commands.ts'
import { configFolder } from './autostart.ts'

/** The unit of the package (build/comanda.service). The program switches it, and never writes it. */
const UNIT = 'comanda.service'
/** Set by the unit for the program. */
const SUPERVISED = 'COMANDA_SUPERVISED'
/** The first line of a unit that an earlier version wrote, which would hide the unit of the package. */
const WRITTEN_EARLIER = '# Written by Comanda'

/** Whether the system restarts this process when it fails; then the program does not restart itself. */
export const isSupervised = (env: NodeJS.ProcessEnv): boolean => env[SUPERVISED] === '1'

/** Only `enabled` is on: the exit code is also 0 for a unit that cannot be enabled. */
const isEnabled = ({ output }: { readonly output: string }): boolean => output.trim() === 'enabled'

export type UnitStartParts = {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly argv: readonly string[]
  readonly runSync: RunCommandSync
}

/**
 * Hands this start over to the unit, if it is switched on; true: this process has to end. A start with a switch is not
 * handed over. When the unit runs already, this start shows its window, as any second start does.
 */
export function handOverToUnit({ isPackaged, platform, env, argv, runSync }: UnitStartParts): boolean {
  if (platform !== 'linux' || !isPackaged || isSupervised(env) || argv.length > 1) return false
  const systemctl = (...args: readonly string[]) => runSync('systemctl', ['--user', ...args])
  if (!isEnabled(systemctl('is-enabled', UNIT))) return false
  if (systemctl('is-active', '--quiet', UNIT).code === 0) return false
  systemctl('import-environment', ...SESSION_VARIABLES.filter((name) => env[name]))
  // A unit that failed too often starts only after a reset; here the user starts it.
  systemctl('reset-failed', UNIT)
  return systemctl('start', UNIT).code === 0
}

/** Reports to the system that the end of this process by a signal is intended. */
export function releaseFromSupervision(env: NodeJS.ProcessEnv, runSync: RunCommandSync): void {
  if (isSupervised(env)) runSync('systemctl', ['--user', 'stop', '--no-block', UNIT])
}

function removeEarlierUnit(env: NodeJS.ProcessEnv): boolean {
  const path = join(configFolder(env), 'systemd', 'user', UNIT)
  try {
    if (!readText(path).startsWith(WRITTEN_EARLIER)) return false
    rmSync(path)
    return true
  } catch {
    return false
  }
}

/** The restart by systemd, as the system has it. */
export function createUserUnit(run: RunCommand, env: NodeJS.ProcessEnv) {
  const systemctl = (...args: readonly string[]) => run('systemctl', ['--user', ...args])
  return {
    async state(): Promise<SwitchState> {
      const asked = await systemctl('is-enabled', UNIT)
      if (asked.code === undefined) return 'no-service'
      if (isEnabled(asked)) return 'on'
      if (asked.output.trim() !== '') return 'off'
      // Either the package brought no unit, or this user has no service manager.
      return (await systemctl('show-environment')).code === 0 ? 'not-installed' : 'no-service'
    },
    /** A unit that the owner has edited or covered by another one stays as it is. */
    async change(isWanted: boolean): Promise<void> {
      if (removeEarlierUnit(env)) await systemctl('daemon-reload')
      await systemctl(isWanted ? 'enable' : 'disable', UNIT)
    },
  }
}
