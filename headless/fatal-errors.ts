import type { Log } from '../electron/logging/log-port.ts'

type ErrorSource = {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (reason: unknown) => void): unknown
}

/**
 * Ends the process at an error that nothing caught: durable data is in the ledger, and the supervisor starts the program
 * again. Node itself would print the message, which may quote the address of the platform with its secret part.
 */
export function endOnFatalErrors(process: ErrorSource, log: Log, end: () => void): void {
  const fall = (origin: string, reason: unknown): void => {
    const frame = reason instanceof Error ? reason.stack?.split('\n').find((line) => /^\s+at /.test(line)) : undefined
    log.error('fatal', { origin, name: reason instanceof Error ? reason.name : typeof reason, place: frame?.trim() })
    end()
  }
  process.on('uncaughtException', (reason) => fall('exception', reason))
  process.on('unhandledRejection', (reason) => fall('rejection', reason))
}
