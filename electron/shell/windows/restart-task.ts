import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SwitchState } from '../../../shared/contract/computer.ts'
import { writePrivateFile } from '../../files/regular-file.ts'
import type { RunCommand } from '../system-commands.ts'

/** The task of the package (build/comanda-task.xml), which checks once a minute whether the program has to be restarted. */
const TASK_FILE = 'comanda-task.xml'
const TASK = ['/TN', 'Comanda']
/** Switch of the task: start only when the last run did not end on purpose. */
export const IF_STOPPED = '--if-stopped'

/** The restart by the Task Scheduler, as the system has it. */
export function createRestartTask(run: RunCommand, resources: string) {
  const schtasks = (...args: readonly string[]) => run('schtasks', args)
  return {
    async state(): Promise<SwitchState> {
      // The definition is in no language, unlike the list. A user may have disabled the task.
      const { code, output } = await schtasks('/Query', ...TASK, '/XML')
      if (code === undefined) return 'no-service'
      const isDisabled = output.split('<Settings>')[1]?.includes('<Enabled>false</Enabled>') === true
      return code !== 0 || isDisabled ? 'off' : 'on'
    },
    async change(isWanted: boolean): Promise<void> {
      if (isWanted) await schtasks('/Create', ...TASK, '/XML', join(resources, TASK_FILE), '/F')
      else await schtasks('/Delete', ...TASK, '/F')
    },
  }
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
