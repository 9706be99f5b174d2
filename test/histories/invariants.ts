import type { ActRequest } from '../../electron/platform/answers.ts'
import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { PlatformModel, PlatformOrder } from '../fixtures/platform/model.ts'
import type { Wishes } from './customers-wishes.ts'
import { CREDENTIAL, type WireWatch } from './faulty-wire.ts'
import type { MemoryDatabases } from './memory-databases.ts'
import type { ShopBoard } from './shop-board.ts'

type TapRow = {
  readonly tap_id: string
  readonly seq: number
  readonly order_id: string
  readonly action: QueuedAction
  readonly state: string
  readonly reason: string | null
  readonly args: string
}

const SETTLED = new Set(['confirmed', 'concluded', 'conflict', 'undone'])

/** Not imported from the product, because a defect there must not change the check. */
const RANKS: Readonly<Record<string, number>> = {
  CREATED: 0,
  CONFIRMED: 1,
  PREPARING: 2,
  READY: 3,
  IN_DELIVERY: 4,
  DELIVERED: 5,
  CONCLUDED: 6,
  CANCELLED: 7,
}
const TARGETS: Readonly<Record<QueuedAction, string>> = {
  confirm: 'CONFIRMED',
  preparing: 'PREPARING',
  'ready-for-pickup': 'READY',
  dispatch: 'IN_DELIVERY',
  delivered: 'DELIVERED',
  requestCancellation: 'CANCELLED',
  pickedUp: 'DELIVERED',
  acceptCancellation: 'CANCELLED',
  denyCancellation: 'CANCELLED',
  offer: 'CANCELLED',
}
/** Events that state a step under another name. */
const STEP_OF_EVENT: Readonly<Record<string, string>> = { READY_FOR_PICKUP: 'READY', DISPATCHED: 'IN_DELIVERY' }
const rankOf = (status: string): number => RANKS[status] ?? -1

/** Whether the order had this status after the action was applied. */
function isProof(action: QueuedAction, status: string): boolean {
  const target = TARGETS[action]
  if (target === 'CANCELLED' || status === 'CANCELLED') return status === target
  return rankOf(status) >= rankOf(target)
}
/** Whether the platform ever had the order where the action leads. An archived order may never have been there. */
const wasThere = (action: QueuedAction, order: PlatformOrder | undefined): boolean =>
  order === undefined || order.history.some(({ status }) => status !== 'CONCLUDED' && isProof(action, status))

/** An archived order counts as its last status. */
const statusAtPlatform = (order: PlatformOrder | undefined): string | undefined =>
  order?.cancelled ? 'CANCELLED' : order?.status
/** Refusals after which the platform has not applied the action. */
const NOT_APPLIED = new Set(['rejected', 'invalid-transition', 'not-found', 'forbidden', 'not-applied', 'expired'])

/** Refusals which mean that no request to cancel is open. */
const NO_OPEN_REQUEST = new Set(['invalid-transition', 'cancellation-denied'])

/**
 * The six invariants (docs/reliability.md), checked while a history runs and when all is at rest:
 * 1 an acknowledged event is durable; 2 an event has its effect once; 3 a shown status never goes back and always comes from
 * a read; 4 every tap ends in exactly one way, which is the true one; 5 taps of an order are sent in their order; 6 the
 * screen shows the platform's state.
 */
