import type { Lane, Ticket } from '../../shared/ticket.ts'
import { type BoardState, mustStop } from '../store/projection.ts'
import { startOfWork } from '../ticket/urgency.ts'
import {
  closeUp,
  inReadingOrder,
  type PageGrid,
  type Places,
  pagesOf,
  placeTickets,
  type Size,
  type Wanted,
} from './placing.ts'
import { type RailCards, type RailLayout, type RailSlots, railLayout } from './rail.ts'

/** Which orders stand as whole tickets: those in preparation, or all of one lane. */
export type BoardFilter = 'all' | 'new' | 'preparing' | 'ready'

/** Lanes whose orders stand as cards in the rail. A shop may choose whole tickets for either. */
export type CardLanes = ReadonlySet<Lane>

/** The orders that the kitchen has in hand. */
export const KITCHEN_LANES: readonly Lane[] = ['new', 'preparing', 'ready']
const CARD_LANES: CardLanes = new Set(['new', 'ready'])

export type BoardGrid = PageGrid & {
  /** Height of a card and number of cards in the rail. */
  readonly card: number
  readonly slots: number
  /** Whether "+N" has its own room below the cards. */
  readonly hasMoreRow: boolean
}

/** What stood where; kept for each filter as long as the window lives. */
export type Standing = { readonly places: Places; readonly cards: ReadonlySet<string>; readonly rail: RailSlots }

export const NOTHING_STANDING: Standing = { places: new Map(), cards: new Set(), rail: new Map() }

export type Arrangement = Standing & {
  /** Whole tickets whose size is an estimate: they stand on no page in sight. */
  readonly estimated: ReadonlySet<string>
  /** Whole tickets to be measured, the oldest first. */
  readonly unmeasured: readonly string[]
  /** Cards without a slot or a place, the most urgent first. */
  readonly hidden: readonly string[]
  readonly ids: readonly string[]
  readonly pages: number
  /** Tickets that closed a gap in this arrangement. */
  readonly moved: readonly string[]
}

export const NOTHING_ARRANGED: Arrangement = {
  ...NOTHING_STANDING,
  estimated: new Set(),
  unmeasured: [],
  hidden: [],
  ids: [],
  pages: 1,
  moved: [],
}

export type View = {
  readonly filter: BoardFilter
  readonly cardLanes: CardLanes
  readonly grid: BoardGrid
  readonly sizes: ReadonlyMap<string, Size>
  readonly isShown: (ticket: Ticket) => boolean
  /** The page in sight, from 0. */
  readonly page: number
  /** No touch for a while: gaps may be closed up. */
  readonly isCalm: boolean
}

const LANE_OF_STATUS: ReadonlyMap<string, Lane> = new Map([
  ['CREATED', 'new'],
  ['CONFIRMED', 'preparing'],
  ['PREPARING', 'preparing'],
  ['READY', 'ready'],
])

/** The lane in which an order stands. A held tap can be undone, so the order stays where it was tapped. */
export function standingLane({ lane, status, tap }: Ticket): Lane {
  // A new order waits to be accepted, whenever it starts.
  if (lane === 'scheduled') return status === 'CREATED' ? 'new' : lane
  return tap?.truth === 'held' ? (LANE_OF_STATUS.get(status) ?? lane) : lane
}

const LANES: readonly Lane[] = ['new', 'preparing', 'ready', 'scheduled', 'done']

const ticketsOf = (board: BoardState, isShown: View['isShown']): readonly Ticket[] =>
  LANES.flatMap((lane) =>
    board.lanes[lane].flatMap((id) => {
      const ticket = board.orders[id]
      return ticket && isShown(ticket) ? [ticket] : []
    }),
  )

const deadlineOf = ({ confirmBy, createdAt }: Ticket): number => confirmBy ?? createdAt

const idsOf = (tickets: readonly Ticket[]): readonly string[] => tickets.map(({ orderId }) => orderId)

/** The orders of the view: those that stand whole, oldest first, and the cards of the rail. */
export function ordersOf(
  board: BoardState,
  { filter, cardLanes, isShown }: Pick<View, 'filter' | 'cardLanes' | 'isShown'>,
  standsWhole: (orderId: string) => boolean,
): { readonly whole: readonly Ticket[]; readonly cards: RailCards } {
  const all = ticketsOf(board, isShown).filter(
    (ticket) => mustStop(ticket) || KITCHEN_LANES.includes(standingLane(ticket)),
  )
  const isCard = (ticket: Ticket): boolean => {
    const lane = standingLane(ticket)
    if (mustStop(ticket)) return !standsWhole(ticket.orderId)
    return filter === 'all' ? cardLanes.has(lane) : lane !== filter && CARD_LANES.has(lane)
  }
  const isWhole = (ticket: Ticket): boolean => mustStop(ticket) || filter === 'all' || standingLane(ticket) === filter
  const cards = all.filter(isCard)
  const isFresh = (ticket: Ticket): boolean => mustStop(ticket) || standingLane(ticket) === 'new'
  return {
    whole: all
      .filter((ticket) => !isCard(ticket) && isWhole(ticket))
      .toSorted((a, b) => startOfWork(a) - startOfWork(b) || a.orderId.localeCompare(b.orderId)),
    cards: {
      fresh: idsOf(
        cards
          .filter(isFresh)
          .toSorted((a, b) => Number(mustStop(b)) - Number(mustStop(a)) || deadlineOf(a) - deadlineOf(b)),
      ),
      ready: idsOf(cards.filter((ticket) => !isFresh(ticket)).toSorted((a, b) => a.createdAt - b.createdAt)),
    },
  }
}

