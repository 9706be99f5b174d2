import { createHash } from 'node:crypto'
import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type { Acknowledgment, EventRow } from './ledger-tables.ts'
import type { OrderRepository } from './order-repository.ts'
import type { EventSource, Ledger, ReceivedEvent, StoredEvent, UnreadableEvent } from './ports.ts'
import { marked } from './read-marks.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type Inbox = Pick<
  Ledger,
  'receiveEvents' | 'unacknowledgedEvents' | 'markAcknowledged' | 'markUnacknowledgeable' | 'eventsOf'
>

/** What an engineer needs of an element without an id; a whole page of somebody's web server he does not. */
const RAW_LIMIT_CHARACTERS = 16_384

const toStored = (row: EventRow): StoredEvent => ({
  eventId: row.event_id,
  orderId: row.order_id ?? '',
  eventType: row.event_type,
  receivedAt: row.received_at,
  metadata:
    row.code === null && row.reason === null
      ? undefined
      : { code: row.code ?? undefined, reason: row.reason ?? undefined },
})

/** Events received, each with its effect at most once, and what is still to be acknowledged. */
export function inbox(ledger: LedgerDatabase, orders: OrderRepository, timeline: TimelineRepository): Inbox {
  const { events } = ledger
  const nextSeq = sequenceOf(ledger.db, 'events')
  const byId = events.select<[string]>('WHERE event_id = ?')
  const owed = events.select<[number]>("WHERE acknowledgment = 'owed' ORDER BY seq LIMIT ?")
  const ofOrder = events.select<[string]>('WHERE order_id = ? ORDER BY seq')

  const receive = (event: ReceivedEvent, source: EventSource, at: number): boolean => {
    const known = byId.first(event.eventId.toWellFormed())
    if (known) {
      // Polling delivers it again, so the platform has not seen our acknowledgment (or never owed us one: it came by webhook).
      if (source === 'poll' && known.acknowledgment !== 'owed') {
        events.put({ ...known, acknowledgment: 'owed', acknowledgment_at: null })
      }
      return false
    }
    if (event.orderId !== undefined) orders.put(marked(orders.rowOrNew(event.orderId, at), at))
    events.add({
      seq: nextSeq(),
      event_id: event.eventId,
      order_id: event.orderId ?? null,
      event_type: event.eventType,
      created_at: event.createdAt ?? null,
      code: event.metadata?.code ?? null,
      reason: event.metadata?.reason ?? null,
      problem: event.problem ?? null,
      source,
      received_at: at,
      acknowledgment: source === 'poll' ? 'owed' : 'none',
      acknowledgment_at: null,
    })
    if (event.orderId !== undefined) {
      timeline.addTimeline({ orderId: event.orderId, at, kind: 'received', detail: event.eventType })
    }
    return true
  }

  const keepUnreadable = ({ raw, problem }: UnreadableEvent, source: EventSource, at: number): void => {
    // Without an id it cannot be acknowledged and comes again with every page: kept once.
    const digest = createHash('sha256').update(raw).digest('hex')
    ledger.unreadable.put({ digest, raw: raw.slice(0, RAW_LIMIT_CHARACTERS), problem, source, received_at: at })
  }

  const mark = (eventId: string, acknowledgment: Acknowledgment, problem: string | null, at: number): void => {
    const row = byId.first(eventId.toWellFormed())
    if (row?.acknowledgment !== 'owed') return
    events.put({ ...row, acknowledgment, acknowledgment_at: at, problem: problem ?? row.problem })
  }

  return {
    receiveEvents: (received, unreadable, source, at) =>
      ledger.atomically(() => {
        const fresh = received.filter((event) => receive(event, source, at))
        for (const element of unreadable) keepUnreadable(element, source, at)
        const orderIds = fresh.flatMap(({ orderId }) => orderId ?? [])
        return { freshOrderIds: [...new Set(orderIds)], freshEvents: fresh.length }
      }),
    unacknowledgedEvents: (limit) =>
      owed.all(limit).map((row) => ({
        eventId: row.event_id,
        orderId: row.order_id ?? '',
        eventType: row.event_type,
      })),
    markAcknowledged: (eventIds, at) =>
      ledger.atomically(() => {
        for (const eventId of eventIds) mark(eventId, 'done', null, at)
      }),
    markUnacknowledgeable: (eventId, problem, at) =>
      ledger.atomically(() => {
        mark(eventId, 'refused', problem, at)
      }),
    eventsOf: (orderId) => ofOrder.all(orderId.toWellFormed()).map(toStored),
  }
}
