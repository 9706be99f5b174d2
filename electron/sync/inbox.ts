import { parseEvent } from '../../shared/event.ts'
import type { EventSource, Ledger, ReceivedEvent, UnreadableEvent } from '../storage/ports.ts'

/** Longest raw text kept of an element that cannot be read, in characters. */
const RAW_LIMIT = 10_000

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function cancellationOf(metadata: Readonly<Record<string, unknown>> | undefined): ReceivedEvent['metadata'] {
  const code = textOf(metadata?.code)
  const reason = textOf(metadata?.reason)
  return code === undefined && reason === undefined ? undefined : { code, reason }
}

/** What an engineer may see of an element that makes no event. Nesting has no limit in JSON, but on the stack. */
function rawText(raw: unknown): string {
  try {
    return JSON.stringify(raw).slice(0, RAW_LIMIT)
  } catch (error) {
    if (error instanceof RangeError) return 'nested too deeply to be written down'
    throw error
  }
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
      unreadable.push({ raw: rawText(raw), problem: parsed.reason })
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
