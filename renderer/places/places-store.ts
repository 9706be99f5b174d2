import { createStore, type StoreApi } from 'zustand/vanilla'
import { monotonicNow } from '../clock/monotonic-now.ts'
import type { DesignTokens } from '../design/tokens.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import type { ComandaState } from '../store/state.ts'
import { type KeptPlaces, NO_KEPT_PLACES } from './arrangement.ts'
import type { BoardSize } from './board-grid.ts'
import { type BoardFilter, isArrangedAlike, KITCHEN_LANES, shownLane } from './board-orders.ts'
import { keptPlacesFrom, type PlacesArchive, textOf } from './places-archive.ts'
import {
  INITIAL_PLACES_STATE,
  markForMeasuring,
  movedWithRail,
  outgrown,
  type Panel,
  type PlacesState,
  railPagesOf,
  rearranged,
  toMeasure,
} from './places-state.ts'
import type { Size } from './placing.ts'
import { createRailColumns } from './rail-columns.ts'
import { isTouchRecent } from './settle-when-calm.ts'
import { laneBy, shownBy } from './shown-orders.ts'

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
  /** Call at each touch: for a moment nothing in sight moves. */
  readonly recordTouch: () => void
  /** Closes gaps and brings urgent cards to the top. Call some time after the last touch. `now`: platform, epoch ms. */
  readonly settle: (now: number) => void
  /** Shows the first page without a panel. */
  readonly goHome: () => void
}

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

/** The order that left the kitchen between the two states. */
const bumpedOrder = ({ board: { lanes } }: ComandaState, { board: before }: ComandaState): string | undefined =>
  lanes.done === before.lanes.done
    ? undefined
    : lanes.done.find((id) => KITCHEN_LANES.includes(before.orders[id]?.lane ?? 'done'))

/** Whether the order left the board, or took a step and moved. A first read is not a step. */
const hasMovedOrEnded = (orderId: string, state: ComandaState, before: ComandaState): boolean => {
  const [now, then] = [state.board.orders[orderId], before.board.orders[orderId]]
  return now === undefined || (then?.reading === 'read' && shownLane(now) !== shownLane(then))
}

/** Keeps the place of each ticket, updated with the orders. Exists as long as the window, in every view. */
export function createPlacesStore(comanda: ComandaStore, archive?: PlacesArchive): PlacesStore {
  const keptPlaces = new Map<BoardFilter, KeptPlaces>()
  let geometry = ''
  let wording = ''
  let touchedAt = Number.NEGATIVE_INFINITY
  let boardSize: BoardSize | undefined
  const railColumns = createRailColumns(comanda)
  const store = createStore<PlacesState>()(() => INITIAL_PLACES_STATE)

  /** @param calmAt platform time of a moment without touches, in epoch ms */
  const rearrange = (change: Partial<PlacesState> = {}, calmAt?: number): void => {
    const changed = { ...store.getState(), ...change }
    if (changed.columnWidth === 0) {
      store.setState(change)
      return
    }
    const isTouched = calmAt === undefined && isTouchRecent(touchedAt)
    const { board, settings } = comanda.getState()
    const before = keptPlaces.get(changed.filter) ?? NO_KEPT_PLACES
    const arrangedAs = (state: PlacesState) => rearranged(state, { board, settings, before, isTouched, calmAt })
    const arranged =
      isTouched || !boardSize
        ? arrangedAs(changed)
        : railColumns.arrange(changed, boardSize, arrangedAs, calmAt !== undefined)
    const next =
      arranged.crowdColumns === changed.crowdColumns
        ? arranged
        : { ...arranged, moved: movedWithRail(arranged, before) }
    const { places, cards, rail } = next
    keptPlaces.set(changed.filter, { places, cards, rail })
    if (archive && changed.filter === 'all' && (places !== changed.places || rail !== changed.rail)) {
      archive.write(() => textOf(keptPlaces.get('all') ?? next, geometry))
    }
    store.setState(next)
  }

  comanda.subscribe((state, before) => {
    const lastBumped = bumpedOrder(state, before)
    if (lastBumped !== undefined) store.setState({ lastBumped })
    const { opened } = store.getState()
    if (opened !== undefined && hasMovedOrEnded(opened, state, before)) store.setState({ opened: undefined })
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
    boardSize = size
    const usual = railColumns.usualLayout(tokens, size)
    const now = [usual.columnWidth, size.height, usual.railColumns, tokens.item, tokens.card].map(Math.round).join(' ')
    if (now === geometry && words === wording) return
    if (now !== geometry) {
      const isFirst = geometry === ''
      keptPlaces.clear()
      if (isFirst) keptPlaces.set('all', keptPlacesFrom(archive?.read() ?? null, now))
      store.setState({ rail: isFirst ? (keptPlaces.get('all')?.rail ?? new Map()) : new Map(), page: 0 })
    }
    geometry = now
    wording = words
    rearrange({ ...railColumns.layout(tokens, size), ...unmeasured() })
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
    recordTouch: () => {
      touchedAt = monotonicNow()
    },
    settle: (now) => rearrange({}, now),
    goHome: () => {
      const { page, panel, opened, filter, railPage } = store.getState()
      if (page === 0 && panel === undefined && opened === undefined && filter === 'all' && railPage === 0) return
      rearrange({ filter: 'all', page: 0, panel: undefined, opened: undefined, railPage: 0 })
    },
  }
}
