import type { Settings } from '../../shared/contract/settings.ts'
import { isKnownStatus } from '../../shared/order/lifecycle.ts'
import { isInLastCall } from '../../shared/ticket/alarm.ts'
import { isMadeAgain } from '../../shared/ticket/kitchen-marks.ts'
import { startOfWork } from '../../shared/ticket/lateness.ts'
import type { Lane, Ticket } from '../../shared/ticket/ticket.ts'
import { type BoardState, mustStop, ticketsOf } from '../store/board-state.ts'
import { isOwnPartDone } from '../store/own-part.ts'
import { linesFor, stationOf } from '../store/station-lines.ts'
import { bySequence, type LineOrder, type Stage } from './flow.ts'

/** Which orders the wall shows: all in the kitchen, or those of one lane. */
export type BoardFilter = 'all' | 'new' | 'preparing' | 'ready'

/** The lanes of the orders in the kitchen. */
export const KITCHEN_LANES: readonly Lane[] = ['new', 'preparing', 'ready']

const LANE_OF_STATUS: ReadonlyMap<string, Lane> = new Map([
  ['CREATED', 'new'],
  ['CONFIRMED', 'preparing'],
  ['PREPARING', 'preparing'],
  ['READY', 'ready'],
])

/** The lane of an order. A held tap can be undone, so the order stays in the lane in which it was tapped. */
export function shownLane(ticket: Ticket): Lane {
  const { lane, status, tap, reading, heldUntil, isStatusUntold } = ticket
  if (heldUntil !== undefined) return 'scheduled'
  // A dish of it is made again.
  if (lane === 'ready' && isMadeAgain(ticket)) return 'preparing'
  // Unknown status: any step may be next.
  if (reading === 'read' && lane === 'new' && !isKnownStatus(status) && !isStatusUntold) return 'preparing'
  // A new order waits to be accepted, whenever it starts.
  if (lane === 'scheduled') return status === 'CREATED' ? 'new' : lane
  return tap?.truth === 'held' ? (LANE_OF_STATUS.get(status) ?? lane) : lane
}

/** Whether a ticket has lines of this screen's station. A preparation station does not show ready orders. */
function isShownBy(settings: Settings | undefined, ticket: Ticket): boolean {
  const station = stationOf(settings)
  const stations = settings?.stations ?? []
  return (
    mustStop(ticket) ||
    (!(settings?.role === 'prep' && shownLane(ticket) === 'ready') &&
      (station === undefined || ticket.lines.length === 0 || linesFor(ticket, station, stations).own.length > 0))
  )
}

/** The lane on this screen: when its station's part of an order is done, the order is shown with the ready ones. */
const laneOf = (ticket: Ticket, settings: Settings | undefined): Lane =>
  isOwnPartDone(ticket, settings) ? 'ready' : shownLane(ticket)

const deadlineOf = ({ confirmBy, createdAt }: Ticket): number => confirmBy ?? createdAt

/** Sorts new orders: stops first, then the nearest deadline. */
export const byDeadline = (a: Ticket, b: Ticket): number =>
  Number(mustStop(b)) - Number(mustStop(a)) || deadlineOf(a) - deadlineOf(b)

/** Whether a new order belongs on top. An order without a deadline is not read yet. */
export const isMostUrgent = (ticket: Ticket, now: number): boolean =>
  mustStop(ticket) || ticket.confirmBy === undefined || isInLastCall(ticket.confirmBy, now)

export const idsOf = (tickets: readonly Ticket[]): readonly string[] => tickets.map(({ orderId }) => orderId)

/** Orders for later that start within this time are on the wall where there is room. */
const STARTS_SOON_MS = 30 * 60_000

function stageOf(ticket: Ticket, settings: Settings | undefined, now: number): Stage | undefined {
  switch (laneOf(ticket, settings)) {
    case 'new':
      return 'new'
    case 'ready':
      return 'ready'
    case 'preparing':
      return isOnlyAccepted(ticket) ? 'accepted' : 'preparing'
    case 'scheduled':
      return ticket.startAt !== undefined && ticket.startAt - now < STARTS_SOON_MS ? 'scheduled' : undefined
    case 'done':
      // A cancelled order that was not acknowledged stays, whatever its lane.
      return mustStop(ticket) ? 'preparing' : undefined
  }
}

