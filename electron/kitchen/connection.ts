import type { Spoken } from '../../shared/contract/platforms.ts'
import type { ConnectionMark, Ticket } from '../../shared/ticket/ticket.ts'
import { type Slot, ticketKey } from '../../shared/ticket/ticket-key.ts'
import type { Admit } from '../core/admission.ts'
import type { Core } from '../core/core.ts'
import type { PrintMarks } from '../printing/print-service.ts'

/** One connection of a kitchen, with its core. */
export type KitchenConnection = {
  readonly slot: Slot
  /** Its name and colour, shown where the kitchen has several connections. */
  readonly mark: () => ConnectionMark
  readonly core: Core
  /** Of its own storage and queue. */
  readonly admit: Admit
  /** How its platform is spoken to. */
  readonly spoken: () => Spoken
  readonly printMarks: PrintMarks
}

/** Platforms' clocks that differ by less are shown as one. */
export const SAME_CLOCK_MS = 2_000

type Shift = (at: number) => number
const shiftMaybe = (at: number | undefined, shift: Shift): number | undefined =>
  at === undefined ? undefined : shift(at)

const shiftedTap = (tap: Ticket['tap'], shift: Shift): Ticket['tap'] =>
  tap && { ...tap, tappedAt: shift(tap.tappedAt), holdUntil: shiftMaybe(tap.holdUntil, shift) }

type FactChange = NonNullable<NonNullable<Ticket['changes']>['facts']>[number]

/** Times among the changed facts are texts. */
function shiftedFact(change: FactChange, shift: Shift): FactChange {
  const shifted = (at: string | undefined): string | undefined => (at === undefined ? at : String(shift(Number(at))))
  return change.fact === 'time' || change.fact === 'start'
    ? { ...change, was: shifted(change.was), now: shifted(change.now) }
    : change
}

/** A ticket whose instants are those of another clock. */
function shiftedTicket(ticket: Ticket, shift: Shift): Ticket {
  const { wish, cancelled, changes } = ticket
  const maybe = (at: number | undefined): number | undefined => shiftMaybe(at, shift)
  return {
    ...ticket,
    createdAt: shift(ticket.createdAt),
    dueAt: maybe(ticket.dueAt),
    startAt: maybe(ticket.startAt),
    confirmBy: maybe(ticket.confirmBy),
    heldUntil: maybe(ticket.heldUntil),
    courierSince: maybe(ticket.courierSince),
    readySince: maybe(ticket.readySince),
    wish: wish && { ...wish, since: shift(wish.since), answerBy: maybe(wish.answerBy) },
    cancelled: cancelled && { ...cancelled, at: shift(cancelled.at) },
    changes: changes && {
      ...changes,
      at: shift(changes.at),
      facts: changes.facts?.map((one) => shiftedFact(one, shift)),
    },
    lines: ticket.lines.map((line) =>
      line.again === undefined ? line : { ...line, again: { ...line.again, since: shift(line.again.since) } },
    ),
    tap: shiftedTap(ticket.tap, shift),
    pairedTap: shiftedTap(ticket.pairedTap, shift),
  }
}

/** How far the clock of a connection is behind that of the board, in ms; 0 when they count as the same. */
export function clockGap({ core }: KitchenConnection, boardNow: () => number): number {
  const gap = boardNow() - core.platformNow()
  return Math.abs(gap) < SAME_CLOCK_MS ? 0 : gap
}

/** A ticket as the kitchen shows it: with its key, the name of its platform, and the instants of the board's clock. */
export function ticketInKitchen(
  ticket: Ticket,
  { slot, mark }: Pick<KitchenConnection, 'slot' | 'mark'>,
  { isOnly, gapMs }: { readonly isOnly: boolean; readonly gapMs: number },
): Ticket {
  const key = ticketKey(slot, ticket.orderId)
  if (isOnly && key === ticket.orderId) return ticket
  const timed = gapMs === 0 ? ticket : shiftedTicket(ticket, (at) => at + gapMs)
  return { ...timed, orderId: key, platformOrderId: ticket.orderId, ...(isOnly ? {} : { connection: mark() }) }
}
