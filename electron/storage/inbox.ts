import { createHash } from 'node:crypto'
import { eventName } from '../../shared/order/event.ts'
import type { Facts } from './facts.ts'
import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type {
  Acknowledgment,
  EventRow,
  EventSource,
  ReceivedEvent,
  ReceivedPage,
  UnreadableEvent,
} from './ledger-tables.ts'
import type { AddEvent } from './order-events.ts'
import type { OrderRepository, TimelineRepository } from './order-repository.ts'
import { queueRead } from './read-marks.ts'
import { createSentIds, type SentIds } from './sent-ids.ts'

type UnacknowledgedEvent = Pick<ReceivedEvent, 'eventId' | 'eventType' | 'numericIds'> & { readonly orderId: string }

/** Which events of the ledger are still to be acknowledged. */
interface Acknowledgments {
  /** Events received by polling that still have to be acknowledged, oldest first. */
  unacknowledgedEvents(limit: number): readonly UnacknowledgedEvent[]
  markAcknowledged(eventIds: readonly string[], at: number): void
  /** The platform refuses the acknowledgment of this id. It is not tried again until the event is delivered again. */
  markUnacknowledgeable(eventId: string, problem: string, at: number): void
}

function acknowledgments(ledger: LedgerDatabase, sentIds: SentIds): Acknowledgments {
  const { events } = ledger
  const byId = events.select<[string]>('WHERE event_id = ?')
  const unacknowledged = events.select<[number]>("WHERE acknowledgment = 'owed' ORDER BY seq LIMIT ?")

  const setAcknowledgment = (eventId: string, change: Partial<EventRow>): void => {
    const row = byId.first(eventId.toWellFormed())
    if (row?.acknowledgment === 'owed') events.put({ ...row, ...change })
  }

  return {
    unacknowledgedEvents: (limit) =>
      unacknowledged.all(limit).map(({ eventId, orderId = '', eventType }) => ({
        eventId,
        orderId,
        eventType,
        ...sentIds.of(eventId, orderId),
      })),
    markAcknowledged: (eventIds, at) =>
      ledger.atomically(() => {
        for (const eventId of eventIds) {
          setAcknowledgment(eventId, { acknowledgment: 'done', acknowledgmentAt: at })
          sentIds.forget(eventId)
        }
      }),
    markUnacknowledgeable: (eventId, problem, at) =>
      ledger.atomically(() => setAcknowledgment(eventId, { acknowledgment: 'refused', acknowledgmentAt: at, problem })),
  }
}

/**
 * Limits, in rows, of data that no order needs; the inbox bounds the bytes of each row. Beyond the limit the oldest
 * rows are removed: a platform that sends endless junk must not fill the disk.
 */
const MAX_UNREADABLE = 500
const MAX_EVENTS_WITHOUT_ORDER = 2_000
/** Most unread orders. A kitchen after the longest outage has a few hundred. */
const MAX_UNREAD_ORDERS = 3_000

/** Keeps the inbox within its limits. */
interface InboxLimits {
  /** Removes rows over the limits after these were received. Returns the removed orders. */
  trim(received: readonly ReceivedEvent[], unreadable: readonly UnreadableEvent[]): readonly string[]
  /** True when so many orders wait for their first read that the next page of a backlog should wait. */
  hasTooManyUnread(): boolean
}

function inboxLimits(ledger: LedgerDatabase): InboxLimits {
  const { db, events, orders, unreadable: unreadableEvents } = ledger
  const trimUnreadable = unreadableEvents.remove<[number]>(
    'rowid IN (SELECT rowid FROM unreadable_events ORDER BY received_at DESC, rowid DESC LIMIT -1 OFFSET ?)',
  )
  const trimOrderless = events.remove<[number]>(`seq IN (SELECT seq FROM events
    WHERE order_id IS NULL AND acknowledgment <> 'owed' ORDER BY seq DESC LIMIT -1 OFFSET ?)`)
  const countUnread = db
    .prepare<[], number>('SELECT count(*) FROM orders WHERE ended_at IS NULL AND status IS NULL')
    .pluck()
  // Orders whose read failed do not count: they wait for their next read.
  const countFirstReads = db
    .prepare<[], number>(
      `SELECT count(*) FROM orders
      WHERE read_wanted_since IS NOT NULL AND read_attempts = 0 AND ended_at IS NULL AND status IS NULL`,
    )
    .pluck()
  // Only orders whose read failed: an acknowledged order that was never requested would be lost.
  const oldestUnread = db
    .prepare<[number], string>(
      `SELECT order_id FROM orders WHERE ended_at IS NULL AND status IS NULL
      AND (read_attempts > 0 OR problem IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM taps WHERE taps.order_id = orders.order_id)
      ORDER BY first_seen_at, rowid LIMIT ?`,
    )
    .pluck()
  const removeOrder = orders.remove<[string]>('order_id = ?')

  return {
    trim(received, unreadable) {
      if (unreadable.length > 0) trimUnreadable(MAX_UNREADABLE)
      if (received.some(({ orderId }) => orderId === undefined)) trimOrderless(MAX_EVENTS_WITHOUT_ORDER)
      if ([...received, ...unreadable].every(({ orderId }) => orderId === undefined)) return []
      const excess = Number(countUnread.get() ?? 0) - MAX_UNREAD_ORDERS
      const leaving = excess > 0 ? oldestUnread.all(excess) : []
      for (const orderId of leaving) removeOrder(orderId)
      return leaving
    },
    hasTooManyUnread: () => Number(countFirstReads.get() ?? 0) >= MAX_UNREAD_ORDERS,
  }
}

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
  /** When the poll began; an event that was acknowledged before should not have come. */
  readonly askedAt: number
}

