import { type PlatformEvent, parseEvent } from '../../shared/event.ts'
import type { EventSource, Ledger, ReceivedEvent, ReceivedPage, UnreadableEvent } from '../storage/ports.ts'
import { describeShape } from './event-shape.ts'

/** Most unreadable elements of one page that are kept for diagnosis. */
const MAX_UNREADABLE = 50

function cancellationOf(metadata: PlatformEvent['metadata']): ReceivedEvent['metadata'] {
  // An empty text counts as absent.
  const code = metadata?.code || undefined
  const reason = metadata?.reason || undefined
  return code === undefined && reason === undefined ? undefined : { code, reason }
}

type Sorted = { readonly events: readonly ReceivedEvent[]; readonly unreadable: readonly UnreadableEvent[] }

/**
 * Sorts a page into events and unreadable elements. An unreadable element with an id is stored as an event as well: it
 * is acknowledged, so that it does not come again.
 */
export function sortPage(page: readonly unknown[]): Sorted {
  const events: ReceivedEvent[] = []
  const unreadable: UnreadableEvent[] = []
  for (const raw of page) {
    const parsed = parseEvent(raw)
    if (parsed.ok) {
      const { eventId, eventType, orderId, createdAt, metadata } = parsed.event
      events.push({ eventId, orderId, eventType, createdAt, metadata: cancellationOf(metadata), problem: undefined })
    } else if (parsed.eventId !== undefined) {
      events.push({
        eventId: parsed.eventId,
        orderId: undefined,
        eventType: 'UNREADABLE',
        createdAt: undefined,
        metadata: undefined,
        problem: parsed.reason,
      })
    } else if (unreadable.length < MAX_UNREADABLE) {
      unreadable.push({ raw: describeShape(raw), problem: parsed.reason, orderId: parsed.orderId })
    }
  }
  return { events, unreadable }
}

/**
 * Makes what the platform sent durable in one transaction; duplicates have no effect. Returns the orders that now have
 * to be read. Throws what the storage throws; then nothing may be acknowledged.
 */
export function receivePage(
  ledger: Pick<Ledger, 'receiveEvents'>,
  page: readonly unknown[],
  source: EventSource,
  at: number,
): ReceivedPage {
  const { events, unreadable } = sortPage(page)
  return ledger.receiveEvents(events, unreadable, source, at)
}
