import { messageOf } from '../../shared/result.ts'
import type { Log } from './log-port.ts'

/**
 * Work whose end nothing waits for. A rejection is logged as `event`: an unhandled one would count as a crash of the
 * program and restart it.
 */
export function watchPromise(work: Promise<unknown>, log: Pick<Log, 'error'>, event: string): void {
  work.catch((error: unknown) => log.error(event, { error: messageOf(error) }))
}