/** Steps of a transaction that receives events. */
interface Receiving {
  /** True when the event is new. */
  receive(event: ReceivedEvent, receipt: Receipt): boolean
  storeUnreadable(element: UnreadableEvent, receipt: Receipt): void
  /** Whether the platform delivers an event again although it had accepted its acknowledgment before. */
  hasComeAgain(event: ReceivedEvent, receipt: Receipt): boolean
}

function receivingOn(
  ledger: LedgerDatabase,
  orders: OrderRepository,
  timeline: TimelineRepository,
  addPlace: AddEvent,
  sentIds: SentIds,
): Receiving {
  const { events } = ledger
  const nextSeq = sequenceOf(ledger.db, 'events')
  const byId = events.select<[string]>('WHERE event_id = ?')
  const byDigest = ledger.unreadable.select<[string]>('WHERE digest = ?')

  /** The same id with another order or type is another event. As a duplicate, its effect would be lost. */
  const isReused = (known: EventRow, { orderId, eventType }: ReceivedEvent): boolean =>
    orderId !== undefined &&
    (known.orderId !== orderId.toWellFormed() || eventName(known.eventType) !== eventName(eventType.toWellFormed()))

  /** Stored once, under a new id that is never acknowledged: the platform has the original id only. */
  const receiveReused = (event: ReceivedEvent, receipt: Receipt): boolean => {
    const eventId = [event.eventId, event.orderId, event.eventType].join(SEPARATOR).toWellFormed()
    if (byId.first(eventId)) return false
    store({ ...event, eventId, problem: REUSED }, receipt, 'none')
    return true
  }

  const hasComeAgain = ({ eventId }: ReceivedEvent, { source, askedAt }: Receipt): boolean => {
    const known = source === 'poll' ? byId.first(eventId.toWellFormed()) : undefined
    return known?.acknowledgment === 'done' && (known.acknowledgmentAt ?? askedAt) < askedAt
  }

  const receive = (event: ReceivedEvent, receipt: Receipt): boolean => {
    if (receipt.source === 'poll') sentIds.record(event)
    const known = byId.first(event.eventId.toWellFormed())
    if (known) {
      // Polling delivers it again, so the platform has no acknowledgment of it: it was lost, or the event first came by
      // webhook.
      if (receipt.source === 'poll' && known.acknowledgment !== 'owed') {
        events.put({ ...known, acknowledgment: 'owed', acknowledgmentAt: undefined })
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
    const { eventId, orderId, eventType, createdAt, metadata, problem } = event
    const seq = nextSeq()
    events.add({
      seq,
      eventId,
      orderId,
      eventType,
      createdAt,
      code: metadata?.code,
      reason: metadata?.reason,
      problem,
      source,
      receivedAt: at,
      acknowledgment,
      acknowledgmentAt: undefined,
    })
    if (orderId === undefined) return
    addPlace(orderId, eventType, seq)
    timeline.addTimeline({ orderId, at, kind: problem === REUSED ? REUSED : 'received', detail: eventType })
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
    ledger.unreadable.put({ digest, raw: raw.slice(0, MAX_RAW_CHARACTERS), problem, source, receivedAt: at })
  }

  return { receive, storeUnreadable, hasComeAgain }
}

/** Events received, each with its effect at most once, and what is still to be acknowledged. */
export interface Inbox extends Acknowledgments, Pick<InboxLimits, 'hasTooManyUnread'> {
  /**
   * One transaction: event ids (duplicates do nothing), order ids, queued reads, timeline. An id with another order or type
   * is another event. Returns the orders with new events, and those removed for room. Acknowledged events that come again
   * are acknowledged again.
   */
  receiveEvents(
    received: readonly ReceivedEvent[],
    unreadable: readonly UnreadableEvent[],
    source: EventSource,
    at: number,
    askedAt?: number,
  ): ReceivedPage
}

export function inbox(
  ledger: LedgerDatabase,
  orders: OrderRepository,
  timeline: TimelineRepository,
  addPlace: AddEvent,
  facts: Pick<Facts, 'numericIds'>,
): Inbox {
  const sentIds = createSentIds(facts.numericIds)
  const limits = inboxLimits(ledger)
  const { receive, storeUnreadable, hasComeAgain } = receivingOn(ledger, orders, timeline, addPlace, sentIds)

  return {
    receiveEvents: (received, unreadable, source, at, askedAt = at) =>
      ledger.atomically(() => {
        const toRead = new Set<string>()
        const receipt = { source, at, toRead, askedAt }
        const cameAgain = received.filter((event) => hasComeAgain(event, receipt)).length
        const fresh = received.filter((event) => receive(event, receipt))
        for (const element of unreadable) storeUnreadable(element, receipt)
        const droppedOrderIds = limits.trim(received, unreadable)
        const dropped = new Set(droppedOrderIds)
        const freshOrderIds = [...toRead].filter((orderId) => !dropped.has(orderId))
        return { freshOrderIds, freshEvents: fresh.length, droppedOrderIds, ...(cameAgain > 0 ? { cameAgain } : {}) }
      }),
    ...acknowledgments(ledger, sentIds),
    hasTooManyUnread: limits.hasTooManyUnread,
  }
}
