import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Lane } from '../../shared/ticket.ts'
import type { DesignTokens } from '../design/tokens.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import type { ComandaState } from '../store/state.ts'
import {
  type Arrangement,
  arrange,
  type BoardGrid,
  NOTHING_ARRANGED,
  NOTHING_STANDING,
  type Standing,
} from './arrangement.ts'
import { type BoardSize, gridFor } from './board-grid.ts'
import { type BoardFilter, isArrangedAlike, KITCHEN_LANES, standingLane } from './board-orders.ts'
import { withKnownParts } from './known-parts.ts'
import { leastHeightBy } from './least-height.ts'
import { type PlacesArchive, standingFrom, textOf } from './places-archive.ts'
import type { Size } from './placing.ts'
import { cardLanesOf, laneBy, shownBy } from './shown-orders.ts'
import { placesAfter, type SteadyPlaces } from './steady-places.ts'

/** The panel that covers the rail. */
export type Panel = 'done' | 'scheduled' | 'totals'

export type PlacesState = Arrangement & {
  readonly grid: BoardGrid
  /** Width of a column in px, including the gap on its right; 0 before the first layout. */
  readonly columnWidth: number
  readonly railColumns: number
  readonly filter: BoardFilter
  readonly sizes: ReadonlyMap<string, Size>
  /** The number of columns at which each ticket that is too high for one column is being measured. */
  readonly trials: ReadonlyMap<string, number>
  /** Whole tickets that are drawn for measuring. */
  readonly measuring: ReadonlySet<string>
  /** Incremented when everything has to be measured again. */
  readonly generation: number
  /** The page in sight, from 0. */
  readonly page: number
  readonly panel: Panel | undefined
  /** The page of the rail in sight: 0 has the slots, the others have the cards without a slot. */
  readonly railPage: number
  /** The cards without a slot, by place. While the rail is turned to them, each keeps its place. */
  readonly hiddenPlaces: SteadyPlaces
  /** The order whose whole ticket is opened beside the rail. */
  readonly opened: string | undefined
  /** The ticket that the keys act on. */
  readonly selected: string | undefined
  /** The order that left the kitchen last. */
  readonly lastBumped: string | undefined
  readonly tokens: DesignTokens | undefined
  /** Whether keys were used since the start: then tickets show their numbers. */
  readonly usesKeys: boolean
}

export type PlacesStore = StoreApi<PlacesState> & {
  readonly show: (filter: BoardFilter) => void
  readonly takeSize: (size: BoardSize, wording: string) => void
  readonly setTokens: (tokens: DesignTokens) => void
  /** Stores all sizes that one drawing has measured. */
  readonly measured: (sizes: ReadonlyMap<string, Size>, trials: ReadonlyMap<string, number>) => void
  /** Draws some of the unmeasured tickets, the oldest first. */
  readonly measureMore: (count: number) => void
  readonly turnTo: (page: number) => void
  readonly showPanel: (panel: Panel | undefined) => void
  readonly turnRail: (page: number) => void
  readonly open: (orderId: string | undefined) => void
  readonly select: (orderId: string | undefined) => void
  readonly recordKeyUse: () => void
  /** Closes gaps and brings urgent cards to the top. Call some time after the last touch. `now`: platform, epoch ms. */
  readonly settle: (now: number) => void
  /** Shows the first page without a panel. */
  readonly goHome: () => void
}

/**
 * The tickets to measure now: those already being measured, those in sight, the selected one, the oldest without a place,
 * and `more`. The board is painted after these are measured, so the others wait for idle moments.
 */
const toMeasure = (state: PlacesState, more: number): ReadonlySet<string> => {
  const { unmeasured, oldest, places, page, selected, measuring } = state
  const isNeeded = (id: string): boolean =>
    measuring.has(id) || oldest.has(id) || id === selected || places.get(id)?.page === page
  const needed = unmeasured.filter(isNeeded)
  const others = unmeasured.filter((id) => !isNeeded(id)).slice(0, more)
  const next = new Set([...needed, ...others])
  return next.size === measuring.size && [...next].every((id) => measuring.has(id)) ? measuring : next
}

/** Marks tickets to be measured and placed again. A card keeps its place: all cards have the same height. */
const markForMeasuring = (state: PlacesState, ids: readonly string[]): Partial<PlacesState> => {
  const { sizes, trials, estimated, cards, lent } = state
  const anew = ids.filter((id) => sizes.has(id) && (!cards.has(id) || lent.has(id)))
  if (anew.length === 0) return {}
  return {
    sizes: new Map([...sizes].filter(([id]) => !anew.includes(id))),
    trials: new Map([...trials].filter(([id]) => !anew.includes(id))),
    estimated: new Set([...estimated, ...anew]),
  }
}

