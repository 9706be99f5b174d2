import type { CallsAtScreen } from '../../../shared/channels.ts'
import type { ActArgs, CallArgs } from '../../../shared/contract.ts'
import { movesFrom, type OrderAction, projectStatus } from '../../../shared/lifecycle.ts'
import { PART_OF_LINE } from '../../../shared/order-changes.ts'
import type { Settings } from '../../../shared/settings.ts'
import type { TapView, Ticket, TicketLine } from '../../../shared/ticket.ts'
import { isPending, laneOf } from '../../../shared/ticket-projection.ts'

const SECOND_MS = 1_000

/** Calls that a screen stores until the station has judged them. */
export type KeptCall = CallsAtScreen<'tap' | 'kept'>

/** A tap or mark of this screen that the station's board does not show yet. */
export type OverlayItem = {
  [C in KeptCall]: {
    readonly id: string
    readonly call: C
    readonly orderId: string
    readonly args: CallArgs<C>
    /** Epoch ms of the platform's clock. */
    readonly madeAt: number
  }
}[KeptCall]

export type OverlayRules = Pick<Settings, 'undoSeconds' | 'dialect'>

function tapViewOf(item: { id: string; args: ActArgs; madeAt: number }, rules: OverlayRules, now: number): TapView {
  const holdUntil = item.madeAt + rules.undoSeconds * SECOND_MS
  const isHeld = now < holdUntil
  return {
    tapId: item.id,
    action: item.args.action,
    truth: isHeld ? 'held' : 'here',
    tappedAt: item.madeAt,
    ...(isHeld ? { holdUntil } : {}),
  }
}

function withTap(ticket: Ticket, tap: TapView, pending: readonly OrderAction[], rules: OverlayRules): Ticket {
  const own = pending.filter((action) => action !== 'validateCode')
  const known = ticket.tap !== undefined && isPending(ticket.tap) ? [ticket.tap.action] : []
  const workStatus = projectStatus(ticket.status, [...known, ...own])
  const asksToCancel = own.includes('requestCancellation') || ticket.cancellationRequest === 'waiting'
  const moves = movesFrom({ status: workStatus, orderType: ticket.orderType }, rules.dialect)
  const isHeld = tap.truth === 'held'
  return {
    ...ticket,
    tap,
    pairedTap: undefined,
    // As at the station: no next step is offered while a tap can still be undone.
    actions: moves.filter((action) =>
      action === 'requestCancellation' ? !asksToCancel : !isHeld || action === 'validateCode',
    ),
    lane: isHeld || ticket.recalled ? ticket.lane : laneOf(workStatus, ticket.lane === 'scheduled'),
    // A person has seen the order.
    alarm: ticket.alarm === 'cancelled' ? ticket.alarm : undefined,
  }
}

/** The ticket after a touch: what changed is no longer marked. */
const asSeen = (ticket: Ticket): Ticket => ({
  ...ticket,
  changes: undefined,
  cancellationWithdrawn: undefined,
  lines: ticket.lines.map(({ isAdded: _added, was: _was, ...line }) => line),
})

/** The line with the mark of itself, or of the part that a station makes. */
function withMark(line: TicketLine, lineId: string, struck: boolean): TicketLine {
  if (line.lineId === lineId) return { ...line, struck }
  if (!lineId.startsWith(`${line.lineId}${PART_OF_LINE}`)) return line
  const others = (line.struckParts ?? []).filter((mark) => mark !== lineId)
  return { ...line, struckParts: struck ? [...others, lineId] : others }
}

/** The station's ticket with the effect of `items`, which the station has not judged yet. `items`: oldest first. */
export function withKeptItems(ticket: Ticket, items: readonly OverlayItem[], rules: OverlayRules, now: number): Ticket {
  const actions: OrderAction[] = []
  let shown = ticket
  for (const item of items) {
    switch (item.call) {
      case 'order:act':
        actions.push(item.args.action)
        // A cancelled order takes no step: the station will refuse this tap.
        shown =
          ticket.cancelled === undefined
            ? withTap(shown, tapViewOf(item, rules, now), actions, rules)
            : { ...shown, tap: tapViewOf(item, rules, now) }
        break
      case 'order:quiet-alarm':
        // A touch has seen the changes as well.
        shown = { ...(item.args.how === 'opened' ? asSeen(shown) : shown), alarm: undefined }
        break
      case 'order:acknowledge-cancellation':
        shown = shown.cancelled
          ? { ...shown, alarm: undefined, cancelled: { ...shown.cancelled, acknowledged: true } }
          : shown
        break
      case 'order:strike-line': {
        const { lineId, struck } = item.args
        shown = { ...shown, lines: shown.lines.map((line) => withMark(line, lineId, struck)) }
        break
      }
    }
  }
  return shown
}
