import type { Log } from '../electron/logging/log-port.ts'

type ErrorSource = {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (reason: unknown) => void): unknown
}

/**
 * Logs an uncaught error and calls `end`. The supervisor starts the program again; durable data is in the ledger. Node's own
 * handler would print the message, which may contain the secret part of the platform's address.
 */
export function endOnFatalErrors(process: ErrorSource, log: Log, end: () => void): void {
  const logAndEnd = (origin: string, reason: unknown): void => {
    const frame = reason instanceof Error ? reason.stack?.split('\n').find((line) => /^\s+at /.test(line)) : undefined
    log.error('fatal', { origin, name: reason instanceof Error ? reason.name : typeof reason, place: frame?.trim() })
    end()
  }
  process.on('uncaughtException', (reason) => logAndEnd('exception', reason))
  process.on('unhandledRejection', (reason) => logAndEnd('rejection', reason))
}
