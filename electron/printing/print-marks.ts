import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

/** Which orders were printed. Stored in their timelines, so that reprints are marked as reprints also after a restart. */
export type PrintMarks = {
  wasPrinted(orderId: string): boolean
  recordPrinted(orderId: string): void
}

export function createPrintMarks(
  ledger: Pick<Ledger, 'addTimeline' | 'countOf'>,
  clock: Pick<Clock, 'platform'>,
  log: Log,
): PrintMarks {
  // Also in memory: when the disk refuses writes, an order must not be printed automatically again and again.
  const printed = new Set<string>()
  const wasPrinted = (orderId: string): boolean => printed.has(orderId) || ledger.countOf(orderId, 'printed') > 0
  return {
    wasPrinted,
    recordPrinted(orderId) {
      try {
        const kind = wasPrinted(orderId) ? 'reprinted' : 'printed'
        printed.add(orderId)
        ledger.addTimeline({ orderId, at: clock.platform(), kind })
      } catch (error) {
        // The ticket is printed, so a failed write must not be reported as a failed print.
        log.error('print-not-recorded', { orderId, error: messageOf(error) })
      }
    },
  }
}

/** For a kitchen without storage: every order counts as not printed. */
export const NO_PRINT_MARKS: PrintMarks = { wasPrinted: () => false, recordPrinted: () => undefined }
