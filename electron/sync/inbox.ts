import { parseEvent } from '../../shared/event.ts'
import type { EventSource, Ledger, ReceivedEvent, UnreadableEvent } from '../storage/ports.ts'
import { shapeOf } from './shape-of.ts'

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function cancellationOf(metadata: Readonly<Record<string, unknown>> | undefined): ReceivedEvent['metadata'] {
  const code = textOf(metadata?.code)
  const reason = textOf(metadata?.reason)
  return code === undefined && reason === undefined ? undefined : { code, reason }
}

type Sorted = { readonly events: readonly ReceivedEvent[]; readonly unreadable: readonly UnreadableEvent[] }

/** Sorts a page into events and poison. Poison with an id is an event too: it is acknowledged so that it never comes again. */
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
    } else {
      unreadable.push({ raw: shapeOf(raw), problem: parsed.reason })
    }
  }
  return { events, unreadable }
}

/**
 * The way in: what the platform sent becomes durable in one transaction, duplicates having no effect.
 * Gives the orders that now have to be read. Throws what the storage throws; then nothing may be acknowledged.
 */
export function receivePage(
  ledger: Pick<Ledger, 'receiveEvents'>,
  page: readonly unknown[],
  source: EventSource,
  at: number,
): { readonly freshOrderIds: readonly string[]; readonly freshEvents: number } {
  const { events, unreadable } = sortPage(page)
  return ledger.receiveEvents(events, unreadable, source, at)
}
