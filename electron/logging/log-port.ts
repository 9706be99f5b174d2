import { messageOf } from '../../shared/result.ts'
import type { LogFieldName } from './log-fields.ts'

/** Facts beside a log line. At run time the logger redacts every name that is not allow-listed. */
export type LogFields = { readonly [Name in LogFieldName]?: string | number | boolean | undefined }

/** The log for the rest of the program: never throws, never waits. `event` is a fixed kebab-case name. */
export type Log = {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** The log of one connection of several: each line has its slot. */
export function logOfSlot(log: Log, slot: number): Log {
  return {
    info: (event, fields) => log.info(event, { ...fields, slot }),
    warn: (event, fields) => log.warn(event, { ...fields, slot }),
    error: (event, fields) => log.error(event, { ...fields, slot }),
  }
}

/**
 * Logs a rejection of work that is not awaited as `event`. An unhandled rejection would count as a crash and restart
 * the program.
 */
export function watchPromise(work: Promise<unknown>, log: Pick<Log, 'error'>, event: string): void {
  work.catch((error: unknown) => log.error(event, { error: messageOf(error) }))
}

/** Name and code place of a defect; never its message, which may quote an address or an order. */
export function defectOf(reason: unknown): { readonly name: string; readonly place: string | undefined } {
  if (!(reason instanceof Error)) return { name: typeof reason, place: undefined }
  const frame = reason.stack?.split('\n').find((line) => /^\s+at /.test(line))
  return { name: reason.name, place: frame?.trim() }
}

const MAX_A_MINUTE = 20
const MINUTE_MS = 60_000

type Minute = { readonly since: number; lines: number }

/**
 * Writes at most 20 info lines a minute for each `kind`, so that a flood of one kind does not push the other lines out of
 * the log. The first line of the next minute has the count of those that were left out (`leftOut`).
 */
export function createLimitedLines(
  log: Pick<Log, 'info'>,
  monotonicNow: () => number,
): (kind: string, event: string, fields: LogFields) => void {
  const minutes = new Map<string, Minute>()
  return (kind, event, fields) => {
    const last = minutes.get(kind)
    const minute =
      last !== undefined && monotonicNow() - last.since < MINUTE_MS ? last : { since: monotonicNow(), lines: 0 }
    minutes.set(kind, minute)
    minute.lines += 1
    if (minute.lines > MAX_A_MINUTE) return
    const leftOut = minute === last ? 0 : Math.max(0, (last?.lines ?? 0) - MAX_A_MINUTE)
    log.info(event, leftOut === 0 ? fields : { ...fields, leftOut })
  }
}
