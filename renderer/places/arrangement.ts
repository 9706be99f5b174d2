import { isInLastCall } from '../../shared/alarm.ts'
import { type BoardState, mustStop } from '../store/board-state.ts'
import { idsOf, type OrderView, ordersOf } from './board-orders.ts'
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

/** The previous arrangement, kept for each filter as long as the window lives. */
export type Standing = { readonly places: Places; readonly cards: ReadonlySet<string>; readonly rail: RailSlots }

export const NOTHING_STANDING: Standing = { places: new Map(), cards: new Set(), rail: new Map() }

export type Arrangement = Standing & {
  /** Orders in preparation that wait for room and stand as cards meanwhile: in free slots of the rail or gaps of page one. */
  readonly lent: ReadonlySet<string>
  /** Whole tickets with an estimated size: they are on a page out of sight, or shown as a lent card. */
  readonly estimated: ReadonlySet<string>
  /** Whole tickets to be measured, the oldest first. */
  readonly unmeasured: readonly string[]
  /** The oldest of them, as many as a page holds, as long as they have no place: the others get none before. */
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

export type View = OrderView & {
  readonly grid: BoardGrid
  readonly sizes: ReadonlyMap<string, Size>
  /** The page in sight, from 0. */
  readonly page: number
  /** No touch for a while: gaps may be closed. */
  readonly isCalm: boolean
  /** Epoch ms of the platform. Read only while the board is calm. */
  readonly now: number
}

/** More tickets than a column holds; this many of the oldest are measured at once. */
const TICKETS_PER_COLUMN = 4
const ticketsPerPage = ({ columns }: PageGrid): number => TICKETS_PER_COLUMN * columns

/** An estimated size, for counting pages until a ticket is measured. */
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
  // A ticket that is as high as one for which no column can be closed up has no room either.
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

/** Puts waiting orders as cards into the free room of the first page, oldest first. A card that still fits stays. */
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
 * Cards of the first page that moved, and tickets that took the room of one: a tap may have been meant for the previous
 * ticket.
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
export function arrange(board: BoardState, view: View, before: Standing): Arrangement {
  const { grid, sizes, page, isCalm } = view
  const standsWhole = (id: string): boolean => before.places.get(id)?.page === 0 && !before.cards.has(id)
  const { whole, cards } = ordersOf(board, view, standsWhole)
  const wholeIds = new Set(idsOf(whole))
  const lentBefore = new Map([...before.rail].filter(([id]) => wholeIds.has(id)))
  const gapsBefore = new Map(
    [...before.places].filter(([id, place]) => before.cards.has(id) && wholeIds.has(id) && place.page === 0),
  )
  const layout = railLayout(before.rail, cards, grid.slots, new Set(lentBefore.values()))
  // The first of the new orders; one without a deadline is not read yet. When they are in order already, nothing moves.
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
  // When no whole ticket is left, the next ones come at once.
  const isFree = isCalm || ![...known].some(([id, place]) => place.page === 0 && wholeIds.has(id))
  const oldest = idsOf(whole)
    .slice(0, ticketsPerPage(grid))
    .filter((id) => !(sizes.has(id) || known.has(id)))
  const isMeasured = oldest.length === 0
  const estimate = estimateOf(sizes, grid)
  const rank = new Map(idsOf(whole).map((id, index) => [id, index]))
  const rankOf = (id: string): number => rank.get(id) ?? 0
  const oldestCard = idsOf(whole).find((id) => lentBefore.has(id) || gapsBefore.has(id))
  const asCard = (id: string): Wanted => ({ id, size: { columns: 1, height: grid.card }, lastPage: 0 })
  const asTicket = (id: string): Wanted => {
    const size = sizes.get(id) ?? known.get(id)
    // No ticket gets a place on page one before the oldest are measured: a younger one would take an older one's place. On another
    // page an estimate may be in sight until it is measured, before the next picture.
    if (size === undefined || !(isMeasured || known.has(id))) return { id, size: size ?? estimate, firstPage: 1 }
    // A card in sight becomes a ticket only while the board is not touched, and no younger order takes its room before.
    return oldestCard !== undefined && rankOf(id) >= rankOf(oldestCard) && !isFree
      ? { id, size, firstPage: 1 }
      : { id, size }
  }
  const tickets = idsOf(whole).map(asTicket)
  const isFixed = (at: number): boolean => at === 0 || at === page
  // Ready orders take the room that whole tickets leave.
  const ready = isMeasured ? rail.rest.ready : rail.rest.ready.filter((id) => known.has(id))
  /** While the board is touched, the cards in gaps hold their room against everything but a card of the rail. */
  const placing = (some: readonly Wanted[], holding: readonly string[]) => {
    const isHolding = new Set(holding)
    const wanted = [
      ...holding.map(asCard),
      ...rail.rest.fresh.map(asCard),
      ...some.filter(({ id }) => !isHolding.has(id)),
      ...ready.map(asCard),
    ]
    return { wanted, place: (from: Places): Places => placeTickets(from, wanted, grid, isFixed) }
  }
  const holdingAll = isFree ? [] : [...gapsBefore.keys()]
  const held = placing(tickets, holdingAll).place(new Map([...known, ...gapsBefore]))
  const hasRoom = rail.rest.fresh.every((id) => held.has(id))
  const holding = hasRoom ? holdingAll : []
  const { wanted, place } = placing(tickets, holding)
  // New orders come before ready ones: without room for new orders, ready ones give up theirs.
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
  // What stands on another page that is in sight stays there.
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
    estimated: new Set(tickets.flatMap(({ id }) => (sizes.has(id) || known.has(id) ? [] : [id]))),
    unmeasured: idsOf(whole).filter((id) => !sizes.has(id)),
    oldest: new Set(oldest),
    hidden: [...rail.rest.fresh, ...rail.rest.ready].filter((id) => !places.has(id)),
    ids: inReadingOrder(places),
    pages: pagesOf(places),
    moved: [...closed.moved, ...aroundCards(before, places)],
  }
}
