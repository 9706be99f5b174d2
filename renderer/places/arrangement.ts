import { isInLastCall } from '../../shared/alarm.ts'
import { type BoardState, mustStop } from '../store/board-state.ts'
import { idsOf, type OrderDisplay, ordersOf } from './board-orders.ts'
import {
  closeUp,
  inReadingOrder,
  overlaps,
  type PageGrid,
  type Place,
  type Places,
  pagesOf,
  placeTickets,
  type Size,
  samePlace,
  type Wanted,
} from './placing.ts'
import { lendSlots, type RailSlots, railLayout, urgentOnTop } from './rail.ts'

export type BoardGrid = PageGrid & {
  /** Height of a card and number of cards in the rail. */
  readonly card: number
  readonly slots: number
}

/** The previous arrangement. The window keeps one for each filter. */
export type Standing = { readonly places: Places; readonly cards: ReadonlySet<string>; readonly rail: RailSlots }

export const NOTHING_STANDING: Standing = { places: new Map(), cards: new Set(), rail: new Map() }

export type Arrangement = Standing & {
  /**
   * Orders in preparation for which there is no space. Meanwhile they are shown as cards, in free slots of the rail or in
   * gaps of page one.
   */
  readonly lent: ReadonlySet<string>
  /** Whole tickets with an estimated size: out of sight on a page, or shown as a card for lack of space. */
  readonly estimated: ReadonlySet<string>
  /** Whole tickets to be measured, the oldest first. */
  readonly unmeasured: readonly string[]
  /** The oldest of them that may fit on page one, while they have no place. The others are placed after them. */
  readonly oldest: ReadonlySet<string>
  /** Cards without a slot or a place, the most urgent first. */
  readonly hidden: readonly string[]
  readonly ids: readonly string[]
  readonly pages: number
  /** Tickets that closed a gap in this arrangement. */
  readonly moved: readonly string[]
}

export const NOTHING_ARRANGED: Arrangement = {
  ...NOTHING_STANDING,
  lent: new Set(),
  estimated: new Set(),
  unmeasured: [],
  oldest: new Set(),
  hidden: [],
  ids: [],
  pages: 1,
  moved: [],
}

export type BoardView = OrderDisplay & {
  readonly grid: BoardGrid
  readonly sizes: ReadonlyMap<string, Size>
  /** The height that a ticket in one column has at least, in px. */
  readonly leastHeight: (orderId: string) => number
  /** The page in sight, from 0. */
  readonly page: number
  /** The board was not touched for a while, so gaps may be closed. */
  readonly isCalm: boolean
  /** Epoch ms of the platform. Read only while the board is calm. */
  readonly now: number
}

/** More tickets than fit in a column. At most this many of the oldest are measured at once. */
const TICKETS_PER_COLUMN = 4
const ticketsPerPage = ({ columns }: PageGrid): number => TICKETS_PER_COLUMN * columns

/** Usual height of a ticket, in parts of its least one. */
const USUAL_SHARE = 1.2

/** Share of a page's height from which a ticket may turn out to be higher than the page, and get several columns. */
const ALMOST_A_PAGE = 0.8

/** The least space that a ticket which is not measured yet may need. In several columns it takes more than half of each. */
const leastSizeOf = (leastHeight: number, { height }: PageGrid): Size => ({
  columns: 1,
  height: leastHeight > ALMOST_A_PAGE * height ? height / 2 : leastHeight,
})

/** The estimated size of a ticket that is not measured yet, for counting pages. */
function estimateOf(sizes: ReadonlyMap<string, Size>, grid: PageGrid): Size {
  const heights = [...sizes.values()].filter(({ columns }) => columns === 1).map(({ height }) => height)
  const mean = heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length)
  return { columns: 1, height: heights.length === 0 ? grid.height / 2 : mean }
}

/** Closes the gaps of the first page column by column, as long as this makes a ticket that is out of sight fit. */
function closeGaps(
  places: Places,
  waiting: readonly Wanted[],
  grid: PageGrid,
  place: (before: Places) => Places,
): { readonly places: Places; readonly moved: readonly string[] } {
  let now = places
  const moved: string[] = []
  // No column has space for a ticket of this height, so a ticket that is at least as high is skipped.
  let tooHigh = Number.POSITIVE_INFINITY
  for (const { id, size } of waiting) {
    if (size.height >= tooHigh || now.get(id)?.page === 0) continue
    const closed = closeUp(now, size, grid)
    if (!closed) {
      if (size.columns === 1) tooHigh = size.height
      continue
    }
    now = place(closed.places)
    moved.push(...closed.moved)
    tooHigh = Number.POSITIVE_INFINITY
  }
  return { places: now, moved }
}

