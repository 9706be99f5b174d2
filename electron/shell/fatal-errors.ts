import type { Log } from '../logging/log-port.ts'

/** Long enough not to flicker, short enough that the next attempt needs no person. */
const REST_MS = 60_000

/** `process`, as far as this file needs it. */
type ErrorSource = {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (reason: unknown) => void): unknown
}

export type FatalErrorParts = {
  readonly process: ErrorSource
  readonly log: Log
  /** One more relaunch is within the budget. */
  readonly mayRelaunch: () => boolean
  /** Ends this process at once and starts the program anew. */
  readonly relaunch: () => void
  /** The budget is used up: stop the work and say so on the screen. A relaunch follows a minute later. */
  readonly giveUp: () => void
}

/**
 * Every uncaught error ends here, at most once per process. What is durable is in the ledger, and a start
 * repairs by state, so a fresh process is safer than going on with memory in an unknown state. Installing this also
 * keeps Electron's own error dialog away, which would stay open in a kitchen.
 */
export function guardProcess({ process, log, mayRelaunch, relaunch, giveUp }: FatalErrorParts): void {
  let isFalling = false
  const fall = (origin: string, reason: unknown): void => {
    log.error('fatal', { origin, ...defectOf(reason) })
    if (isFalling) return
    isFalling = true
    if (mayRelaunch()) relaunch()
    else {
      giveUp()
      setTimeout(relaunch, REST_MS)
    }
  }
  process.on('uncaughtException', (reason) => fall('exception', reason))
  process.on('unhandledRejection', (reason) => {
    if (isNetworkNoise(reason)) log.warn('stray-network-rejection', defectOf(reason))
    else fall('rejection', reason)
  })
}

/**
 * Electron's `net.fetch` pipes a request's body in a promise that it never awaits (lib/browser/api/net-fetch.ts), so a
 * connection which breaks or is aborted during a POST rejects here as well as in the caller, where it is handled.
 */
function isNetworkNoise(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false
  return /\bnet::ERR_/.test(reason.message) || reason.name === 'AbortError' || reason.name === 'TimeoutError'
}

/** Name and code place of a defect; never its message, which may quote an address or an order. */
function defectOf(reason: unknown): { readonly name: string; readonly place: string | undefined } {
  if (!(reason instanceof Error)) return { name: typeof reason, place: undefined }
  const frame = reason.stack?.split('\n').find((line) => /^\s+at /.test(line))
  return { name: reason.name, place: frame?.trim() }
}