export function createInvariants({
  model,
  databases,
  wishes,
}: {
  model: PlatformModel
  databases: MemoryDatabases
  /** Absent: the platform speaks v2. */
  wishes?: Pick<Wishes, 'isOpen' | 'wasDenied'> | undefined
}) {
  const violations: string[] = []
  const shown = new Map<string, string>()
  const statusesRead = new Map<string, Set<string>>()
  const lastSent = new Map<string, number>()
  const postsOfTap = new Map<string, number>()
  const applied = new Set<string>()
  const accepted: string[] = []
  const undoneTaps: string[] = []
  const db = databases.ledgerDb
  const eventRow = db.prepare<[string], unknown>('SELECT 1 FROM events WHERE event_id = ?')
  const sendingTap = db.prepare<[string, string], TapRow>(
    "SELECT * FROM taps WHERE order_id = ? AND action = ? AND state = 'sending'",
  )
  const anyTap = db.prepare<[string, string], TapRow>(
    'SELECT * FROM taps WHERE order_id = ? AND action = ? ORDER BY attempts > 0 DESC, seq DESC',
  )
  const tapRow = db.prepare<[string], TapRow>('SELECT * FROM taps WHERE tap_id = ?')
  const openTaps = db.prepare<[], TapRow>(
    "SELECT * FROM taps WHERE state NOT IN ('confirmed', 'concluded', 'conflict', 'undone') ORDER BY seq",
  )
  const tapIds = db.prepare<[], string>('SELECT tap_id FROM taps').pluck()
  const automatic = db.prepare<[], { order_id: string; acceptances: number }>(
    "SELECT order_id, count(*) AS acceptances FROM taps WHERE args LIKE '%automatic%' GROUP BY order_id",
  )
  const tapCount = db.prepare<[], number>('SELECT count(*) FROM taps').pluck()
  const unacknowledged = db.prepare<[], number>("SELECT count(*) FROM events WHERE acknowledgment = 'owed'").pluck()
  const cancellations = db.prepare<[], TapRow>(
    `SELECT * FROM taps WHERE action = 'requestCancellation' AND state <> 'undone'
       AND seq IN (SELECT max(seq) FROM taps WHERE action = 'requestCancellation' AND state <> 'undone' GROUP BY order_id)`,
  )
  const toRead = db.prepare<[], number>('SELECT count(*) FROM orders WHERE read_wanted_since IS NOT NULL').pluck()
  const effects = db.prepare<[], { order_id: string; events: number; received: number }>(
    `SELECT order_id, count(*) AS events,
         (SELECT count(*) FROM timeline t WHERE t.order_id = e.order_id AND t.kind = 'received') AS received
       FROM events e WHERE order_id IS NOT NULL GROUP BY order_id`,
  )

  const announced = db
    .prepare<[], string>("SELECT DISTINCT order_id FROM events WHERE event_type = 'CANCELLED'")
    .pluck()
  const cancelledEvents = db.prepare<[], { event_id: string; order_id: string }>(
    "SELECT event_id, order_id FROM events WHERE event_type = 'CANCELLED' ORDER BY seq",
  )
  const eventTypes = db.prepare<[string], string>('SELECT event_type FROM events WHERE order_id = ?').pluck()
  const deliveries = db
    .prepare<[string, string], number>(
      `SELECT EXISTS (SELECT 1 FROM timeline WHERE order_id = ? AND kind = 'read' AND detail = 'DELIVERED')
         OR EXISTS (SELECT 1 FROM events WHERE order_id = ? AND event_type = 'DELIVERED')`,
    )
    .pluck()
  /** Orders that an event falsely states as cancelled. */
  const falselyAnnounced = new Set<string>()
  /** The latest event of a cancellation of each order, with the times between which it was stored. */
  const stops = new Map<string, { readonly eventId: string; readonly notBefore: number; readonly notAfter: number }>()
  const knownStops = new Set<string>()
  let observedAt = Number.NEGATIVE_INFINITY
  /** The latest begin of a read that returned the order. */
  const readBegan = new Map<string, number>()

  /** Orders for which the platform has answered a read with 404. */
  const missing = new Set<string>()

  /** A false event may be all that is known of an archived or missing order, unless a read or an event shows its delivery. */
  const mayCountAsCancelled = (orderId: string): boolean =>
    falselyAnnounced.has(orderId) &&
    (missing.has(orderId) || rankOf(model.order(orderId)?.status ?? '') >= rankOf('DELIVERED')) &&
    deliveries.get(orderId, orderId) === 0

  const isWaitingForDecision = (tap: TapRow): boolean => tap.action === 'requestCancellation' && tap.state === 'sent'

  /** What the kitchen may know of an order: what reads gave, or, without a status in them, where the platform had it. */
  const statusesKnown = (orderId: string): readonly string[] => {
    const order = wishes && model.order(orderId)
    const told =
      order === undefined ? [] : [...order.history.map(({ status }) => status), order.cancelled ? 'CANCELLED' : '']
    return [...(statusesRead.get(orderId) ?? []), ...told]
  }
  /** A step for which the platform does not wait: a mark of the kitchen. */
  const isMark = ({ args }: TapRow): boolean => args.includes('"here":true')

  const look = ({ orderId, status, cancelled }: Ticket): void => {
    if (cancelled && !model.order(orderId)?.cancelled && !falselyAnnounced.has(orderId))
      violations.push(`6: ${orderId} says stop and is not cancelled`)
    if (status === '') return
    const before = shown.get(orderId)
    // An order that was missing for long counts as cancelled by a false event, until a read returns it.
    const isCorrected = before === 'CANCELLED' && falselyAnnounced.has(orderId) && !model.order(orderId)?.cancelled
    if (before !== undefined && !isCorrected && rankOf(status) < rankOf(before)) {
      violations.push(`3: ${orderId} was shown as ${before} and then as ${status}`)
    }
    if (!statusesKnown(orderId).includes(status) && !(status === 'CANCELLED' && falselyAnnounced.has(orderId)))
      violations.push(`3: ${orderId} is shown as ${status}, which no read gave`)
    shown.set(orderId, status)
  }

  const watch: Omit<WireWatch, 'onGiven'> = {
    onAcknowledged(eventIds) {
      for (const eventId of eventIds) {
        if (!eventRow.get(eventId)) violations.push(`1: ${eventId} was acknowledged and is not in the ledger`)
      }
    },
    onMissing(orderId) {
      missing.add(orderId)
    },
    onReturned(orderId, beganAt) {
      readBegan.set(orderId, Math.max(beganAt, readBegan.get(orderId) ?? beganAt))
    },
    onRead(orderId, status) {
      const meaning = model.order(orderId)?.cancelled ? 'CANCELLED' : status
      const read = statusesRead.get(orderId) ?? new Set()
      statusesRead.set(orderId, read.add(status).add(meaning))
    },
    onPost({ orderId, action }: ActRequest, isApplied: boolean) {
      // After a crash the row may already be queued again while its request is still in transit.
      const tap = sendingTap.get(orderId, action) ?? anyTap.get(orderId, action)
      if (!tap) {
        violations.push(`4: ${action} was sent for ${orderId} without a tap`)
        return
      }
      if (isMark(tap)) violations.push(`4: ${action} of ${orderId} is a mark of the kitchen and was sent`)
      const last = lastSent.get(orderId) ?? 0
      if (tap.seq < last) violations.push(`5: ${orderId}: tap ${tap.seq} was sent after tap ${last}`)
      lastSent.set(orderId, Math.max(last, tap.seq))
      postsOfTap.set(tap.tap_id, (postsOfTap.get(tap.tap_id) ?? 0) + 1)
      if (isApplied) applied.add(tap.tap_id)
    },
  }

  /** No read can show the step of an order that was cancelled after it: its event does. */
  const isProvenByEvent = ({ action, order_id: orderId }: TapRow, read: readonly string[]): boolean =>
    read.includes('CANCELLED') &&
    eventTypes.all(orderId).some((type) => type !== 'CANCELLED' && isProof(action, STEP_OF_EVENT[type] ?? type))

  const checkTap = (tapId: string): void => {
    const tap = tapRow.get(tapId)
    if (!tap) {
      violations.push(`4: tap ${tapId} was accepted and is gone`)
      return
    }
    const read = statusesKnown(tap.order_id)
    if (tap.action === 'denyCancellation') {
      if (tap.state === 'confirmed' && !wishes?.wasDenied(tap.order_id))
        violations.push(`4: ${tap.order_id}: a denial counts as confirmed, and the platform did not get it`)
    }
    const isProven = isMark(tap) || tap.action === 'denyCancellation'
    const isSeen = read.some((status) => isProof(tap.action, status)) || isProvenByEvent(tap, read)
    if (!SETTLED.has(tap.state) && !isWaitingForDecision(tap)) {
      violations.push(`4: ${tap.action} of ${tap.order_id} never ended: ${tap.state}`)
    }
    if (tap.state === 'confirmed' && !isProven && !isSeen) {
      violations.push(`4: ${tap.action} of ${tap.order_id} counts as confirmed, which no read proves`)
    }
    if (
      tap.state === 'confirmed' &&
      !isProven &&
      tap.action !== 'requestCancellation' &&
      !wasThere(tap.action, model.order(tap.order_id))
    ) {
      violations.push(`4: ${tap.action} of ${tap.order_id} counts as confirmed, and the platform never made it`)
    }
    if (tap.state === 'conflict' && tap.reason === null) violations.push(`4: ${tapId} was refused without a reason`)
    if (
      tap.state === 'conflict' &&
      tap.reason === 'order-cancelled' &&
      !read.includes('CANCELLED') &&
      !mayCountAsCancelled(tap.order_id)
    ) {
      violations.push(`4: ${tapId} was dropped for a cancellation that was not read`)
    }
    if (tap.state === 'conflict' && NOT_APPLIED.has(tap.reason ?? '') && applied.has(tapId)) {
      violations.push(`4: ${tap.action} of ${tap.order_id} is shown as refused (${tap.reason}) and was applied`)
    }
    if (tap.state === 'undone' && (postsOfTap.get(tapId) ?? 0) > 0) violations.push(`4: ${tapId} was undone and sent`)
  }

  /** The last request of each open order is shown with the state that it has on the platform. */
  const checkCancellations = (): void => {
    for (const { order_id, state, reason } of cancellations.all()) {
      const order = model.order(order_id)
      if (!order || rankOf(order.status) >= rankOf('DELIVERED')) continue
      if (state === 'sent' && !order.cancellationRequested) {
        violations.push(`4: ${order_id} waits for a decision about a request that the platform has decided`)
      }
      if (state === 'conflict' && NO_OPEN_REQUEST.has(reason ?? '') && order.cancellationRequested) {
        violations.push(`4: ${order_id} shows an open request as refused (${reason})`)
      }
    }
  }

  return {
    watch,
    beginLife(board: ShopBoard): void {
      for (const ticket of board.tickets()) look(ticket)
      board.onChanged((changed) => {
        for (const ticket of changed) look(ticket)
      })
    },
    isHeld: (tapId: string): boolean => tapRow.get(tapId)?.state === 'held',
    /** An event states this order as cancelled, and the platform goes on with it. */
    announcedFalsely(orderId: string): void {
      falselyAnnounced.add(orderId)
    },
    /** Call after each event of the history, with the true time. */
    observe(now: number): void {
      for (const { event_id: eventId, order_id: orderId } of cancelledEvents.all()) {
        if (knownStops.has(eventId)) continue
        knownStops.add(eventId)
        stops.set(orderId, { eventId, notBefore: observedAt, notAfter: now })
      }
      observedAt = now
    },
    /** Call when the program has run for some time. An order says stop while no read since the event has returned it. */
    checkStops(board: ShopBoard, storedBefore: number): void {
      for (const { orderId, status, cancelled } of board.tickets()) {
        const stop = stops.get(orderId)
        if (stop === undefined || stop.notAfter > storedBefore || rankOf(status) >= rankOf('DELIVERED')) continue
        const isUnread = (readBegan.get(orderId) ?? Number.NEGATIVE_INFINITY) < stop.notBefore
        if (isUnread && !cancelled)
          violations.push(`6: ${orderId} does not say stop, and no read contradicts its cancellation`)
      }
    },
    /** The orders with a stored event of a cancellation. */
    announced: (): readonly string[] => announced.all(),
    /** Call some time after `announced`. Staff know of each cancellation, also of one that no read has shown. */
    checkTold(board: ShopBoard, orderIds: readonly string[]): void {
      for (const { orderId, status, cancelled, cancellationAnnounced } of board.tickets()) {
        const isTold = cancelled !== undefined || cancellationAnnounced === true
        if (
          !isTold &&
          orderIds.includes(orderId) &&
          !falselyAnnounced.has(orderId) &&
          rankOf(status) < rankOf('DELIVERED')
        )
          violations.push(`6: staff do not know that ${orderId} is cancelled`)
      }
    },
    tapped(tapId: string): void {
      accepted.push(tapId)
    },
    undone(tapId: string): void {
      undoneTaps.push(tapId)
    },
    /** What would be lost with this connection. */
    whatIsOpen: (): readonly string[] => [
      ...openTaps.all().map(({ action, order_id }) => `${action} of ${order_id}`),
      ...[...shown].flatMap(([orderId, status]) => (rankOf(status) < rankOf('DELIVERED') ? [orderId] : [])),
    ],
    isQuiet: (): boolean =>
      unacknowledged.get() === 0 &&
      toRead.get() === 0 &&
      model.pending(CREDENTIAL).length === 0 &&
      openTaps.all().every(isWaitingForDecision),
    verdict(board: ShopBoard, orderIds: readonly string[]): readonly string[] {
      // Automatic acceptances and the second tap of a touch have the same rules as taps by hand.
      for (const tapId of new Set([...accepted, ...tapIds.all()])) checkTap(tapId)
      checkCancellations()
      for (const { order_id, acceptances } of automatic.all()) {
        if (acceptances > 1) violations.push(`4: ${order_id} was accepted by the rules ${acceptances} times`)
      }
      for (const tapId of undoneTaps) {
        if (tapRow.get(tapId)?.state !== 'undone') violations.push(`4: ${tapId} was reported as undone and is not`)
      }
      for (const { order_id, events, received } of effects.all()) {
        if (events !== received) violations.push(`2: ${order_id}: ${events} events had ${received} effects`)
      }
      // A tap may be durable although its answer was lost when the program crashed.
      if ((tapCount.get() ?? 0) < accepted.length) violations.push('4: an accepted tap left no row')
      for (const { eventId } of model.pending(CREDENTIAL)) violations.push(`6: event ${eventId} was never acknowledged`)
      const tickets = new Map(board.tickets().map((ticket) => [ticket.orderId, ticket]))
      for (const orderId of orderIds) {
        const order = model.order(orderId)
        const actual = statusAtPlatform(order)
        const ticket = tickets.get(orderId)
        const isOver = actual === 'DELIVERED' || actual === 'CONCLUDED' || actual === 'CANCELLED'
        if (!ticket && !isOver) violations.push(`6: order ${orderId} (${actual}) is not on the board`)
        const isDoubtful = ticket?.status === 'CANCELLED' && mayCountAsCancelled(orderId)
        if (ticket && ticket.status !== actual && !isDoubtful)
          violations.push(`6: ${orderId} is ${actual} and shown as ${ticket.status}`)
        if (ticket?.cancellationAnnounced && !falselyAnnounced.has(orderId))
          violations.push(`6: the cancellation of ${orderId} is still not verified`)
        if (ticket?.cancelled && actual !== 'CANCELLED' && !isDoubtful)
          violations.push(`6: ${orderId} says stop to the end`)
        // An order that was deleted before its first read shows no wish.
        if (ticket?.reading === 'read' && wishes && (ticket.wish !== undefined) !== wishes.isOpen(orderId))
          violations.push(
            `6: ${orderId} ${ticket.wish ? 'asks for an answer that nobody waits for' : 'hides its customer’s wish'}`,
          )
        if (ticket && actual === 'CANCELLED' && !ticket.cancelled) violations.push(`6: ${orderId} does not say stop`)
      }
      return violations
    },
  }
}
