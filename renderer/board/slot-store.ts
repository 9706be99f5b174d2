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
import { type Drawing, drawingFor, drawingMore, NOTHING_DRAWN } from './drawing.ts'
import { guessedSize } from './guess.ts'
import { memoryFrom, type SlotArchive, textOf } from './slot-memory.ts'
import type { GridSpec, Size, Slot } from './slots.ts'

const ONE_CELL: Size = { columns: 1, rows: 1 }

export type PageSize = { readonly width: number; readonly height: number }

export type SlotState = Arrangement & {
  readonly grid: GridSpec
  readonly drawing: Drawing
  readonly pageWidth: number
  /** Height of a page in px; 0 until the board has been laid out: before that no ticket is drawn. */
  readonly pageHeight: number
  readonly filter: BoardFilter
  readonly sizes: Sizes
  /** Goes up when everything has to be measured again. */
  readonly generation: number
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
  readonly takeGrid: (
    grid: GridSpec,
    page: PageSize,
    measuredBy: { readonly geometry: string; readonly wording: string },
  ) => void
  /** Several at once: what a frame has measured. */
  readonly measured: (sizes: Sizes, trials: Readonly<Record<string, number>>) => void
  /** Draws so many more of the tickets that wait for it. */
  readonly drawMore: (count: number) => void
  /** The board is no longer shown: what is out of sight waits again when it comes back. */
  readonly leave: () => void
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
  const known = Object.entries(before.placements)
  const isSame = known.length === Object.keys(placements).length && known.every(([id, slot]) => placements[id] === slot)
  return { ...next, placements: isSame ? before.placements : placements, ids: isSameOrder ? before.ids : next.ids }
}

/** The board's places, kept in step with the orders. They live as long as the window, whatever view is shown. */
export function createSlotStore(comanda: ComandaStore, archive?: SlotArchive): SlotStore {
  let memory: SlotMemory = new Map()
  const supposedMemory: SlotMemory = new Map()
  /** For the page and the letters of now. */
  let guesses = new WeakMap<Ticket, Size>()
  let geometry = ''
  let wording = ''
  const store = createStore<SlotState>()(() => ({
    ...NOTHING_ARRANGED,
    grid: { columns: 1, rows: 1 },
    drawing: NOTHING_DRAWN,
    pageWidth: 0,
    pageHeight: 0,
    filter: 'all' as BoardFilter,
    sizes: {} as Sizes,
    generation: 0,
    trials: {},
    page: 0,
    selected: undefined,
    lastBumped: undefined,
    tokens: undefined,
    showsAllDay: false,
    usesKeys: false,
  }))

  const rearrange = (change: Partial<SlotState> = {}, isSteady = false): void => {
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
    if (state.pageHeight === 0) {
      store.setState(change)
      return
    }
    const { filter, grid, tokens, pageWidth, pageHeight } = state
    const guess = (id: string): Size => {
      const ticket = board.orders[id]
      if (!ticket || !tokens) return ONE_CELL
      const size = guesses.get(ticket) ?? guessedSize(ticket, { tokens, grid, pageWidth, pageHeight })
      guesses.set(ticket, size)
      return size
    }
    const isDrawn = (id: string): boolean => state.drawing.drawn.has(id)
    const view = { filter, grid, isShown, guess, isDrawn, isSteady, page: state.page }
    const next = keepingIdentity(arrange(board, state.sizes, view, memory, supposedMemory), state)
    if (archive && next.placements !== state.placements) archive.write(() => textOf(memory, geometry))
    store.setState({ ...change, ...next, drawing: drawingFor({ ...next, grid, page: state.page }, state.drawing) })
  }

  /** A ticket takes its place anew once it says what it is: until then nobody has cooked from it. */
  const forget = (ids: readonly string[]): Partial<SlotState> => {
    const { sizes, trials } = store.getState()
    const without = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
      Object.fromEntries(Object.entries(record).filter(([id]) => !ids.includes(id)))
    for (const [key, placements] of memory) memory.set(key, without(placements))
    return { sizes: without(sizes), trials: without(trials) }
  }

  comanda.subscribe((state, before) => {
    const { lanes, orders } = state.board
    const wasUnread = (id: string): boolean => (before.board.orders[id] ?? orders[id])?.reading !== 'read'
    const nowRead =
      orders === before.board.orders
        ? []
        : Object.keys(orders).filter((id) => orders[id]?.reading === 'read' && wasUnread(id))
    if (lanes.done !== before.board.lanes.done) {
      const bumped = lanes.done.find((id) => KITCHEN_LANES.includes(before.board.orders[id]?.lane ?? 'done'))
      if (bumped !== undefined) store.setState({ lastBumped: bumped })
    }
    if (nowRead.length > 0) rearrange(forget(nowRead))
    else if (
      state.board.lanes !== before.board.lanes ||
      // What is struck or added may bring a ticket before a station, or take it away.
      (orders !== before.board.orders && stationOf(state.settings) !== undefined) ||
      state.settings?.station !== before.settings?.station ||
      state.settings?.stations !== before.settings?.stations
    ) {
      rearrange({}, true)
    }
  })

  return {
    ...store,
    show: (filter) => rearrange({ filter, page: 0, drawing: NOTHING_DRAWN }),
    takeGrid: (grid, { width: pageWidth, height: pageHeight }, by) => {
      const { grid: known, generation } = store.getState()
      const isSameGeometry = by.geometry === geometry
      const isSameGrid = known.columns === grid.columns && known.rows === grid.rows
      if (isSameGeometry && by.wording === wording && isSameGrid) {
        if (store.getState().drawing === NOTHING_DRAWN) rearrange()
        return
      }
      if (!isSameGeometry) {
        // The first geometry of a window finds what the window before it left; another one begins anew, in order.
        if (geometry === '') memory = memoryFrom(archive?.read() ?? null, by.geometry)
        else for (const key of [...memory.keys()]) if (key.includes('×')) memory.delete(key)
      }
      guesses = new WeakMap()
      const isStale = !isSameGeometry || by.wording !== wording
      geometry = by.geometry
      wording = by.wording
      const anew = { sizes: {}, trials: {}, drawing: NOTHING_DRAWN, generation: generation + 1 }
      rearrange({ grid, pageWidth, pageHeight, ...(isStale ? anew : {}) })
    },
    measured: (sizes, trials) => {
      const state = store.getState()
      const change = { trials: { ...state.trials, ...trials } }
      if (Object.keys(sizes).length === 0) {
        store.setState(change)
        return
      }
      // Once all that is near has been measured, nothing far moves up.
      const isSteady = state.drawing.waiting.size === 0
      rearrange({ ...change, sizes: { ...state.sizes, ...sizes } }, isSteady)
    },
    drawMore: (count) => store.setState((state) => ({ drawing: drawingMore(state, state.drawing, count) })),
    leave: () => store.setState({ drawing: NOTHING_DRAWN }),
    setTokens: (tokens) => {
      guesses = new WeakMap()
      store.setState({ tokens })
    },
    toggleAllDay: () => store.setState((state) => ({ showsAllDay: !state.showsAllDay })),
    turnedTo: (page) => {
      const state = store.getState()
      if (state.page !== page) store.setState({ page, drawing: drawingFor({ ...state, page }, state.drawing) })
    },
    select: (selected) => store.setState({ selected }),
    keysAreUsed: () => {
      if (!store.getState().usesKeys) store.setState({ usesKeys: true })
    },
  }
}
