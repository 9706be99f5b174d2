import { parseOrder } from '../../shared/order.ts'
import { assertNever } from '../../shared/result.ts'
import type { TapView, Truth } from '../../shared/ticket.ts'
import type { OrderReading, TicketSource } from '../../shared/ticket-projection.ts'
import type { Ledger, OrderCache, OrderRecord, Tap, TapState } from '../storage/ports.ts'

function truthOf(state: Exclude<TapState, 'undone'>): Truth {
  switch (state) {
    case 'held':
    case 'queued':
    case 'sent':
    case 'confirmed':
    case 'conflict':
      return state
    case 'sending':
      return 'queued'
    case 'disputed':
      return 'sent'
    default:
      return assertNever(state)
  }
}

/** A tap as the screen sees it; `undefined` for one that was taken back. */
export function tapViewOf(tap: Tap): TapView | undefined {
  if (tap.state === 'undone') return undefined
  const truth = truthOf(tap.state)
  return {
    tapId: tap.tapId,
    action: tap.action,
    truth,
    tappedAt: tap.tappedAt,
    holdUntil: truth === 'held' ? tap.holdUntil : undefined,
    reason: tap.reason,
    detail: truth === 'conflict' ? tap.detail : undefined,
  }
}

function readingOf(record: OrderRecord, cache: Pick<OrderCache, 'body'>): OrderReading {
  const parsed = parseOrder(cache.body(record.orderId))
  if (parsed.ok) {
    // The ledger's status is the one that was read last: a damaged or older cache must not move the ticket back.
    return { kind: 'read', order: { ...parsed.order, status: record.status ?? parsed.order.status } }
  }
  return record.problem === undefined ? { kind: 'loading' } : { kind: 'unreadable', status: record.status ?? '' }
}

/** Gathers what a card is made of from the two databases. */
export function ticketSourceOf(record: OrderRecord, ledger: Ledger, cache: Pick<OrderCache, 'body'>): TicketSource {
  const { orderId } = record
  return {
    orderId,
    reading: readingOf(record, cache),
    firstSeenAt: record.firstSeenAt,
    events: ledger.eventsOf(orderId),
    taps: ledger.tapsOf(orderId).flatMap((tap) => tapViewOf(tap) ?? []),
    struckLines: ledger.struckLines(orderId),
    cancellationAcknowledged: record.cancellationAcknowledgedAt !== undefined,
    statusBeforeCancellation: record.statusBeforeCancellation,
    startedByHand: record.startedByHandAt !== undefined,
  }
}
