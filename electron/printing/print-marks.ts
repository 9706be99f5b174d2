import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

/** Which orders were printed. Stored in their timelines, so that reprints are marked as reprints also after a restart. */
export type PrintMarks = {
  wasPrinted(orderId: string): boolean
  /** Whether it was printed at this time or later, platform ms. */
  wasPrintedSince(orderId: string, at: number): boolean
  recordPrinted(orderId: string): void
}

export function createPrintMarks(
  ledger: Pick<Ledger, 'addTimeline' | 'countOf'>,
  clock: Pick<Clock, 'platform'>,
  log: Log,
): PrintMarks {
  // Also in memory: when the disk refuses writes, an order must not be printed automatically again and again.
  const printed = new Map<string, number>()
  const wasPrinted = (orderId: string): boolean => printed.has(orderId) || ledger.countOf(orderId, 'printed') > 0
  return {
    wasPrinted,
    wasPrintedSince: (orderId, at) =>
      (printed.get(orderId) ?? Number.NEGATIVE_INFINITY) >= at ||
      ['printed', 'reprinted'].some((kind) => ledger.countOf(orderId, kind, at) > 0),
    recordPrinted(orderId) {
      try {
        const kind = wasPrinted(orderId) ? 'reprinted' : 'printed'
        printed.set(orderId, clock.platform())
        ledger.addTimeline({ orderId, at: clock.platform(), kind })
      } catch (error) {
        // The ticket is printed, so a failed write must not be reported as a failed print.
        log.error('print-not-recorded', { orderId, error: messageOf(error) })
      }
    },
  }
}
