import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Ledger } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'

/** Which orders were printed, recorded in their timelines, so that a reprint is marked as one, also after a restart. */
export type PrintMarks = {
  wasPrinted(orderId: string): boolean
  recordPrinted(orderId: string): void
}

export function createPrintMarks(
  ledger: Pick<Ledger, 'addTimeline' | 'countOf'>,
  clock: Pick<Clock, 'platform'>,
  log: Log,
): PrintMarks {
  // Also in memory, for a disk that refuses writes: an automatic print must not repeat itself.
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

/** For a kitchen without storage: nothing is known to have been printed. */
export const NO_PRINT_MARKS: PrintMarks = { wasPrinted: () => false, recordPrinted: () => undefined }