/** Tickets out of sight that are too large for their page: they may move, and get more columns. */
const outgrown = ({ sizes, places, grid, page }: PlacesState): readonly string[] =>
  [...sizes].flatMap(([id, { columns, height }]) => {
    const at = places.get(id)?.page ?? 0
    return height > grid.height && columns < grid.columns && at !== 0 && at !== page ? [id] : []
  })

const isArrangedLike = (state: ComandaState, before: ComandaState, changed: readonly string[]): boolean => {
  const view = { isShown: shownBy(state.settings), laneOf: laneBy(state.settings) }
  const isSameSet = Object.keys(state.board.orders).length === Object.keys(before.board.orders).length
  return (
    isSameSet &&
    changed.every((id) => {
      const [now, then] = [state.board.orders[id], before.board.orders[id]]
      return now !== undefined && then !== undefined && isArrangedAlike(now, then, view)
    })
  )
}

/** The number of pages of the rail after the first. */
const railPagesOf = (hidden: SteadyPlaces, { slots }: BoardGrid): number =>
  Math.ceil(hidden.length / Math.max(1, slots))

/** Keeps the place of each ticket, updated with the orders. Exists as long as the window, in every view. */
export function createPlacesStore(comanda: ComandaStore, archive?: PlacesArchive): PlacesStore {
  const standings = new Map<BoardFilter, Standing>()
  let geometry = ''
  let wording = ''
  const store = createStore<PlacesState>()(() => ({
    ...NOTHING_ARRANGED,
    grid: { columns: 1, height: 0, gap: 0, card: 0, slots: 0 },
    columnWidth: 0,
    railColumns: 0,
    filter: 'all' as BoardFilter,
    sizes: new Map<string, Size>(),
    trials: new Map<string, number>(),
    measuring: new Set<string>(),
    generation: 0,
    page: 0,
    panel: undefined,
    railPage: 0,
    hiddenPlaces: [],
    opened: undefined,
    selected: undefined,
    lastBumped: undefined,
    tokens: undefined,
    usesKeys: false,
  }))

  /** @param calmAt platform time of a moment without touches, in epoch ms */
  const rearrange = (change: Partial<PlacesState> = {}, calmAt?: number): void => {
    const { board, settings } = comanda.getState()
    const state = { ...store.getState(), ...change }
    if (state.columnWidth === 0) {
      store.setState(change)
      return
    }
    const { filter, grid, page } = state
    const before = standings.get(filter) ?? { ...NOTHING_STANDING, rail: state.rail }
    const known = {
      ...before,
      rail: state.rail,
      places: new Map([...before.places].filter(([id]) => !state.estimated.has(id) || before.cards.has(id))),
    }
    const view = {
      filter,
      cardLanes: state.railColumns === 0 ? new Set<Lane>() : cardLanesOf(settings),
      grid,
      sizes: new Map([...state.sizes].filter(([id]) => board.orders[id] !== undefined)),
      leastHeight: leastHeightBy(board.orders, settings, state),
      isShown: shownBy(settings),
      laneOf: laneBy(settings),
      page,
      isCalm: calmAt !== undefined,
      now: calmAt ?? 0,
    }
    const next = withKnownParts(arrange(board, view, known), state)
    standings.set(filter, next)
    if (archive && filter === 'all' && (next.places !== state.places || next.rail !== state.rail)) {
      archive.write(() => textOf(standings.get('all') ?? next, geometry))
    }
    // The whole ticket has its own place.
    const isWhole = (id: string): boolean => next.places.has(id) && !next.cards.has(id) && !next.rail.has(id)
    const staysOpen = (id: string): boolean => board.orders[id] !== undefined && !isWhole(id)
    const hiddenPlaces = state.railPage > 0 ? placesAfter(state.hiddenPlaces, next.hidden) : next.hidden
    const now = {
      ...state,
      ...next,
      hiddenPlaces,
      sizes: view.sizes.size === state.sizes.size ? state.sizes : view.sizes,
      page: Math.min(page, next.pages - 1),
      opened: state.opened !== undefined && staysOpen(state.opened) ? state.opened : undefined,
      railPage: Math.min(state.railPage, railPagesOf(hiddenPlaces, grid)),
    }
    store.setState({ ...now, measuring: toMeasure(now, 0) })
  }

  const noteBumped = (state: ComandaState, before: ComandaState): void => {
    const { lanes } = state.board
    if (lanes.done === before.board.lanes.done) return
    const bumped = lanes.done.find((id) => KITCHEN_LANES.includes(before.board.orders[id]?.lane ?? 'done'))
    if (bumped !== undefined) store.setState({ lastBumped: bumped })
  }

  /** Closes the opened ticket of an order that took a step and moved. A first read is not a step. */
  const closeMoved = (state: ComandaState, before: ComandaState): void => {
    const { opened } = store.getState()
    if (opened === undefined) return
    const [now, then] = [state.board.orders[opened], before.board.orders[opened]]
    const isMoved = then?.reading === 'read' && now !== undefined && standingLane(now) !== standingLane(then)
    if (now === undefined || isMoved) {
      store.setState({ opened: undefined })
    }
  }

  comanda.subscribe((state, before) => {
    noteBumped(state, before)
    closeMoved(state, before)
    const { orders } = state.board
    if (orders === before.board.orders && state.settings === before.settings) return
    const changed = Object.keys(orders).filter((id) => orders[id] !== before.board.orders[id])
    const wasRead = (id: string): boolean => before.board.orders[id]?.reading === 'read'
    // A ticket is measured again after its first read.
    const nowRead = changed.filter((id) => orders[id]?.reading === 'read' && !wasRead(id))
    if (nowRead.length === 0 && state.settings === before.settings && isArrangedLike(state, before, changed)) return
    rearrange(markForMeasuring(store.getState(), nowRead))
  })

  const takeSize = (size: BoardSize, words: string): void => {
    const { tokens } = store.getState()
    if (!tokens || size.width === 0 || size.height === 0) return
    const layout = gridFor(tokens, size, cardLanesOf(comanda.getState().settings).size)
    const now = [layout.columnWidth, size.height, layout.railColumns, tokens.item, tokens.card]
      .map(Math.round)
      .join(' ')
    if (now === geometry && words === wording) return
    if (now !== geometry) {
      const isFirst = geometry === ''
      standings.clear()
      if (isFirst) standings.set('all', standingFrom(archive?.read() ?? null, now))
      store.setState({ rail: isFirst ? (standings.get('all')?.rail ?? new Map()) : new Map(), page: 0 })
    }
    geometry = now
    wording = words
    rearrange({ ...layout, ...unmeasured() })
  }

  /** Marks every ticket for measuring. Each keeps its place. */
  const unmeasured = (): Partial<PlacesState> => ({
    sizes: new Map(),
    trials: new Map(),
    measuring: new Set(),
    generation: store.getState().generation + 1,
  })

  return {
    ...store,
    show: (filter) => rearrange({ filter, page: 0, panel: undefined, opened: undefined, railPage: 0 }),
    takeSize,
    setTokens: (tokens) => store.setState({ tokens }),
    measured: (sizes, trials) => {
      const state = store.getState()
      const next = { trials: new Map([...state.trials, ...trials]), sizes: new Map([...state.sizes, ...sizes]) }
      // Before the oldest are measured no ticket gets a place on page one, because one of them is being measured with more
      // columns.
      const isTrying = [...state.oldest].some((id) => !next.sizes.has(id) && next.trials.has(id))
      if (sizes.size === 0 || isTrying) store.setState(next)
      else rearrange({ ...next, ...markForMeasuring({ ...state, ...next }, outgrown({ ...state, ...next })) })
    },
    measureMore: (count) => store.setState((state) => ({ measuring: toMeasure(state, count) })),
    turnTo: (page) => {
      const state = store.getState()
      const next = Math.max(0, Math.min(page, state.pages - 1))
      if (next !== state.page) rearrange({ page: next })
    },
    showPanel: (panel) => store.setState({ panel, opened: undefined }),
    turnRail: (wanted) =>
      store.setState(({ hidden, hiddenPlaces, grid }) => {
        const railPage = Math.max(0, Math.min(wanted, railPagesOf(hiddenPlaces, grid)))
        return { railPage, hiddenPlaces: railPage === 0 ? hidden : hiddenPlaces }
      }),
    open: (opened) => store.setState({ opened }),
    // A ticket with an estimated size may change its page after each arrangement. A selected ticket is measured, so that it
    // keeps its place.
    select: (selected) => store.setState((state) => ({ selected, measuring: toMeasure({ ...state, selected }, 0) })),
    recordKeyUse: () => {
      if (!store.getState().usesKeys) rearrange({ ...unmeasured(), usesKeys: true })
    },
    settle: (now) => rearrange({}, now),
    goHome: () => {
      const { page, panel, opened, filter, railPage } = store.getState()
      if (page === 0 && panel === undefined && opened === undefined && filter === 'all' && railPage === 0) return
      rearrange({ filter: 'all', page: 0, panel: undefined, opened: undefined, railPage: 0 })
    },
  }
}
