import type { ParsedOrder } from '../../shared/order.ts'
import { assertNever } from '../../shared/result.ts'
import type { TapView, Truth } from '../../shared/ticket.ts'
import type { OrderReading, TicketSource } from '../../shared/ticket-projection.ts'
import type { Ledger, OrderRecord, Tap, TapState } from '../storage/ports.ts'

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

/**
 * A tap as the screen sees it; `undefined` for one that was taken back. Times are written down by this machine's clock and
 * shown by the platform's, which is `offsetMs` ahead: a wrong clock here must not turn an undo of 5 s into one of hours.
 */
export function tapViewOf(tap: Tap, offsetMs: number): TapView | undefined {
  if (tap.state === 'undone') return undefined
  const truth = truthOf(tap.state)
  return {
    tapId: tap.tapId,
    action: tap.action,
    truth,
    tappedAt: tap.tappedAt + offsetMs,
    holdUntil: truth === 'held' ? tap.holdUntil + offsetMs : undefined,
    reason: tap.reason,
    detail: truth === 'conflict' ? tap.detail : undefined,
    follows: tap.args.follows,
    automatic: tap.args.automatic === undefined ? undefined : true,
  }
}

function readingOf(record: OrderRecord, parsed: ParsedOrder): OrderReading {
  if (parsed.ok) {
    // The ledger's status is the one that was read last: a damaged or older cache must not move the ticket back.
    return {
      kind: 'read',
      order: { ...parsed.order, status: record.status ?? parsed.order.status },
      isOutdated: record.problem !== undefined,
    }
  }
  return record.problem === undefined ? { kind: 'loading' } : { kind: 'unreadable', status: record.status ?? '' }
}

export type SourceSurroundings = {
  /** What to add to this machine's clock to have the platform's, in ms. */
  readonly offsetMs: number
  readonly isRecalled: boolean
}

/** Gathers what a card is made of from the ledger and the order as last read, all times by the platform's clock. */
export function ticketSourceOf(
  record: OrderRecord,
  ledger: Ledger,
  parsed: ParsedOrder,
  { offsetMs, isRecalled }: SourceSurroundings,
): TicketSource {
  const { orderId } = record
  const quietedAt = ledger.alarmQuietedAt(orderId)
  return {
    orderId,
    reading: readingOf(record, parsed),
    firstSeenAt: record.firstSeenAt + offsetMs,
    events: ledger.eventsOf(orderId).map((event) => ({ ...event, receivedAt: event.receivedAt + offsetMs })),
    taps: ledger.tapsOf(orderId).flatMap((tap) => tapViewOf(tap, offsetMs) ?? []),
    struckLines: ledger.struckLines(orderId),
    cancellationAcknowledged: record.cancellationAcknowledgedAt !== undefined,
    statusBeforeCancellation: record.statusBeforeCancellation,
    startedByHand: record.startedByHandAt !== undefined,
    alarmQuietedAt: quietedAt === undefined ? undefined : quietedAt + offsetMs,
    recalled: isRecalled,
    statusKnown: record.status,
  }
}
