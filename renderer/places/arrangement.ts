import type { BoardState } from '../store/board-state.ts'
import { idsOf, isMostUrgent, type OrderDisplay, ordersOf } from './board-orders.ts'
import { estimateOf, leastSizeOf } from './estimated-size.ts'
import { cardsInGaps, closeGaps, makeRoom, movedAroundCards } from './gaps.ts'
import {
  inReadingOrder,
  isInside,
  type PageGrid,
  type Places,
  pagesOf,
  placeTickets,
  type Size,
  type TicketToPlace,
} from './placing.ts'
import {
  assignTemporarySlots,
  inSlotsOfOthers,
  type RailLayout,
  type RailSlots,
  railLayout,
  urgentOnTop,
} from './rail.ts'

export type BoardGrid = PageGrid & {
  /** Height of a card and number of cards in the rail. */
  readonly card: number
  readonly slots: number
}

/** The previous arrangement. The window keeps one for each filter. */
export type KeptPlaces = { readonly places: Places; readonly cards: ReadonlySet<string>; readonly rail: RailSlots }

export const NO_KEPT_PLACES: KeptPlaces = { places: new Map(), cards: new Set(), rail: new Map() }

export type Arrangement = KeptPlaces & {
  /**
   * Orders in preparation without space for a whole ticket. They are shown as cards until there is space: in free slots of
   * the rail or in gaps of page one.
   */
  readonly temporaryCards: ReadonlySet<string>
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
  /** Tickets that closed a gap in this arrangement, and those that took the space of others. */
  readonly moved: readonly string[]
}

export const EMPTY_ARRANGEMENT: Arrangement = {
  ...NO_KEPT_PLACES,
  temporaryCards: new Set(),
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
  /** The board was touched a moment ago: no ticket and no card in sight moves, except those of orders that change their lane. */
  readonly isTouched: boolean
  /** The board was not touched for a while and has just been drawn, so gaps may be closed. */
  readonly isCalm: boolean
  /** Epoch ms of the platform. Read only while the board is calm. */
  readonly now: number
}

/** More tickets than fit in a column. At most this many of the oldest are measured at once. */
const TICKETS_PER_COLUMN = 4
const ticketsPerPage = ({ columns }: PageGrid): number => TICKETS_PER_COLUMN * columns

/** Usual height of a ticket, in parts of its least one. */
const USUAL_SHARE = 1.2

/** The orders of the view, the previous places that still apply, and the slots of the rail. */
type LayoutInput = {
  /** Whole tickets, the oldest first. */
  readonly whole: readonly string[]
  readonly cardIds: ReadonlySet<string>
  readonly rail: RailLayout
  /** Places of tickets and cards that keep their form. */
  readonly known: Places
  /** Slots of the rail, and gaps of page one, with a card of a whole ticket. */
  readonly temporarySlotsBefore: RailSlots
  readonly gapsBefore: Places
  /** Cards of whole tickets need not keep their space: the board is calm, or page one would be blank without them. */
  readonly mayReplaceCards: boolean
}

function layoutInputOf(board: BoardState, view: BoardView, before: KeptPlaces): LayoutInput {
  const { grid, page, isTouched, isCalm, now } = view
  const wasWhole = (id: string): boolean => before.places.get(id)?.page === 0 && !before.cards.has(id)
  const { whole, cards } = ordersOf(board, view, wasWhole)
  const wholeIds = new Set(idsOf(whole))
  const temporarySlotsBefore = new Map([...before.rail].filter(([id]) => wholeIds.has(id)))
  const gapsBefore = new Map(
    [...before.places].filter(
      ([id, place]) => before.cards.has(id) && wholeIds.has(id) && place.page === 0 && isInside(place, grid),
    ),
  )
  // A card in a gap in sight keeps it during touches, even if a slot is free.
  const keepsGap = (id: string): boolean =>
    isTouched && page === 0 && before.cards.has(id) && before.places.get(id)?.page === 0
  const isInRail = (id: string): boolean => !keepsGap(id)
  const railCards = { fresh: cards.fresh.filter(isInRail), ready: cards.ready.filter(isInRail) }
  const temporary = new Set(temporarySlotsBefore.values())
  const { slots, rest } = railLayout(before.rail, railCards, grid.slots, temporary, isTouched)
  const layout = {
    slots,
    rest: {
      fresh: [...cards.fresh.filter(keepsGap), ...rest.fresh],
      ready: [...cards.ready.filter(keepsGap), ...rest.ready],
    },
  }
  // The most urgent new orders. When they are already in order, nothing moves.
  const isUrgent = (id: string): boolean => {
    const ticket = board.orders[id]
    return ticket !== undefined && isMostUrgent(ticket, now)
  }
  const rail = isCalm ? { ...layout, slots: urgentOnTop(layout.slots, cards.fresh, isUrgent) } : layout
  const cardIds = new Set([...cards.fresh, ...cards.ready])
  const known = new Map(
    [...before.places].filter(([id]) => before.cards.has(id) === cardIds.has(id) && !rail.slots.has(id)),
  )
  const onPageOne = [...known, ...gapsBefore].filter(([, place]) => place.page === 0)
  // During touches a card without a slot fills page one.
  const hasCard = isTouched && rail.rest.fresh.length + rail.rest.ready.length > 0
  const wouldBeBlank = !hasCard && !onPageOne.some(([id]) => isTouched || (wholeIds.has(id) && !gapsBefore.has(id)))
  const mayReplaceCards = isCalm || wouldBeBlank
  return { whole: idsOf(whole), cardIds, rail, known, temporarySlotsBefore, gapsBefore, mayReplaceCards }
}