/** Also while the tap waits to be sent or confirmed. */
const isOnlyAccepted = ({ status, tap }: Ticket): boolean =>
  status === 'CREATED' ? tap?.action === 'confirm' : status === 'CONFIRMED' && tap?.action !== 'preparing'

/** What the wall places of an order. */
function orderOf(ticket: Ticket, stage: Stage): LineOrder {
  const { orderId: id, createdAt } = ticket
  return {
    id,
    stage,
    at: stage === 'ready' ? createdAt : startOfWork(ticket),
    deadline: stage === 'new' ? deadlineOf(ticket) : undefined,
    isStop: mustStop(ticket),
    isChanged: ticket.changes !== undefined,
    isFirst: ticket.isFirst,
    courierSince: ticket.courierSince,
  }
}

const NO_SETTINGS: Partial<Settings> = {}
/** A time at which no order for later starts soon. */
const NEVER_SOON = Number.NEGATIVE_INFINITY
const ofSettings = new WeakMap<Partial<Settings>, WeakMap<Ticket, LineOrder | undefined>>()

/** Orders as the wall places them. Most tickets are those of the line before: only an order for later changes by time. */
function createOrders(settings: Settings | undefined, now: number): (ticket: Ticket) => LineOrder | undefined {
  const known = ofSettings.get(settings ?? NO_SETTINGS) ?? new WeakMap<Ticket, LineOrder | undefined>()
  ofSettings.set(settings ?? NO_SETTINGS, known)
  return (ticket) => {
    if (known.has(ticket) && shownLane(ticket) !== 'scheduled') return known.get(ticket)
    const stage = isShownBy(settings, ticket) ? stageOf(ticket, settings, now) : undefined
    const order = stage && orderOf(ticket, stage)
    known.set(ticket, order)
    return order
  }
}

/** The orders of the wall in their sequence: in preparation and accepted, new ones by deadline, ready and scheduled ones. */
export function lineOf(
  board: BoardState,
  settings: Settings | undefined,
  filter: BoardFilter,
  now: number,
): readonly LineOrder[] {
  const placed = createOrders(settings, now)
  const orders = ticketsOf(board.orders).flatMap((ticket): readonly LineOrder[] => {
    const order = placed(ticket)
    const isChosen =
      filter === 'all' ||
      order?.isStop ||
      order?.stage === filter ||
      (filter === 'preparing' && order?.stage === 'accepted')
    return order === undefined || !isChosen ? [] : [order]
  })
  // Those of one stage came in their sequence, so that most of them are sorted.
  return [...Map.groupBy(orders, ({ stage }) => stage).values()].flat().toSorted(bySequence)
}

/**
 * The lane of each order that this screen shows: that of the wall, else that of the orders that staff look up. An order for
 * later is one of these also while it is on the wall.
 */
export function lanesShown(orders: BoardState['orders'], settings: Settings | undefined): readonly Lane[] {
  const placed = createOrders(settings, NEVER_SOON)
  return ticketsOf(orders).flatMap((ticket) => {
    const stage = placed(ticket)?.stage
    if (stage !== undefined) return stage === 'accepted' ? 'preparing' : stage
    return KITCHEN_LANES.includes(ticket.lane) ? [] : ticket.lane
  })
}

const atOrLast = (at: number | undefined): number => at ?? Number.MAX_SAFE_INTEGER

/** Sorts ready orders: those whose courier waits longest first, then by the time for which they stand. */
export const byWaiting = (a: Ticket, b: Ticket): number =>
  atOrLast(a.courierSince) - atOrLast(b.courierSince) ||
  atOrLast(a.readySince) - atOrLast(b.readySince) ||
  a.createdAt - b.createdAt
