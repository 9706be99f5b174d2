import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { ticketsOf } from '../store/board-state.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import type { ComandaState } from '../store/state.ts'
import type { DesignTokens, Step } from '../ui/design/tokens.ts'
import { createArrangement } from './arrangement.ts'
import { type BoardFilter, KITCHEN_LANES, shownLane } from './board-orders.ts'
import type { Heights } from './flow.ts'
import { createKeptWall } from './kept-wall.ts'
import type { PlacesArchive } from './places-archive.ts'
import { INITIAL_PLACES, type Panel, type PlacesState } from './places-state.ts'

export type PlacesStore = StoreApi<PlacesState> & {
  readonly show: (filter: BoardFilter) => void
  /** Height of the wall, and a text that changes with every setting on which heights depend. */
  readonly takeSize: (height: number, wording: string) => void
  readonly setTokens: (tokens: DesignTokens) => void
  /** Stores the heights of the tickets that one drawing has measured. An order may have another text by now. */
  readonly measured: (step: Step, heights: ReadonlyMap<Ticket, Heights>) => void
  /** Call when the texts look otherwise, with unchanged sizes: a font was loaded late. */
  readonly measureAgain: () => void
  readonly turnTo: (page: number) => void
  readonly showPanel: (panel: Panel | undefined) => void
  readonly open: (orderId: string | undefined) => void
  readonly select: (orderId: string | undefined) => void
  readonly recordKeyUse: () => void
  /** Call at each touch: for a moment nothing in sight moves. */
  readonly recordTouch: () => void
  /** Closes gaps and gives detail back. Call some time after the last touch. */
  readonly settle: () => void
  /** Shows the first page without a panel. */
  readonly goHome: () => void
}

/** The order that left the kitchen between the two states. */
const bumpedOrder = ({ board: { lanes } }: ComandaState, { board: before }: ComandaState): string | undefined =>
  lanes.done === before.lanes.done
    ? undefined
    : lanes.done.find((id) => KITCHEN_LANES.includes(before.orders[id]?.lane ?? 'done'))

/**
 * Whether the order left the board, or something was done with it since. An earlier tap that is sent and confirmed in the
 * meantime is nothing new for the person who opened the ticket, and a first read is not a step.
 */
const hasSteppedOrEnded = (orderId: string, state: ComandaState, before: ComandaState): boolean => {
  const [now, then] = [state.board.orders[orderId], before.board.orders[orderId]]
  if (now === undefined) return true
  if (then?.reading !== 'read') return false
  if (now.tap?.tapId !== then.tap?.tapId) return now.tap !== undefined || then.tap?.truth === 'held'
  return now.tap === undefined && shownLane(now) !== shownLane(then)
}

/** Keeps the place of each ticket, updated with the orders. Exists as long as the window, in every view. */
export function createPlacesStore(comanda: ComandaStore, archive?: PlacesArchive): PlacesStore {
  const store = createStore<PlacesState>()(() => INITIAL_PLACES)
  const wall = createKeptWall(comanda, store.getState, archive)
  const { arrange, arrangeSoon, arrangeCalm, settle, recordTouch, takeHeights } = createArrangement(
    store,
    comanda,
    wall,
  )

  /** Whether an order came, or has another text. */
  const needsRoom = ({ board: { orders } }: ComandaState, { board: before }: ComandaState): boolean =>
    ticketsOf(orders).some((ticket) => {
      const known = before.orders[ticket.orderId]
      return known === undefined ? KITCHEN_LANES.includes(ticket.lane) : !wall.heights.isSame(known, ticket)
    })

  comanda.subscribe((state, before) => {
    const lastBumped = bumpedOrder(state, before)
    if (lastBumped !== undefined) store.setState({ lastBumped })
    const { opened } = store.getState()
    if (opened !== undefined && hasSteppedOrEnded(opened, state, before)) store.setState({ opened: undefined })
    if (state.board.orders === before.board.orders && state.settings === before.settings) return
    wall.heights.keepOnly((id) => state.board.orders[id] !== undefined)
    if (needsRoom(state, before)) arrange()
    else arrangeSoon()
  })

  return {
    ...store,
    show: (filter) => {
      if (filter !== store.getState().filter) wall.forget(filter === 'all' ? 'new' : filter)
      arrange({ filter, page: 0, panel: undefined, opened: undefined })
    },
    takeSize: (height, words) => {
      const { tokens } = store.getState()
      if (!tokens || height === 0) return
      // Before the arrangement: estimates depend on the height, and those without one would have every ticket measured.
      store.setState({ height })
      const sizes = Object.values(tokens.steps).flatMap(({ columnWidth, item, head }) => [columnWidth, item, head])
      if (wall.takeSizes([height, ...sizes], words)) arrangeCalm()
    },
    setTokens: (tokens) => store.setState({ tokens }),
    measured: takeHeights,
    measureAgain: () => {
      wall.heights.clear()
      arrangeCalm()
    },
    turnTo: (page) => {
      const state = store.getState()
      const next = Math.max(0, Math.min(page, state.layout.pages.length - 1))
      if (next !== state.page || state.panel !== undefined) arrange({ page: next, panel: undefined })
    },
    showPanel: (panel) => store.setState({ panel, opened: undefined }),
    open: (opened) => store.setState({ opened }),
    select: (selected) => store.setState({ selected }),
    recordKeyUse: () => {
      if (!store.getState().usesKeys) store.setState({ usesKeys: true })
    },
    recordTouch,
    settle,
    goHome: () => {
      const { page, panel, opened, filter } = store.getState()
      if (page === 0 && panel === undefined && opened === undefined && filter === 'all') return
      arrange({ filter: 'all', page: 0, panel: undefined, opened: undefined })
    },
  }
}
