import type { NumericIds } from '../../shared/order/event.ts'
import type { Fact } from './facts.ts'
import type { ReceivedEvent } from './ledger-tables.ts'

/** Only such an id can have been sent as a number. */
const DIGITS = /^-?[\d.]+(?:e[+-]?\d+)?$/i
const NONE: NumericIds = { eventId: false, orderId: false }
/** Ids that are kept in memory; a platform holds fewer events for a shop. */
const MAX_IDS = 20_000

export interface SentIds {
  record(event: ReceivedEvent): void
  of(eventId: string, orderId: string): { readonly numericIds?: NumericIds | undefined }
  forget(eventId: string): void
}

/**
 * Whether the platform sent ids of events as texts or as numbers: it gets them back alike. Every poll repeats events that
 * wait, so memory is enough; until the first poll it is as it was last.
 */
export function createSentIds(last: Fact<NumericIds>): SentIds {
  const byEvent = new Map<string, NumericIds>()
  const mayBeNumeric = (eventId: string, orderId = ''): boolean => DIGITS.test(eventId) || DIGITS.test(orderId)
  return {
    record({ eventId, orderId, numericIds = NONE }) {
      if (!mayBeNumeric(eventId, orderId)) return
      if (byEvent.size >= MAX_IDS) byEvent.clear()
      byEvent.set(eventId.toWellFormed(), numericIds)
      const known = last.get()
      if (known.eventId !== numericIds.eventId || known.orderId !== numericIds.orderId) last.set(numericIds)
    },
    of: (eventId, orderId) => {
      if (!mayBeNumeric(eventId, orderId)) return {}
      const numericIds = byEvent.get(eventId) ?? last.get()
      return numericIds.eventId || numericIds.orderId ? { numericIds } : {}
    },
    forget: (eventId) => void byEvent.delete(eventId),
  }
}
