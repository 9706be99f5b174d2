import { isOver } from '../../shared/order/lifecycle.ts'
import { statusByEvents } from '../../shared/order/moves/moves.ts'
import { type ParsedOrder, parseOrder } from '../../shared/order/order.ts'
import { CANCELLATION_JUDGEMENTS, type CancellationWorth, worthOf } from '../../shared/ticket/announced-cancellation.ts'
import type { OrderReading, TicketSource } from '../../shared/ticket/projection-source.ts'
import type { TapStatus, TapView } from '../../shared/ticket/ticket.ts'
import type { EarlierOrder, Ledger, OrderRecord, StoredEvent, Tap, TapState } from '../storage/ports.ts'
import { isHandedOver } from '../sync/settle-taps.ts'

/** `sending` and `disputed` are shown as `queued` and `sent`. */
const STATUS_OF: Readonly<Record<Exclude<TapState, 'undone'>, TapStatus>> = {
  held: 'held',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  disputed: 'sent',
  confirmed: 'confirmed',
  concluded: 'concluded',
  conflict: 'conflict',
}

/**
 * A tap as the screen shows it; `undefined` for one that was taken back.
 */
export function tapViewOf(tap: Tap): TapView | undefined {
  if (tap.state === 'undone') return undefined
  const truth = STATUS_OF[tap.state]
  return {
    tapId: tap.tapId,
    action: tap.action,
    truth,
    tappedAt: tap.tappedAt,
    holdUntil: truth === 'held' ? tap.holdUntil : undefined,
    reason: tap.reason,
    detail: truth === 'conflict' ? tap.detail : undefined,
    follows: tap.args.follows,
    automatic: tap.args.automatic === undefined ? undefined : true,
    by: tap.args.by,
    here: tap.args.here,
  }
}

function readingOf(record: OrderRecord, parsed: ParsedOrder, events: readonly StoredEvent[]): OrderReading {
  if (parsed.ok) {
    // The ledger has the status of the last read. A damaged or older cache must not move the ticket back.
    const { order } = parsed
    const read = record.status ?? order.status
    const status = order.handling ? statusByEvents([read], events, order.fulfillment.orderType) : read
    return {
      kind: 'read',
      order: { ...order, status },
      isOutdated: record.problem !== undefined,
    }
  }
  const { problem, status = '' } = record
  // No read of an order that has ended is on its way: the platform may have deleted it before the first one.
  return problem === undefined && !isOver(status) ? { kind: 'loading' } : { kind: 'unreadable', status }
}

/** A host's own word for "start now" (docs/protocol.md, "Open Delivery 1.x"). */
const START_NOW = 'RECOMMENDED_PREPARATION_START'

const eventsFor = (parsed: ParsedOrder, events: readonly StoredEvent[]): readonly StoredEvent[] =>
  parsed.ok && parsed.order.handling !== undefined
    ? events.map((event) => (event.eventType === START_NOW ? { ...event, eventType: 'PREPARATION_REQUESTED' } : event))
    : events

export type SourceContext = {
  readonly isRecalled: boolean
  /** The order as staff saw it last, when it changed since. */
  readonly earlier?: EarlierOrder | undefined
}

function earlierOf(earlier: EarlierOrder | undefined): TicketSource['earlier'] {
  const parsed = earlier && parseOrder(JSON.parse(earlier.text))
  return parsed?.ok ? { order: parsed.order, at: earlier?.changedAt ?? 0 } : undefined
}

/** Whether the platform took a cancellation back after the last touch. */
function isWithdrawn({ orderId, status, statusBeforeCancellation }: OrderRecord, ledger: Ledger): boolean {
  if (statusBeforeCancellation === undefined || status === 'CANCELLED') return false
  return ledger.countOf(orderId, 'cancellation-withdrawn', (ledger.alarmQuietedAt(orderId) ?? 0) + 1) > 0
}

/** What the latest event of a cancellation is worth; `undefined` without one. */
function cancellationWorthOf(
  { orderId, status }: OrderRecord,
  events: readonly StoredEvent[],
  ledger: Ledger,
): CancellationWorth | undefined {
  const event = events.findLast(({ eventType }) => eventType === 'CANCELLED')
  if (event === undefined) return undefined
  // An order that was archived after its hand-over is not cancelled.
  if (status === 'CONCLUDED' && isHandedOver({ events, statusesRead: ledger.recordedDetails(orderId, 'read') }))
    return 'refuted'
  return worthOf(event, {
    contradicted: ledger.recordedDetails(orderId, CANCELLATION_JUDGEMENTS.contradicted),
    refuted: ledger.recordedDetails(orderId, CANCELLATION_JUDGEMENTS.refuted),
  })
}

/** Collects the data of a ticket from the ledger and the order as last read. All times by the platform's clock. */
export function ticketSourceOf(
  record: OrderRecord,
  ledger: Ledger,
  parsed: ParsedOrder,
  { isRecalled, earlier }: SourceContext,
): TicketSource {
  const { orderId } = record
  const events = eventsFor(parsed, ledger.decidingEvents(orderId))
  return {
    orderId,
    reading: readingOf(record, parsed, events),
    firstSeenAt: record.firstSeenAt,
    events,
    taps: ledger.tapsOf(orderId).flatMap((tap) => tapViewOf(tap) ?? []),
    struckLines: ledger.struckLines(orderId),
    marks: ledger.kitchenMarks(orderId),
    earlier: earlierOf(earlier),
    cancellationWithdrawn: isWithdrawn(record, ledger),
    firstStatus: ledger.firstStatus(orderId),
    firstShownAt: ledger.firstShownAt(orderId),
    readyReadAt: ledger.firstReadAt(orderId, 'READY'),
    endedAt: record.endedAt,
    cancellationAcknowledged: record.cancellationAcknowledgedAt !== undefined,
    statusBeforeCancellation: record.statusBeforeCancellation,
    startedByHand: record.startedByHandAt !== undefined,
    alarmQuietedAt: ledger.alarmQuietedAt(orderId),
    recalled: isRecalled,
    statusKnown: record.status,
    cancellationWorth: cancellationWorthOf(record, events, ledger),
  }
}
