import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { App } from 'electron'
import type { WatchdogState } from '../../shared/contract/computer.ts'
import { messageOf } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { Log } from '../logging/log-port.ts'
import { hasOtherText, type RunCommand, scheduledTask, systemdUnit, TASK_NAME, unitPath } from './supervision.ts'

export type WatchdogParts = {
  readonly app: Pick<App, 'isPackaged'>
  /** Practice changes nothing of the computer. */
  readonly isPractice: boolean
  readonly platform: NodeJS.Platform
  /** `XDG_CONFIG_HOME`; on Windows `USERDOMAIN` and `USERNAME`. */
  readonly env: NodeJS.ProcessEnv
  /** The file to start (`installedProgram`). */
  readonly program: string
  readonly run: RunCommand
  readonly log: Log
}

export type Watchdog = ReturnType<typeof createWatchdog>

/** Task Scheduler reads UTF-16 with a byte order mark. */
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')

/** Makes the system restart the program when it fails: a systemd unit of the user, or a task of Windows. */
export function createWatchdog({ app, isPractice, platform, env, program, run, log }: WatchdogParts) {
  const path = unitPath(env)
  let failure: 'no-service' | 'failed' | undefined

  const systemctl = (...args: readonly string[]) => run('systemctl', ['--user', ...args])

  const onLinux = async (isWanted: boolean): Promise<typeof failure> => {
    if (!isWanted) {
      rmSync(path, { force: true })
      await systemctl('daemon-reload')
      return undefined
    }
    if ((await systemctl('show-environment')) !== 0) return 'no-service'
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, systemdUnit(program))
    return (await systemctl('daemon-reload')) === 0 ? undefined : 'failed'
  }

  const onWindows = async (isWanted: boolean): Promise<typeof failure> => {
    if (!isWanted) {
      await run('schtasks', ['/Delete', '/TN', TASK_NAME, '/F'])
      return undefined
    }
    const folder = mkdtempSync(join(tmpdir(), 'comanda-task-'))
    try {
      const file = join(folder, 'task.xml')
      writeFileSync(file, utf16(scheduledTask(program, `${env.USERDOMAIN ?? ''}\\${env.USERNAME ?? ''}`)))
      const code = await run('schtasks', ['/Create', '/TN', TASK_NAME, '/XML', file, '/F'])
      return code === 0 ? undefined : code === undefined ? 'no-service' : 'failed'
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  const isPossible = (): boolean => !isPractice && app.isPackaged && (platform === 'linux' || platform === 'win32')

  const change = async (isWanted: boolean): Promise<void> => {
    if (!isPossible()) return
    try {
      failure = await (platform === 'linux' ? onLinux(isWanted) : onWindows(isWanted))
      if (failure !== undefined) log.error('watchdog-refused', { outcome: failure })
    } catch (error) {
      failure = 'failed'
      log.error('watchdog-failed', { error: messageOf(error) })
    }
  }
  /** One change after the other: the last requested one stays. */
  const enqueue = createSerialQueue()

  return {
    /** Installs or removes the watchdog. Never rejects; `state` gives the result. */
    apply: (isWanted: boolean): Promise<void> => enqueue(() => change(isWanted)),
    /** Call at a start: updates the path in an existing unit. A unit that the user removed stays removed. */
    renew: (isWanted: boolean): Promise<void> =>
      enqueue(async () => {
        if (isWanted && platform === 'linux' && hasOtherText(path, systemdUnit(program))) await change(true)
      }),
    /** The state after all requested changes. */
    async state(): Promise<WatchdogState> {
      await enqueue(async () => undefined)
      if (platform !== 'linux' && platform !== 'win32') return 'not-here'
      if (isPractice || !app.isPackaged) return 'not-installed'
      return failure ?? 'ready'
    },
  }
}
