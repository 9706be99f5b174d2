import { createHash } from 'node:crypto'
import { eventName } from '../../shared/event.ts'
import { inboxLimits } from './inbox-limits.ts'
import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type { Acknowledgment, EventRow } from './ledger-tables.ts'
import type { OrderRepository } from './order-repository.ts'
import type { EventSource, Ledger, ReceivedEvent, UnreadableEvent } from './ports.ts'
import { queueRead } from './read-marks.ts'
import { type StoredEvents, storedEvents } from './stored-events.ts'
import type { TimelineRepository } from './timeline-repository.ts'

export type Inbox = StoredEvents & Pick<Ledger, 'receiveEvents' | 'hasTooManyUnread'>

const MAX_RAW_CHARACTERS = 1_000

/** Separates the two parts of an id. No id of a platform contains this character. */
const SEPARATOR = '\u001f'
const REUSED = 'event-id-reused'

/** One receipt of events: a page of a poll, or a delivery. */
type Receipt = {
  readonly source: EventSource
  readonly at: number
  /** The orders that are marked to be read in this receipt. */
  readonly toRead: Set<string>
}

/** Events received, each with its effect at most once, and what is still to be acknowledged. */
export function inbox(ledger: LedgerDatabase, orders: OrderRepository, timeline: TimelineRepository): Inbox {
  const { events } = ledger
  const nextSeq = sequenceOf(ledger.db, 'events')
  const byId = events.select<[string]>('WHERE event_id = ?')
  const byDigest = ledger.unreadable.select<[string]>('WHERE digest = ?')
  const limits = inboxLimits(ledger)

  /** The same id with another order or type is another event. As a duplicate, its effect would be lost. */
  const isReused = (known: EventRow, { orderId, eventType }: ReceivedEvent): boolean =>
    orderId !== undefined &&
    (known.order_id !== orderId.toWellFormed() || eventName(known.event_type) !== eventName(eventType.toWellFormed()))

  /** Stored once, under a new id that is never acknowledged: the platform has the original id only. */
  const receiveReused = (event: ReceivedEvent, receipt: Receipt): boolean => {
    const eventId = [event.eventId, event.orderId, event.eventType].join(SEPARATOR).toWellFormed()
    if (byId.first(eventId)) return false
    store({ ...event, eventId, problem: REUSED }, receipt, 'none')
    return true
  }

  const receive = (event: ReceivedEvent, receipt: Receipt): boolean => {
    const known = byId.first(event.eventId.toWellFormed())
    if (known) {
      // Polling delivers it again, so the platform has no acknowledgment of it: it was lost, or the event first came by
      // webhook.
      if (receipt.source === 'poll' && known.acknowledgment !== 'owed') {
        events.put({ ...known, acknowledgment: 'owed', acknowledgment_at: null })
      }
      return isReused(known, event) && receiveReused(event, receipt)
    }
    store(event, receipt, receipt.source === 'poll' ? 'owed' : 'none')
    return true
  }

  /** Once for an order, however many of its events came together. */
  const queueOnce = (orderId: string, { at, toRead }: Receipt): void => {
    if (toRead.has(orderId)) return
    toRead.add(orderId)
    orders.put(queueRead(orders.rowOrNew(orderId, at), at))
  }

  const store = (event: ReceivedEvent, receipt: Receipt, acknowledgment: Acknowledgment): void => {
    const { source, at } = receipt
    if (event.orderId !== undefined) queueOnce(event.orderId, receipt)
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

  const storeUnreadable = ({ raw, problem, orderId }: UnreadableEvent, receipt: Receipt): void => {
    // Without an id it cannot be acknowledged and comes again with every page. It is stored once.
    const digest = createHash('sha256')
      .update(raw)
      .update(orderId ?? '')
      .digest('hex')
    if (byDigest.first(digest)) return
    if (orderId !== undefined) queueOnce(orderId, receipt)
    const { source, at } = receipt
    ledger.unreadable.put({ digest, raw: raw.slice(0, MAX_RAW_CHARACTERS), problem, source, received_at: at })
  }

  return {
    receiveEvents: (received, unreadable, source, at) =>
      ledger.atomically(() => {
        const toRead = new Set<string>()
        const receipt = { source, at, toRead }
        const fresh = received.filter((event) => receive(event, receipt))
        for (const element of unreadable) storeUnreadable(element, receipt)
        const droppedOrderIds = limits.trim(received, unreadable)
        const dropped = new Set(droppedOrderIds)
        const freshOrderIds = [...toRead].filter((orderId) => !dropped.has(orderId))
        return { freshOrderIds, freshEvents: fresh.length, droppedOrderIds }
      }),
    ...storedEvents(ledger),
    hasTooManyUnread: limits.hasTooManyUnread,
  }
}