/** Places waiting orders as cards in the free space of the first page, oldest first. A card that still fits stays. */
function cardsInGaps(places: Places, before: Places, waiting: readonly string[], grid: BoardGrid): Places {
  const taken = [...places].filter(([id, { page }]) => page === 0 && !waiting.includes(id))
  const isFree = (card: Place): boolean => taken.every(([, other]) => !overlaps(card, other, grid.gap))
  const stayed = [...before].filter(([id, card]) => waiting.includes(id) && isFree(card))
  const card = { columns: 1, height: grid.card }
  const wanted: readonly Wanted[] = [
    ...taken.map(([id, { columns, height }]) => ({ id, size: { columns, height } })),
    ...waiting.map((id) => ({ id, size: card, lastPage: 0 })),
  ]
  const next = placeTickets(new Map([...taken, ...stayed]), wanted, grid, (page) => page === 0)
  return new Map([...next].filter(([id]) => waiting.includes(id)))
}

/**
 * Cards of the first page that moved, and tickets that took the place of one. A tap there may have been meant for the
 * previous ticket.
 */
function aroundCards(before: Standing, places: Places): readonly string[] {
  const left = [...before.places].filter(([id, stood]) => {
    const now = places.get(id)
    return before.cards.has(id) && stood.page === 0 && !(now && samePlace(now, stood))
  })
  const movedCards = left.flatMap(([id]) => (places.has(id) ? [id] : []))
  const intruders = [...places].flatMap(([id, place]) => {
    const isNew = before.places.get(id)?.page !== 0
    return place.page === 0 && isNew && left.some(([, card]) => overlaps(place, card, 0)) ? [id] : []
  })
  return [...movedCards, ...intruders]
}