const asCard = (id: string, { card }: BoardGrid): TicketToPlace => ({
  id,
  size: { columns: 1, height: card },
  lastPage: 0,
})

/** How tickets get their places in one arrangement. */
type PlacingRules = {
  readonly sizeOf: (id: string) => Size | undefined
  /** Whether a ticket on this page keeps its place. */
  readonly isFixed: (page: number) => boolean
  readonly asMeasured: (id: string, size: Size) => TicketToPlace
  /** @param holding cards in gaps that keep their space, except from a card of the rail */
  readonly placing: (
    tickets: readonly TicketToPlace[],
    holding: readonly string[],
  ) => { readonly wanted: readonly TicketToPlace[]; readonly place: (from: Places) => Places }
}

function placingRulesOf(
  { whole, known, rail, temporarySlotsBefore, gapsBefore, mayReplaceCards }: LayoutInput,
  view: BoardView,
): PlacingRules {
  const { grid, sizes, page } = view
  const isFixed = (at: number): boolean => at === 0 || at === page
  const rank = new Map(whole.map((id, index) => [id, index]))
  const oldestCard = whole.findIndex((id) => temporarySlotsBefore.has(id) || gapsBefore.has(id))
  // A card in sight becomes a whole ticket only while the board is not touched. Until then no younger order takes its space.
  const isAfterCard = (id: string): boolean => oldestCard >= 0 && (rank.get(id) ?? 0) >= oldestCard
  return {
    sizeOf: (id) => sizes.get(id) ?? known.get(id),
    isFixed,
    asMeasured: (id, size) => (isAfterCard(id) && !mayReplaceCards ? { id, size, firstPage: 1 } : { id, size }),
    placing(tickets, holding) {
      const isHolding = new Set(holding)
      const wanted = [
        ...[...holding, ...rail.rest.fresh].map((id) => asCard(id, grid)),
        ...tickets.filter(({ id }) => !isHolding.has(id)),
      ]
      return { wanted, place: (from) => placeTickets(from, wanted, grid, isFixed) }
    },
  }
}

/**
 * The oldest tickets that are not measured, if they fit on page one with their least heights or with usual ones. With the
 * least alone page one would be the same, but some tickets would be measured later, in a drawing of their own.
 */
function oldestToMeasure(input: LayoutInput, rules: PlacingRules, view: BoardView): readonly string[] {
  const { grid, leastHeight } = view
  const holding = input.mayReplaceCards ? [] : [...input.gapsBefore.keys()]
  const placed = new Map([...input.known, ...(input.mayReplaceCards ? [] : input.gapsBefore)])
  const first = input.whole.slice(0, ticketsPerPage(grid))
  const isUnknown = (id: string): boolean => rules.sizeOf(id) === undefined && !holding.includes(id)
  const draftWith = (share: number): Places => {
    const asExpected = (id: string): TicketToPlace => ({
      ...rules.asMeasured(id, rules.sizeOf(id) ?? leastSizeOf(share * leastHeight(id), grid)),
      lastPage: 0,
    })
    return rules.placing(first.map(asExpected), holding).place(placed)
  }
  const drafts = first.some(isUnknown) ? [1, USUAL_SHARE].map(draftWith) : []
  return first.filter((id) => isUnknown(id) && drafts.some((draft) => draft.get(id)?.page === 0))
}

