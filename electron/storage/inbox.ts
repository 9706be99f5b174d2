import { createHash } from 'node:crypto'
import { eventName, spellingsOf } from '../../shared/event.ts'
import { inboxLimits } from './inbox-limits.ts'
import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type { Acknowledgment, EventRow } from './ledger-tables.ts'
import type { OrderRepository } from './order-repository.ts'
import type { EventSource, Ledger, ReceivedEvent, StoredEvent, UnreadableEvent } from './ports.ts'
import { queueRead } from './read-marks.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type Inbox = Pick<
  Ledger,
  | 'receiveEvents'
  | 'unacknowledgedEvents'
  | 'markAcknowledged'
  | 'markUnacknowledgeable'
  | 'eventsOf'
  | 'lastCancellation'
  | 'hasTooManyUnread'
>

const MAX_RAW_CHARACTERS = 1_000

/** Separates the two parts of an id. No id of a platform contains this character. */
const SEPARATOR = '\u001f'
const REUSED = 'event-id-reused'

/** Normalises the event type: platforms use two spellings, and readers compare one. */
const toStored = (row: EventRow): StoredEvent => ({
  eventId: row.event_id,
  orderId: row.order_id ?? '',
  eventType: eventName(row.event_type),
  receivedAt: row.received_at,
  createdAt: row.created_at ?? undefined,
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
  const unacknowledged = events.select<[number]>("WHERE acknowledgment = 'owed' ORDER BY seq LIMIT ?")
  const ofOrder = events.select<[string]>('WHERE order_id = ? ORDER BY seq')
  const cancellations = events.select<[string, string, string]>(
    'WHERE order_id = ? AND event_type IN (?, ?) ORDER BY seq DESC LIMIT 1',
  )
  const byDigest = ledger.unreadable.select<[string]>('WHERE digest = ?')
  const limits = inboxLimits(ledger)

  /** The same id with another order or type is another event. As a duplicate, its effect would be lost. */
  const isReused = (known: EventRow, { orderId, eventType }: ReceivedEvent): boolean =>
    orderId !== undefined &&
    (known.order_id !== orderId.toWellFormed() || eventName(known.event_type) !== eventName(eventType.toWellFormed()))

  /** Stored once, under a new id that is never acknowledged: the platform has the original id only. */
  const receiveReused = (event: ReceivedEvent, source: EventSource, at: number, toRead: Set<string>): boolean => {
    const eventId = [event.eventId, event.orderId, event.eventType].join(SEPARATOR).toWellFormed()
    if (byId.first(eventId)) return false
    store({ ...event, eventId, problem: REUSED }, source, at, 'none', toRead)
    return true
  }

  const receive = (event: ReceivedEvent, source: EventSource, at: number, toRead: Set<string>): boolean => {
    const known = byId.first(event.eventId.toWellFormed())
    if (known) {
      // Polling delivers it again, so the platform has no acknowledgment of it: it was lost, or the event first came by
      // webhook.
      if (source === 'poll' && known.acknowledgment !== 'owed') {
        events.put({ ...known, acknowledgment: 'owed', acknowledgment_at: null })
      }
      return isReused(known, event) && receiveReused(event, source, at, toRead)
    }
    store(event, source, at, source === 'poll' ? 'owed' : 'none', toRead)
    return true
  }

  /** Once for an order, however many of its events came together. */
  const queueOnce = (orderId: string, at: number, toRead: Set<string>): void => {
    if (toRead.has(orderId)) return
    toRead.add(orderId)
    orders.put(queueRead(orders.rowOrNew(orderId, at), at))
  }

  const store = (
    event: ReceivedEvent,
    source: EventSource,
    at: number,
    acknowledgment: Acknowledgment,
    toRead: Set<string>,
  ): void => {
    if (event.orderId !== undefined) queueOnce(event.orderId, at, toRead)
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
      acknowledgment,
      acknowledgment_at: null,
    })
    if (event.orderId !== undefined) {
      const kind = event.problem === REUSED ? REUSED : 'received'
      timeline.addTimeline({ orderId: event.orderId, at, kind, detail: event.eventType })
    }
  }

  const storeUnreadable = (
    { raw, problem, orderId }: UnreadableEvent,
    source: EventSource,
    at: number,
    toRead: Set<string>,
  ): void => {
    // Without an id it cannot be acknowledged and comes again with every page. It is stored once.
    const digest = createHash('sha256')
      .update(raw)
      .update(orderId ?? '')
      .digest('hex')
    if (byDigest.first(digest)) return
    if (orderId !== undefined) queueOnce(orderId, at, toRead)
    ledger.unreadable.put({ digest, raw: raw.slice(0, MAX_RAW_CHARACTERS), problem, source, received_at: at })
  }

  const setAcknowledgment = (
    eventId: string,
    acknowledgment: Acknowledgment,
    problem: string | null,
    at: number,
  ): void => {
    const row = byId.first(eventId.toWellFormed())
    if (row?.acknowledgment !== 'owed') return
    events.put({ ...row, acknowledgment, acknowledgment_at: at, problem: problem ?? row.problem })
  }

  return {
    receiveEvents: (received, unreadable, source, at) =>
      ledger.atomically(() => {
        const toRead = new Set<string>()
        const fresh = received.filter((event) => receive(event, source, at, toRead))
        for (const element of unreadable) storeUnreadable(element, source, at, toRead)
        const droppedOrderIds = limits.trim(received, unreadable)
        const dropped = new Set(droppedOrderIds)
        const freshOrderIds = [...toRead].filter((orderId) => !dropped.has(orderId))
        return { freshOrderIds, freshEvents: fresh.length, droppedOrderIds }
      }),
    unacknowledgedEvents: (limit) =>
      unacknowledged.all(limit).map((row) => ({
        eventId: row.event_id,
        orderId: row.order_id ?? '',
        eventType: row.event_type,
      })),
    markAcknowledged: (eventIds, at) =>
      ledger.atomically(() => {
        for (const eventId of eventIds) setAcknowledgment(eventId, 'done', null, at)
      }),
    markUnacknowledgeable: (eventId, problem, at) =>
      ledger.atomically(() => {
        setAcknowledgment(eventId, 'refused', problem, at)
      }),
    lastCancellation: (orderId) => {
      const row = cancellations.first(orderId.toWellFormed(), ...spellingsOf('CANCELLED'))
      return row && toStored(row)
    },
    hasTooManyUnread: limits.hasTooManyUnread,
    eventsOf: (orderId) => ofOrder.all(orderId.toWellFormed()).map(toStored),
  }
}