/** Lays out the orders of a view. Pure: the same input gives the same arrangement. */
export function arrange(board: BoardState, view: BoardView, before: Standing): Arrangement {
  const { grid, sizes, page, isCalm } = view
  const standsWhole = (id: string): boolean => before.places.get(id)?.page === 0 && !before.cards.has(id)
  const { whole, cards } = ordersOf(board, view, standsWhole)
  const wholeIds = new Set(idsOf(whole))
  const lentBefore = new Map([...before.rail].filter(([id]) => wholeIds.has(id)))
  const gapsBefore = new Map(
    [...before.places].filter(([id, place]) => before.cards.has(id) && wholeIds.has(id) && place.page === 0),
  )
  const layout = railLayout(before.rail, cards, grid.slots, new Set(lentBefore.values()))
  // The most urgent new orders. An order without a deadline is not read yet. When they are already in order, nothing moves.
  const isUrgent = (id: string): boolean => {
    const ticket = board.orders[id]
    if (ticket === undefined) return false
    return mustStop(ticket) || ticket.confirmBy === undefined || isInLastCall(ticket.confirmBy, view.now)
  }
  const rail = isCalm ? { ...layout, slots: urgentOnTop(layout.slots, cards.fresh, isUrgent) } : layout

  const cardIds = new Set([...cards.fresh, ...cards.ready])
  const known = new Map(
    [...before.places].filter(([id]) => before.cards.has(id) === cardIds.has(id) && !rail.slots.has(id)),
  )
  // When no whole ticket is left on the board, the next ones are placed at once.
  const isFree = isCalm || ![...known].some(([id, place]) => place.page === 0 && wholeIds.has(id))
  const estimate = estimateOf(sizes, grid)
  const rank = new Map(idsOf(whole).map((id, index) => [id, index]))
  const rankOf = (id: string): number => rank.get(id) ?? 0
  const oldestCard = idsOf(whole).find((id) => lentBefore.has(id) || gapsBefore.has(id))
  const asCard = (id: string): Wanted => ({ id, size: { columns: 1, height: grid.card }, lastPage: 0 })
  const sizeOf = (id: string): Size | undefined => sizes.get(id) ?? known.get(id)
  // A card in sight becomes a whole ticket only while the board is not touched. Until then no younger order takes its space.
  const asMeasured = (id: string, size: Size): Wanted =>
    oldestCard !== undefined && rankOf(id) >= rankOf(oldestCard) && !isFree ? { id, size, firstPage: 1 } : { id, size }
  const isFixed = (at: number): boolean => at === 0 || at === page
  /** While the board is touched, cards in gaps keep their space, except from a card of the rail. */
  const placing = (some: readonly Wanted[], holding: readonly string[]) => {
    const isHolding = new Set(holding)
    const wanted = [
      ...holding.map(asCard),
      ...rail.rest.fresh.map(asCard),
      ...some.filter(({ id }) => !isHolding.has(id)),
    ]
    return { wanted, place: (from: Places): Places => placeTickets(from, wanted, grid, isFixed) }
  }
  const holdingAll = isFree ? [] : [...gapsBefore.keys()]
  const standing = new Map([...known, ...(isFree ? [] : gapsBefore)])

  // The oldest that are not measured need it now if they fit on page one, with their least heights or with usual ones. With
  // the least alone page one would be the same, but some tickets would be measured later, in a drawing of their own.
  const first = idsOf(whole).slice(0, ticketsPerPage(grid))
  const isUnknown = (id: string): boolean => sizeOf(id) === undefined && !holdingAll.includes(id)
  const draftWith = (share: number): Places => {
    const asExpected = (id: string): Wanted => ({
      ...asMeasured(id, sizeOf(id) ?? leastSizeOf(share * view.leastHeight(id), grid)),
      lastPage: 0,
    })
    return placing(first.map(asExpected), holdingAll).place(standing)
  }
  const drafts = first.some(isUnknown) ? [1, USUAL_SHARE].map(draftWith) : []
  const oldest = first.filter((id) => isUnknown(id) && drafts.some((draft) => draft.get(id)?.page === 0))
  const isMeasured = oldest.length === 0

  const stands = (id: string): boolean => isFixed(known.get(id)?.page ?? -1)
  const asTicket = (id: string): Wanted => {
    const size = sizeOf(id)
    // No ticket gets a place on page one before these are measured, because a younger one would take its space. On other
    // pages an estimated ticket may be in sight for one paint until it is measured.
    return size === undefined || !(isMeasured || stands(id))
      ? { id, size: size ?? estimate, firstPage: 1 }
      : asMeasured(id, size)
  }
  // Ready orders use the space that whole tickets leave.
  const ready = rail.rest.ready.filter((id) => isMeasured || known.has(id)).map(asCard)
  // Before the first picture no ticket has a place, and the next arrangement is made in the same turn.
  const tickets = isMeasured || standing.size > 0 ? [...idsOf(whole).map(asTicket), ...ready] : []
  const held = placing(tickets, holdingAll).place(new Map([...known, ...gapsBefore]))
  const hasRoom = rail.rest.fresh.every((id) => held.has(id))
  const holding = hasRoom ? holdingAll : []
  const { wanted, place } = placing(tickets, holding)
  // New orders come before ready ones: when a new order has no space, ready ones are removed from theirs.
  const isReady = new Set(rail.rest.ready)
  const firmPlaces = hasRoom ? known : new Map([...known].filter(([id]) => !isReady.has(id)))
  const placed = holding.length > 0 ? held : place(firmPlaces)
  const firm = wanted.filter(({ firstPage }) => firstPage === undefined)
  const closed = isCalm && page === 0 ? closeGaps(placed, firm, grid, place) : { places: placed, moved: [] }

  const isHolding = new Set(holding)
  const waiting = idsOf(whole).filter((id) => !isHolding.has(id) && (closed.places.get(id)?.page ?? 1) > 0)
  const lent = lendSlots(
    lentBefore,
    rail.slots,
    isMeasured ? waiting : waiting.filter((id) => lentBefore.has(id)),
    grid.slots,
  )
  // Tickets on another page that is in sight stay there.
  const takesGap = (id: string): boolean => !lent.has(id) && ((isMeasured && page === 0) || gapsBefore.has(id))
  const inGaps = cardsInGaps(closed.places, gapsBefore, [...holding, ...waiting.filter(takesGap)], grid)
  const asCards = new Set([...lent.keys(), ...inGaps.keys()])
  const others = tickets.filter(({ id }) => !asCards.has(id))
  const stood = [...closed.places].filter(([id]) => !asCards.has(id))
  const places =
    asCards.size === 0 ? closed.places : placing(others, [...inGaps.keys()]).place(new Map([...stood, ...inGaps]))
  return {
    places,
    cards: new Set([...cardIds, ...inGaps.keys()]),
    rail: new Map([...rail.slots, ...lent]),
    lent: asCards,
    estimated: new Set(idsOf(whole).filter((id) => sizeOf(id) === undefined)),
    unmeasured: idsOf(whole).filter((id) => !sizes.has(id)),
    oldest: new Set(oldest),
    hidden: [...rail.rest.fresh, ...rail.rest.ready].filter((id) => !places.has(id)),
    ids: inReadingOrder(places),
    pages: pagesOf(places),
    moved: [...closed.moved, ...aroundCards(before, places)],
  }
}
