import type { z } from 'zod'
import { type CallName, type CallsAtScreen, callRow } from '../../../shared/contract/calls.ts'
import { type ActArgs, type CallArgs, type CallResult, contract } from '../../../shared/contract/contract.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { isCodeCheck, isWishAnswer, type OrderAction, projectStatus } from '../../../shared/order/lifecycle.ts'
import { movesAt } from '../../../shared/order/moves/moves.ts'
import { PART_OF_LINE } from '../../../shared/order/order-changes.ts'
import { fail } from '../../../shared/result.ts'
import { againLine, NO_MARKS, withTicks } from '../../../shared/ticket/kitchen-marks.ts'
import { laneOf } from '../../../shared/ticket/order-turn.ts'
import type { TapView, Ticket, TicketLine } from '../../../shared/ticket/ticket.ts'
import { movesHere } from '../../../shared/ticket/ticket-projection.ts'
import type { Log } from '../../logging/log-port.ts'
import type { KeptItem, ScreenStore } from '../../storage/screen-store.ts'
import { durably } from './screen-facts.ts'

/** Longer than a call waits for its answer (pending-calls.ts). */
const VERDICT_MS = 20_000
/** More than a kitchen taps in a day without its main computer. */
const MAX_ITEMS = 2_000

/** An unknown name has the row of a practice, which keeps nothing. */
const isKeptCall = (call: string): call is KeptCall => ['tap', 'kept'].includes(callRow(call as CallName).atScreen)

/** `sentAt`: monotonic ms, in this run. */
type Live = { readonly item: OverlayItem; wasSent: boolean; sentAt?: number }

/** Taps and marks of this screen that the main computer's board does not show yet. */
export interface KeptItems {
  /** Durable when it returns `ok`. */
  keep(item: OverlayItem): CallResult<null>
  /** The items of one order, oldest first. */
  of(orderId: string): readonly OverlayItem[]
  orderIds(): readonly string[]
  /** Oldest first. */
  all(): readonly OverlayItem[]
  find(id: string):
    | {
        readonly item: OverlayItem
        readonly wasSent: boolean
      }
    | undefined
  /** `at`: monotonic ms. */
  recordSent(id: string, at: number): void
  /** Items that were sent and got no verdict in time, although the connection works. */
  overdue(now: number): readonly OverlayItem[]
  /** Removes an item that was undone before it was sent. */
  drop(id: string): CallResult<null>
  /** Removes all items, for a screen that was removed: no main computer will judge them. Returns their orders. */
  erase(): readonly string[]
  /** Removes an item that the main computer has judged. Its board shows the effect. */
  settle(id: string): void
}

const readItem = ({ id, call, orderId, args, madeAt }: KeptItem): OverlayItem | undefined => {
  if (!isKeptCall(call)) return undefined
  const read = (contract[call].args as z.ZodType).safeParse(args)
  // The arguments were read with the schema of this call. The compiler cannot follow that through the union.
  return read.success ? ({ id, call, orderId, args: read.data, madeAt } as OverlayItem) : undefined
}

export function createKeptItems(store: ScreenStore | undefined, log: Log): KeptItems {
  const live = new Map<string, Live>()

  for (const kept of store?.items() ?? []) {
    const item = readItem(kept)
    if (item === undefined) {
      log.error('kept-item-unreadable')
      continue
    }
    // The previous run may have sent it.
    live.set(item.id, { item, wasSent: true })
  }

  const all = (): readonly OverlayItem[] => [...live.values()].map(({ item }) => item)
  /** When the disk refuses this, the item is sent again after the next start; the main computer recognises its id. */
  const settle = (id: string): void => {
    live.delete(id)
    durably(store, log, (from) => from.settle(id))
  }

  return {
    keep(item) {
      if (live.size >= MAX_ITEMS) return fail('storage', 'Too many taps wait for the main computer')
      const kept = durably(store, log, (into) => into.keep(item))
      if (kept.ok) live.set(item.id, { item, wasSent: false })
      return kept
    },
    of: (orderId) => all().filter((item) => item.orderId === orderId),
    orderIds: () => [...new Set(all().map(({ orderId }) => orderId))],
    all,
    find: (id) => live.get(id),
    recordSent(id, at) {
      const known = live.get(id)
      if (known === undefined) return
      known.wasSent = true
      known.sentAt = at
    },
    overdue: (now) =>
      [...live.values()].flatMap(({ item, sentAt }) =>
        sentAt !== undefined && now - sentAt >= VERDICT_MS ? [item] : [],
      ),
    drop(id) {
      const dropped = durably(store, log, (from) => from.settle(id))
      if (dropped.ok) live.delete(id)
      return dropped
    },
    erase() {
      const items = all()
      for (const { id } of items) settle(id)
      return items.map(({ orderId }) => orderId)
    },
    settle,
  }
}

