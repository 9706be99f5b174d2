import { messageOf } from '../../shared/result.ts'
import type { Log } from './log-port.ts'

/**
 * Logs a rejection of work that is not awaited as `event`. An unhandled rejection would count as a crash and restart
 * the program.
 */
export function watchPromise(work: Promise<unknown>, log: Pick<Log, 'error'>, event: string): void {
  work.catch((error: unknown) => log.error(event, { error: messageOf(error) }))
}