/** A size to count pages with until a ticket has been measured. */
function estimateOf(sizes: ReadonlyMap<string, Size>, grid: PageGrid): Size {
  const heights = [...sizes.values()].filter(({ columns }) => columns === 1).map(({ height }) => height)
  const mean = heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length)
  return { columns: 1, height: heights.length === 0 ? grid.height / 2 : mean }
}

/** Closes up columns of the first page, one after the other, as long as a ticket that is out of sight fits in then. */
function closeGaps(
  places: Places,
  waiting: readonly Wanted[],
  grid: PageGrid,
  place: (before: Places) => Places,
): { readonly places: Places; readonly moved: readonly string[] } {
  let now = places
  const moved: string[] = []
  for (const { id, size } of waiting) {
    if (now.get(id)?.page === 0) continue
    const closed = closeUp(now, size, grid)
    if (!closed) continue
    now = place(closed.places)
    moved.push(...closed.moved)
  }
  return { places: now, moved }
}

/** Lays out the orders of a view. Pure: the same input gives the same arrangement. */
export function arrange(board: BoardState, view: View, before: Standing): Arrangement {
  const { grid, sizes, page, isCalm } = view
  const standsWhole = (id: string): boolean => before.places.get(id)?.page === 0 && !before.cards.has(id)
  const { whole, cards } = ordersOf(board, view, standsWhole)
  const rail = withRail(cards, before.rail, grid, isCalm)
  const isFixed = (at: number): boolean => at === 0 || at === page

  const cardIds = new Set([...cards.fresh, ...cards.ready])
  const known = new Map(
    [...before.places].filter(([id]) => before.cards.has(id) === cardIds.has(id) && !rail.slots.has(id)),
  )
  const sizeOf = (id: string): Size | undefined => sizes.get(id) ?? known.get(id)
  const estimate = estimateOf(sizes, grid)
  const asCard = (id: string): Wanted => ({ id, size: { columns: 1, height: grid.card }, lastPage: 0 })
  const waiting: Wanted[] = whole.map(({ orderId: id }) => {
    const size = sizeOf(id)
    return size ? { id, size } : { id, size: estimate, firstPage: page + 1 }
  })
  const wanted = [...rail.rest.fresh.map(asCard), ...waiting, ...rail.rest.ready.map(asCard)]
  const place = (from: Places): Places => placeTickets(from, wanted, grid, isFixed)
  const placed = place(known)
  const measured = wanted.filter(({ firstPage }) => firstPage === undefined)
  const { places, moved } =
    isCalm && page === 0 ? closeGaps(placed, measured, grid, place) : { places: placed, moved: [] }

  const hidden = [...rail.rest.fresh, ...rail.rest.ready].filter((id) => !places.has(id))
  if (hidden.length > 0 && !grid.hasMoreRow && grid.slots > 1) {
    return arrange(board, { ...view, grid: { ...grid, slots: grid.slots - 1, hasMoreRow: true } }, before)
  }
  return {
    places,
    cards: cardIds,
    rail: rail.slots,
    estimated: new Set(waiting.flatMap(({ id, firstPage }) => (firstPage === undefined ? [] : [id]))),
    unmeasured: whole.flatMap(({ orderId }) => (sizes.has(orderId) ? [] : [orderId])),
    hidden,
    ids: inReadingOrder(places),
    pages: pagesOf(places),
    moved,
  }
}

/** The rail. When nobody touches the board, new orders that stand in the wrong order change slots among themselves. */
function withRail(cards: RailCards, before: RailSlots, grid: BoardGrid, isCalm: boolean): RailLayout {
  const layout = railLayout(before, cards, grid.slots)
  if (!isCalm) return layout
  const shown = cards.fresh.filter((id) => layout.slots.has(id))
  const own = shown.map((id) => layout.slots.get(id) ?? 0).toSorted((a, b) => a - b)
  return { ...layout, slots: new Map([...layout.slots, ...shown.map((id, index) => [id, own[index] ?? 0] as const)]) }
}
