import type { ActArgs } from '../../../shared/contract/contract.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { PART_OF_LINE } from '../../../shared/order/order-changes.ts'
import { MARK_ENTRIES } from '../../../shared/ticket/kitchen-marks.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { partsOfKey, type Slot } from '../../../shared/ticket/ticket-key.ts'
import { rowsOfTouch } from '../../core/rows-of-touch.ts'
import type { Ledger } from '../../storage/ports.ts'

/** What a screen knows of its shop when it becomes the main computer. All times by the platform's clock. */
export type ScreenKnowledge = {
  /** With the taps and marks of this screen. */
  readonly tickets: readonly Ticket[]
  /** Taps of this screen that the former main computer has not judged, oldest first. */
  readonly taps: readonly { readonly id: string; readonly args: ActArgs; readonly madeAt: number }[]
  /** Of the kitchen. `undefined`: they never came. */
  readonly settings: Settings | undefined
  /** When the board was last seen. */
  readonly seenAt: number
}

/** The part of one connection, with the platform's own order ids. */
export const knowledgeOfSlot = (known: ScreenKnowledge, slot: Slot): ScreenKnowledge => ({
  ...known,
  tickets: known.tickets.flatMap((ticket) => {
    const parts = partsOfKey(ticket.orderId)
    return parts.slot === slot ? [{ ...ticket, orderId: parts.orderId }] : []
  }),
  taps: known.taps.flatMap((tap) => {
    const parts = partsOfKey(tap.args.orderId)
    return parts.slot === slot ? [{ ...tap, args: { ...tap.args, orderId: parts.orderId } }] : []
  }),
})

/** What staff have struck, and which dishes they make again. */
function adoptLines(ledger: Ledger, { orderId, lines }: Ticket, at: number): void {
  for (const { lineId, struck, struckParts = [], again } of lines) {
    const made = again && lines.find((line) => !line.again && lineId.startsWith(`${line.lineId}${PART_OF_LINE}`))
    if (again && made) ledger.makeAgain(orderId, made.lineId, again.reason, again.since)
    for (const mark of struck ? [lineId, ...struckParts] : struckParts) ledger.strikeLine(orderId, mark, true, at)
  }
}

/** What the ticket shows of the work of staff. */
function adoptTicket(ledger: Ledger, ticket: Ticket, at: number): void {
  const { orderId, cancelled, lane, startAt = 0, heldUntil } = ticket
  // The platform may answer `CONCLUDED` from now on, which does not name a cancellation.
  const status = cancelled === undefined ? ticket.status : 'CANCELLED'
  if (status !== '') ledger.recordRead({ orderId, generation: undefined, status, at, readAt: at, settlements: [] })
  ledger.markToRead([orderId], at)
  adoptLines(ledger, ticket, at)
  if (ticket.isFirst) ledger.moveFirst(orderId, true, at)
  if (ticket.bag) ledger.tickBag(orderId, ticket.bag.ticked, true, { at })
  if (ticket.bag?.bags !== undefined) ledger.countBags(orderId, ticket.bag.bags, { at })
  if (ticket.isCodeRight) ledger.addTimeline({ orderId, at, kind: MARK_ENTRIES.codeRight })
  if (heldUntil !== undefined) ledger.holdOrder(orderId, heldUntil, at)
  else if (lane === 'preparing' && startAt > at) ledger.startByHand(orderId, at)
  if (cancelled?.acknowledged) ledger.acknowledgeCancellation(orderId, at)
  if (ticket.alarm === undefined) ledger.quietAlarm(orderId, 'silenced', at)
  if (ticket.recalled) ledger.recallOrder(orderId, true, at)
}

/** Stores a tap, unless the order has one of the same step. A read of the order comes before it is sent. */
function adoptTap(
  ledger: Ledger,
  { id: tapId, args, madeAt }: ScreenKnowledge['taps'][number],
  ticket: Ticket | undefined,
  newId: () => string,
): void {
  const { orderId, action } = args
  const isSameStep = ledger
    .tapsOf(orderId)
    .some((tap) => tap.action === action && tap.state !== 'conflict' && tap.state !== 'undone')
  if (isSameStep) return
  const settings = { ...ledger.facts.settings.get(), undoSeconds: 0 }
  ledger.addTaps(rowsOfTouch(ticket, args, { tapId }, { settings, now: madeAt, newId }).taps)
}

/**
 * Brings what a screen knows into the ledger with which it becomes the main computer. Orders that the ledger lacks come from
 * the board; every open order is read from the platform before anything is sent for it.
 */
export function adoptBoard(ledger: Ledger, known: ScreenKnowledge, now: number, newId: () => string): void {
  ledger.inTransaction(() => {
    // The other screens know the key of the former main computer.
    ledger.facts.devices.set('[]')
    const tickets = new Map(known.tickets.map((ticket) => [ticket.orderId, ticket]))
    for (const ticket of tickets.values()) {
      if (ledger.order(ticket.orderId) === undefined) adoptTicket(ledger, ticket, Math.min(known.seenAt, now))
    }
    for (const tap of known.taps) adoptTap(ledger, tap, tickets.get(tap.args.orderId), newId)
    ledger.markToRead(
      known.taps.map(({ args }) => args.orderId),
      now,
    )
    ledger.markOpenOrdersToRead(now)
  })
}
