import { isInLastCall } from '../../shared/alarm.ts'
import { startOfWork } from '../../shared/lateness.ts'
import { isKnownStatus } from '../../shared/lifecycle.ts'
import type { Lane, Ticket } from '../../shared/ticket.ts'
import { type BoardState, mustStop } from '../store/board-state.ts'
import type { RailCards } from './rail.ts'

/** Which orders are shown as whole tickets: those in preparation, or all of one lane. */
export type BoardFilter = 'all' | 'new' | 'preparing' | 'ready'

/** Lanes whose orders are shown as cards in the rail. A shop may choose whole tickets for either. */
export type CardLanes = ReadonlySet<Lane>

/** The lanes of the orders in the kitchen. */
export const KITCHEN_LANES: readonly Lane[] = ['new', 'preparing', 'ready']
const CARD_LANES: CardLanes = new Set(['new', 'ready'])

/** Which orders a view shows, and how. */
export type OrderDisplay = {
  readonly filter: BoardFilter
  readonly cardLanes: CardLanes
  readonly isShown: (ticket: Ticket) => boolean
  /** The lane of an order on this screen. Absent: the lane by its status. */
  readonly laneOf?: (ticket: Ticket) => Lane
}

const LANE_OF_STATUS: ReadonlyMap<string, Lane> = new Map([
  ['CREATED', 'new'],
  ['CONFIRMED', 'preparing'],
  ['PREPARING', 'preparing'],
  ['READY', 'ready'],
])

/** The lane of an order. A held tap can be undone, so the order stays in the lane in which it was tapped. */
export function shownLane({ lane, status, tap, reading }: Ticket): Lane {
  // Unknown status: any step may be next, and only a whole ticket has space for all buttons.
  if (reading === 'read' && lane === 'new' && !isKnownStatus(status)) return 'preparing'
  // A new order waits to be accepted, whenever it starts.
  if (lane === 'scheduled') return status === 'CREATED' ? 'new' : lane
  return tap?.truth === 'held' ? (LANE_OF_STATUS.get(status) ?? lane) : lane
}

const LANES: readonly Lane[] = ['new', 'preparing', 'ready', 'scheduled', 'done']

const ticketsOf = (board: BoardState, isShown: OrderDisplay['isShown']): readonly Ticket[] =>
  LANES.flatMap((lane) =>
    board.lanes[lane].flatMap((id) => {
      const ticket = board.orders[id]
      return ticket && isShown(ticket) ? [ticket] : []
    }),
  )

const deadlineOf = ({ confirmBy, createdAt }: Ticket): number => confirmBy ?? createdAt

/** Sorts new orders: stops first, then the nearest deadline. */
export const byDeadline = (a: Ticket, b: Ticket): number =>
  Number(mustStop(b)) - Number(mustStop(a)) || deadlineOf(a) - deadlineOf(b)

/** Whether a new order belongs on top. An order without a deadline is not read yet. */
export const isMostUrgent = (ticket: Ticket, now: number): boolean =>
  mustStop(ticket) || ticket.confirmBy === undefined || isInLastCall(ticket.confirmBy, now)

export const idsOf = (tickets: readonly Ticket[]): readonly string[] => tickets.map(({ orderId }) => orderId)

/** Whether `arrange` gives both states of an order the same place: it reads only the fields that are compared here. */
export function isArrangedAlike(
  a: Ticket,
  b: Ticket,
  { isShown, laneOf = shownLane }: Pick<OrderDisplay, 'isShown' | 'laneOf'>,
): boolean {
  return (
    isShown(a) === isShown(b) &&
    mustStop(a) === mustStop(b) &&
    laneOf(a) === laneOf(b) &&
    startOfWork(a) === startOfWork(b) &&
    a.createdAt === b.createdAt &&
    a.confirmBy === b.confirmBy
  )
}

const isOnBoard = (ticket: Ticket, laneOf: (ticket: Ticket) => Lane): boolean =>
  mustStop(ticket) || KITCHEN_LANES.includes(laneOf(ticket))

/** The number of orders that the kitchen's view shows. */
export const numberOfOrders = (
  board: BoardState,
  { isShown, laneOf = shownLane }: Pick<OrderDisplay, 'isShown' | 'laneOf'>,
): number => ticketsOf(board, isShown).filter((ticket) => isOnBoard(ticket, laneOf)).length

/** The orders of the view: whole tickets, oldest first, and the cards of the rail. */
export function ordersOf(
  board: BoardState,
  { filter, cardLanes, isShown, laneOf = shownLane }: OrderDisplay,
  wasWhole: (orderId: string) => boolean,
): { readonly whole: readonly Ticket[]; readonly cards: RailCards } {
  const all = ticketsOf(board, isShown).filter((ticket) => isOnBoard(ticket, laneOf))
  const isCard = (ticket: Ticket): boolean => {
    const lane = laneOf(ticket)
    // A board without a rail has no place for a card.
    if (cardLanes.size === 0) return false
    if (mustStop(ticket)) return !wasWhole(ticket.orderId)
    return filter === 'all' ? cardLanes.has(lane) : lane !== filter && CARD_LANES.has(lane)
  }
  const isWhole = (ticket: Ticket): boolean => mustStop(ticket) || filter === 'all' || laneOf(ticket) === filter
  const cards = all.filter(isCard)
  const isFresh = (ticket: Ticket): boolean => mustStop(ticket) || laneOf(ticket) === 'new'
  return {
    whole: all
      .filter((ticket) => !isCard(ticket) && isWhole(ticket))
      .toSorted((a, b) => startOfWork(a) - startOfWork(b) || (a.orderId < b.orderId ? -1 : 1)),
    cards: {
      fresh: idsOf(cards.filter(isFresh).toSorted(byDeadline)),
      ready: idsOf(cards.filter((ticket) => !isFresh(ticket)).toSorted((a, b) => a.createdAt - b.createdAt)),
    },
  }
}