/** Whole tickets and ready orders as they ask for places. */
function ticketsToPlace(
  input: LayoutInput,
  rules: PlacingRules,
  view: BoardView,
  isMeasured: boolean,
): readonly TicketToPlace[] {
  const { whole, known, rail, gapsBefore, mayReplaceCards } = input
  // Before the first picture no ticket has a place, and the next arrangement is made in the same turn.
  const isFirst = known.size === 0 && (mayReplaceCards || gapsBefore.size === 0)
  if (!isMeasured && isFirst) return []
  const estimate = estimateOf(view.sizes, view.grid)
  const isPlaced = (id: string): boolean => rules.isFixed(known.get(id)?.page ?? -1)
  const asTicket = (id: string): TicketToPlace => {
    const size = rules.sizeOf(id)
    // No ticket gets a place on page one before these are measured, because a younger one would take its space. On other
    // pages an estimated ticket may be in sight for one paint until it is measured.
    return size === undefined || !(isMeasured || isPlaced(id))
      ? { id, size: size ?? estimate, firstPage: 1 }
      : rules.asMeasured(id, size)
  }
  // Ready orders use the space that whole tickets leave.
  const ready = rail.rest.ready.filter((id) => isMeasured || known.has(id))
  return [...whole.map(asTicket), ...ready.map((id) => asCard(id, view.grid))]
}

/** Lays out the orders of a view. Pure. */
export function arrange(board: BoardState, view: BoardView, before: KeptPlaces): Arrangement {
  const { grid, sizes, page, isTouched, isCalm } = view
  const input = layoutInputOf(board, view, before)
  const { whole, cardIds, rail, known, temporarySlotsBefore, gapsBefore } = input
  const rules = placingRulesOf(input, view)
  const { placing, sizeOf } = rules
  const oldest = oldestToMeasure(input, rules, view)
  const isMeasured = oldest.length === 0
  const tickets = ticketsToPlace(input, rules, view, isMeasured)

  // Cards in gaps keep their space as long as every new order has some; while the board is touched, they keep it always.
  const holdingAll = input.mayReplaceCards ? [] : [...gapsBefore.keys()]
  const held = placing(tickets, holdingAll).place(new Map([...known, ...gapsBefore]))
  const holding = isTouched || rail.rest.fresh.every((id) => held.has(id)) ? holdingAll : []
  const { wanted, place } = placing(tickets, holding)
  const filled = holding.length > 0 ? held : place(known)
  const placed = isTouched ? filled : makeRoom(filled, known, rail.rest, place)
  const firm = wanted.filter(({ firstPage }) => firstPage === undefined)
  const closed = isCalm && page === 0 ? closeGaps(placed, firm, grid, place) : { places: placed, moved: [] }

  const isHolding = new Set(holding)
  const waiting = whole.filter((id) => !isHolding.has(id) && (closed.places.get(id)?.page ?? 1) > 0)
  const temporarySlots = assignTemporarySlots(
    temporarySlotsBefore,
    rail.slots,
    isMeasured ? waiting : waiting.filter((id) => temporarySlotsBefore.has(id)),
    grid.slots,
  )
  // Tickets on another page that is in sight stay there.
  const takesGap = (id: string): boolean =>
    !temporarySlots.has(id) && ((isMeasured && page === 0) || gapsBefore.has(id))
  const inGaps = cardsInGaps(closed.places, gapsBefore, [...holding, ...waiting.filter(takesGap)], grid)
  const asCards = new Set([...temporarySlots.keys(), ...inGaps.keys()])
  const others = tickets.filter(({ id }) => !asCards.has(id))
  const stood = [...closed.places].filter(([id]) => !asCards.has(id))
  const places =
    asCards.size === 0 ? closed.places : placing(others, [...inGaps.keys()]).place(new Map([...stood, ...inGaps]))
  const slots = new Map([...rail.slots, ...temporarySlots])
  return {
    places,
    cards: new Set([...cardIds, ...inGaps.keys()]),
    rail: slots,
    temporaryCards: asCards,
    estimated: new Set(whole.filter((id) => sizeOf(id) === undefined)),
    unmeasured: whole.filter((id) => !sizes.has(id)),
    oldest: new Set(oldest),
    hidden: [...rail.rest.fresh, ...rail.rest.ready].filter((id) => !places.has(id)),
    ids: inReadingOrder(places),
    pages: pagesOf(places),
    moved: [...closed.moved, ...movedAroundCards(before, places), ...inSlotsOfOthers(before.rail, slots)],
  }
}