const SECOND_MS = 1_000

/** Calls that a screen stores until the main computer has judged them. */
type KeptCall = CallsAtScreen<'tap' | 'kept'>

/** A tap or mark of this screen that the main computer's board does not show yet. */
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

type OverlayRules = Pick<Settings, 'undoSeconds' | 'dialect'>

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
  const own = pending.filter((action) => !isCodeCheck(action))
  const known = ticket.tap !== undefined && movesHere(ticket.tap) ? [ticket.tap.action] : []
  const workStatus = projectStatus(ticket.status, [...known, ...own])
  const asksToCancel = own.includes('requestCancellation') || ticket.cancellationRequest === 'waiting'
  const { orderType, handling } = ticket
  const hasWish = ticket.wish !== undefined && !own.some(isWishAnswer)
  const position = {
    status: workStatus,
    orderType,
    handling,
    learned: new Set(ticket.hereOnly),
    hasWish,
    mayDeny: ticket.wish?.mayDeny,
    mayOffer: ticket.wish?.offers !== undefined,
    asksCourierCode: ticket.actions.includes('validatePickupCode'),
  }
  const moves = movesAt(position, rules.dialect)
  const isHeld = tap.truth === 'held'
  return {
    ...ticket,
    tap,
    pairedTap: undefined,
    // As at the main computer: no next step is offered while a tap can still be undone.
    actions: moves.filter((action) =>
      action === 'requestCancellation' ? !asksToCancel : !isHeld || isCodeCheck(action),
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
  cancellationAnnounced: undefined,
  lines: ticket.lines.map(({ isAdded: _added, was: _was, ...line }) => line),
})

/** The line with the mark of itself, or of the part that a station makes. */
function withMark(line: TicketLine, lineId: string, struck: boolean): TicketLine {
  if (line.lineId === lineId) return { ...line, struck }
  if (!lineId.startsWith(`${line.lineId}${PART_OF_LINE}`)) return line
  const others = (line.struckParts ?? []).filter((mark) => mark !== lineId)
  return { ...line, struckParts: struck ? [...others, lineId] : others }
}

function withHold(ticket: Ticket, until: number | null): Ticket {
  if (ticket.cancelled || ticket.lane === 'ready' || ticket.lane === 'done') return ticket
  if (until !== null)
    return { ...ticket, lane: 'scheduled', startAt: until, heldUntil: until, isFirst: undefined, alarm: undefined }
  // The main computer knows its own start.
  return ticket.heldUntil === undefined
    ? ticket
    : { ...ticket, lane: laneOf(ticket.status, false), startAt: undefined, heldUntil: undefined }
}

/** The ticket with one more dish of a line that is made again. */
function withLineAgain(ticket: Ticket, { lineId, reason }: CallArgs<'order:make-again'>, madeAt: number): Ticket {
  const at = ticket.lines.findIndex((line) => line.lineId === lineId)
  const line = ticket.lines[at]
  if (line === undefined) return ticket
  const known = ticket.lines.filter(
    (other) => other.again !== undefined && other.lineId.startsWith(`${lineId}${PART_OF_LINE}`),
  ).length
  const lines = ticket.lines.toSpliced(at + known + 1, 0, againLine(line, { since: madeAt, reason }, known + 1))
  return { ...ticket, lines }
}

/**
 * The main computer's ticket with the effect of `items`, which the main computer has not judged yet. `items`: oldest
 * first.
 */
export function withKeptItems(ticket: Ticket, items: readonly OverlayItem[], rules: OverlayRules, now: number): Ticket {
  const actions: OrderAction[] = []
  let shown = ticket
  for (const item of items) {
    switch (item.call) {
      case 'order:act':
        actions.push(item.args.action)
        // A cancelled order takes no step: the main computer will refuse this tap.
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
      case 'order:move-first':
        shown = { ...shown, isFirst: item.args.isFirst && shown.lane === 'preparing' ? true : undefined }
        break
      case 'order:hold':
        shown = withHold(shown, item.args.until)
        break
      case 'order:make-again':
        shown = withLineAgain(shown, item.args, item.madeAt)
        break
      case 'order:tick-bag':
        shown = { ...shown, bag: withTicks(shown.bag ?? NO_MARKS.bag, item.args.rows, item.args.isTicked) }
        break
      case 'order:count-bags':
        shown = { ...shown, bag: { ...(shown.bag ?? NO_MARKS.bag), bags: item.args.bags } }
        break
    }
  }
  return shown
}
