import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Ticket } from '../../shared/ticket.ts'
import type { Tokens } from '../design/tokens.ts'
import { linesFor, stationOf } from '../station/station.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import { mustStop } from '../store/projection.ts'
import {
  type Arrangement,
  arrange,
  type BoardFilter,
  KITCHEN_LANES,
  NOTHING_ARRANGED,
  type Sizes,
  type SlotMemory,
} from './arrangement.ts'
import type { GridSpec, Slot } from './slots.ts'

export type SlotState = Arrangement & {
  readonly grid: GridSpec
  /** Height of a page in px; 0 until the board has been laid out: before that no ticket is drawn. */
  readonly pageHeight: number
  readonly filter: BoardFilter
  readonly sizes: Sizes
  /** Columns at which a ticket without a size is being tried. */
  readonly trials: Readonly<Record<string, number>>
  /** The page in sight, from 0. */
  readonly page: number
  /** The ticket that the keys act on. */
  readonly selected: string | undefined
  /** The order that left the kitchen last. */
  readonly lastBumped: string | undefined
  readonly tokens: Tokens | undefined
  readonly showsAllDay: boolean
  /** Whether somebody has worked with keys since the start: then tickets show their numbers. */
  readonly usesKeys: boolean
}

export type SlotStore = StoreApi<SlotState> & {
  readonly show: (filter: BoardFilter) => void
  /** The grid, and what the measured sizes depend on: when that changes, everything is measured again. */
  readonly takeGrid: (grid: GridSpec, pageHeight: number, measuredBy: string) => void
  /** Several at once: what a frame has measured. */
  readonly measured: (sizes: Sizes, trials: Readonly<Record<string, number>>) => void
  readonly setTokens: (tokens: Tokens) => void
  readonly toggleAllDay: () => void
  readonly turnedTo: (page: number) => void
  readonly select: (orderId: string | undefined) => void
  readonly keysAreUsed: () => void
}

const sameSlot = (a: Slot | undefined, b: Slot): boolean =>
  a !== undefined && a.column === b.column && a.row === b.row && a.columns === b.columns && a.rows === b.rows

/** Slots that did not change keep their identity, so that their tickets are not drawn again. */
function keepingIdentity(next: Arrangement, before: Arrangement): Arrangement {
  const placements = Object.fromEntries(
    Object.entries(next.placements).map(([id, slot]) => {
      const known = before.placements[id]
      return [id, known && sameSlot(known, slot) ? known : slot]
    }),
  )
  const isSameOrder = next.ids.length === before.ids.length && next.ids.every((id, index) => id === before.ids[index])
  return { ...next, placements, ids: isSameOrder ? before.ids : next.ids }
}

/** The board's places, kept in step with the orders. They live as long as the window, whatever view is shown. */
export function createSlotStore(comanda: ComandaStore): SlotStore {
  const memory: SlotMemory = new Map()
  let measuredBy = ''
  const store = createStore<SlotState>()(() => ({
    ...NOTHING_ARRANGED,
    grid: { columns: 1, rows: 1 },
    pageHeight: 0,
    filter: 'all' as BoardFilter,
    sizes: {} as Sizes,
    trials: {},
    page: 0,
    selected: undefined,
    lastBumped: undefined,
    tokens: undefined,
    showsAllDay: false,
    usesKeys: false,
  }))

  const rearrange = (change: Partial<SlotState> = {}): void => {
    const { board, settings } = comanda.getState()
    const state = { ...store.getState(), ...change }
    const station = stationOf(settings)
    const stations = settings?.stations ?? []
    const isShown = (ticket: Ticket | undefined): boolean =>
      ticket !== undefined &&
      (station === undefined ||
        mustStop(ticket) ||
        ticket.lines.length === 0 ||
        linesFor(ticket, station, stations).own.length > 0)
    const arranged = arrange(board, state.sizes, { filter: state.filter, grid: state.grid, isShown }, memory)
    store.setState({ ...change, ...keepingIdentity(arranged, state) })
  }

  comanda.subscribe((state, before) => {
    const { lanes } = state.board
    if (lanes.done !== before.board.lanes.done) {
      const bumped = lanes.done.find((id) => KITCHEN_LANES.includes(before.board.orders[id]?.lane ?? 'done'))
      if (bumped !== undefined) store.setState({ lastBumped: bumped })
    }
    if (
      state.board.lanes !== before.board.lanes ||
      state.settings?.station !== before.settings?.station ||
      state.settings?.stations !== before.settings?.stations
    ) {
      rearrange()
    }
  })

  return {
    ...store,
    show: (filter) => rearrange({ filter, page: 0 }),
    takeGrid: (grid, pageHeight, by) => {
      const { grid: known } = store.getState()
      if (by === measuredBy && known.columns === grid.columns && known.rows === grid.rows) return
      const isStale = by !== measuredBy
      measuredBy = by
      rearrange(isStale ? { grid, pageHeight, sizes: {}, trials: {} } : { grid, pageHeight })
    },
    measured: (sizes, trials) => {
      const state = store.getState()
      if (Object.keys(sizes).length === 0) store.setState({ trials: { ...state.trials, ...trials } })
      else rearrange({ sizes: { ...state.sizes, ...sizes }, trials: { ...state.trials, ...trials } })
    },
    setTokens: (tokens) => store.setState({ tokens }),
    toggleAllDay: () => store.setState((state) => ({ showsAllDay: !state.showsAllDay })),
    turnedTo: (page) => {
      if (store.getState().page !== page) store.setState({ page })
    },
    select: (selected) => store.setState({ selected }),
    keysAreUsed: () => {
      if (!store.getState().usesKeys) store.setState({ usesKeys: true })
    },
  }
}
