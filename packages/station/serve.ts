import { homedir, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { openBackend } from '../../electron/composition/backend.ts'
import type { ProgramParts } from '../../electron/ipc/handlers.ts'
import { startLoopWatch } from '../../electron/liveness/loop-watch.ts'
import { openWorkMark } from '../../electron/liveness/work-mark.ts'
import { defectOf, type Log } from '../../electron/logging/log-port.ts'
import { createLogger } from '../../electron/logging/logger.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { eraseSealedCopies } from '../../electron/screens/promotion.ts'
import type { KeytarStore } from '../../electron/secrets/keytar-store.ts'
import { eraseIfMarked, markForErasure } from '../../electron/storage/erase-profile.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { followTimeZone } from '../../electron/sync/time-zone.ts'
import type { ComputerStatus } from '../../shared/contract/computer.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import { createResponder } from './responder.ts'
import { openControl } from './station-control.ts'

type ErrorSource = {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (reason: unknown) => void): unknown
}

/**
 * Logs an uncaught error and calls `end`. The supervisor starts the program again; durable data is in the ledger. Node's own
 * handler would print the message, which may contain the secret part of the platform's address.
 */
export function endOnFatalErrors(process: ErrorSource, log: Log, end: () => void): void {
  const logAndEnd = (origin: string, reason: unknown): void => {
    log.error('fatal', { origin, ...defectOf(reason) })
    end()
  }
  process.on('uncaughtException', (reason) => logAndEnd('exception', reason))
  process.on('unhandledRejection', (reason) => logAndEnd('rejection', reason))
}

const NO_DESKTOP: ComputerStatus = { startsWithComputer: 'not-here', restartsAfterFailure: 'not-here', displays: [] }
const STOP_TIMEOUT_MS = 5_000
/** A file in the profile that names the order that is being worked on. */
const WORK_MARK = 'work-mark'
/** EX_TEMPFAIL of sysexits.h: the supervisor starts the program again. */
export const RESTART_EXIT = 75

/**
 * Why the program ends. `restart`: the supervisor must start it again (systemd: `Restart=always`): the next start opens or
 * repairs the storage.
 */
export type ExitReason = 'stopped' | 'restart' | 'stop-incomplete'

/** The folder for leases, which all profiles of this user share. The app uses the same folder. */
function leaseFolder(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  const folderOf = (): string => {
    switch (process.platform) {
      case 'win32':
        return APPDATA ?? join(homedir(), 'AppData', 'Roaming')
      case 'darwin':
        return join(homedir(), 'Library', 'Application Support')
      default:
        return XDG_CONFIG_HOME || join(homedir(), '.config')
    }
  }
  return join(folderOf(), 'comanda-leases')
}

const isOnline = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal) === true)

/** Runs the main computer until a signal or a restart. The caller holds the lock of the profile. */
export async function serve(options: {
  readonly profile: string
  readonly provisionFile: string | undefined
  readonly secrets: KeytarStore
  readonly version: string
}): Promise<ExitReason> {
  const { profile, secrets, version } = options
  eraseIfMarked(profile)
  const clock = createSystemClock()
  const log = createLogger({
    dir: join(profile, 'logs'),
    now: clock.wall,
    echo: (line) => process.stdout.write(line),
  })
  const endNow = (): void => {
    log.flushSync()
    process.exit(RESTART_EXIT)
  }
  endOnFatalErrors(process, log, endNow)
  const ending = Promise.withResolvers<ExitReason>()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => ending.resolve('stopped'))
  const markFile = join(profile, WORK_MARK)
  // The supervisor starts the program again.
  const watch = startLoopWatch({
    markFile,
    onNoThread: (error) => log.warn('loop-watch-refused', { error: String(error) }),
  })
  const mark = openWorkMark(markFile, watch.beat)
  eraseSealedCopies(profile, log)
  const backend = openBackend({
    liveness: { watch, mark, version },
    profile,
    provisionFile: options.provisionFile,
    isPractice: false,
    secrets,
    leaseFolder: leaseFolder(),
    version,
    rendering: 'software',
    fetch: fetchOver((url, init) => fetch(url, init)),
    isOnline,
    // There is no desktop.
    clipboard: { readText: async () => '', clear: () => undefined },
    attention: { beep: () => undefined, notify: () => undefined },
    saveFile: async () => false,
    openFile: async () => undefined,
    printer: { list: async () => [], print: async () => 'failed' },
    eraseAndQuit() {
      markForErasure(profile)
      ending.resolve('stopped')
    },
    restart: (why) => (why === 'damaged' ? endNow() : ending.resolve('restart')),
    clock,
    log,
    removeOldLogs: log.removeOld,
  })
  const program: ProgramParts = {
    updates: {
      // The machine's package manager updates the program.
      status: () => ({ state: 'off', version, needsPerson: false }),
      readFeed: async () => undefined,
      install: () => undefined,
    },
    computer: { status: async () => NO_DESKTOP, change: async () => NO_DESKTOP },
    quit: () => ending.resolve('stopped'),
  }
  const answer = backend.calls(program)
  const control = await openControl(profile, createResponder({ backend, answer, version }))
  // Its timer keeps the process running.
  const stopFollowingTimeZone = followTimeZone(clock)
  backend.core.start()
  log.info('started', { version })

  const reason = await ending.promise
  stopFollowingTimeZone()
  const hasStopped = await withTimeLimit(
    Promise.all([control.stop(), backend.stop()]).then(() => true),
    STOP_TIMEOUT_MS,
    () => false,
  )
  watch.stop()
  mark.close()
  log.info(hasStopped ? 'stopped' : 'stop-incomplete')
  log.flushSync()
  eraseIfMarked(profile)
  return hasStopped ? reason : 'stop-incomplete'
}
