import { defectOf, type Log } from '../logging/log-port.ts'

/** Long enough not to flicker, short enough that staff need not restart the program. */
const RELAUNCH_DELAY_MS = 60_000

/** `process`, as far as this file needs it. */
type ErrorSource = {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (reason: unknown) => void): unknown
}

/**
 * Every uncaught error ends here, once per process. A start repairs the state of the ledger, so a new process is safer than
 * unknown memory. Replaces Electron's error dialog, which would stay open in a kitchen.
 */
export function handleFatalErrors(parts: {
  readonly process: ErrorSource
  readonly log: Log
  /** Whether one more relaunch is within the budget. */
  readonly mayRelaunch: () => boolean
  /** Ends this process at once and restarts the program. */
  readonly relaunch: () => void
  /** The budget is used up: stops the work and shows it. A relaunch follows a minute later. */
  readonly giveUp: () => void
}): void {
  const { process, log, mayRelaunch, relaunch, giveUp } = parts
  let isEnding = false
  const endProcess = (origin: string, reason: unknown): void => {
    log.error('fatal', { origin, ...defectOf(reason) })
    if (isEnding) return
    isEnding = true
    if (mayRelaunch()) relaunch()
    else {
      giveUp()
      setTimeout(relaunch, RELAUNCH_DELAY_MS)
    }
  }
  process.on('uncaughtException', (reason) => endProcess('exception', reason))
  process.on('unhandledRejection', (reason) => {
    if (isUnawaitedNetworkRejection(reason)) log.warn('unawaited-network-rejection', defectOf(reason))
    else endProcess('rejection', reason)
  })
}

/**
 * Electron's `net.fetch` pipes a request's body in a promise that it never awaits (lib/browser/api/net-fetch.ts). When a
 * connection breaks or is aborted during a POST, that promise also rejects here. The caller handles its own rejection.
 */
function isUnawaitedNetworkRejection(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false
  return /\bnet::ERR_/.test(reason.message) || reason.name === 'AbortError' || reason.name === 'TimeoutError'
}
