import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { monotonicNow } from '../clock/monotonic-now.ts'
import { type DesignTokens, EDGE_GAPS, type Step, type StepTokens } from '../design/tokens.ts'
import { ownNames } from '../store/board-state.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import type { ComandaState } from '../store/state.ts'
import { type BoardFilter, idsOf, KITCHEN_LANES, lineOf, shownLane } from './board-orders.ts'
import { type Entry, type Grid, type Heights, type LineOrder, measuredOnly, type Page } from './flow.ts'
import { type Calm, type Layout, type LayoutInput, layoutOf, NO_LAYOUT, stepsThatMayFit } from './layout.ts'
import { createMeasuredHeights, hashOf } from './measured-heights.ts'
import { heightsFrom, layoutFrom, type PlacesArchive, textOf } from './places-archive.ts'
import { isTouchRecent } from './settle-when-calm.ts'

/** What lies over the wall, or in place of it. */
export type Panel = 'done' | 'scheduled' | 'totals'

/** Where a ticket stands: its page, its column from 0, and its top in px. */
export type Place = Entry & { readonly page: number; readonly column: number; readonly y: number }

/** Tickets that are drawn out of sight, because their height at a text step is needed. */
export type Measuring = { readonly step: Step; readonly ids: readonly string[] }

export type PlacesState = {
  readonly layout: Layout
  readonly places: ReadonlyMap<string, Place>
  readonly line: readonly LineOrder[]
  readonly measuring: Measuring | undefined
  readonly filter: BoardFilter
  /** The page in sight, from 0. */
  readonly page: number
  readonly panel: Panel | undefined
  /** The order whose whole ticket lies over its neighbours. */
  readonly opened: string | undefined
  /** The ticket that the keys act on. */
  readonly selected: string | undefined
  /** The orders of the keys 1 to 9. */
  readonly numbered: readonly string[]
  /** The order that left the kitchen last. */
  readonly lastBumped: string | undefined
  readonly tokens: DesignTokens | undefined
  /** Whether keys were used since the start: then tickets show their numbers. */
  readonly usesKeys: boolean
  /** Height of the wall in px; 0 before the first drawing. */
  readonly height: number
  /** Tickets that the last arrangement has moved. */
  readonly moved: readonly string[]
}

const INITIAL: PlacesState = {
  layout: NO_LAYOUT,
  places: new Map(),
  line: [],
  measuring: undefined,
  filter: 'all',
  page: 0,
  panel: undefined,
  opened: undefined,
  selected: undefined,
  numbered: [],
  lastBumped: undefined,
  tokens: undefined,
  usesKeys: false,
  height: 0,
  moved: [],
}

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

const gridOf = ({ columns, gap, head }: StepTokens, height: number): Grid => ({
  columns,
  gap,
  height: Math.floor(height - EDGE_GAPS * gap),
  slot: head,
})

/** The column, page and top of each ticket. Unchanged places keep their identity, so that they are not drawn again. */
function placesOf(pages: readonly Page[], gap: number, before: ReadonlyMap<string, Place>): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const [page, columns] of pages.entries()) {
    const tops = columns.map(() => 0)
    for (const [column, entries] of columns.entries()) {
      let y = tops[column] ?? 0
      for (const entry of entries) {
        if (entry.id !== undefined) {
          const place = { ...entry, page, column, y }
          const known = before.get(entry.id)
          places.set(entry.id, known && isSamePlace(known, place) ? known : place)
        }
        y += entry.height + gap
        for (let other = column + 1; other < column + entry.span; other += 1) tops[other] = y
      }
    }
  }
  const isUnchanged = places.size === before.size && [...places].every(([id, place]) => before.get(id) === place)
  return isUnchanged ? before : places
}

const isSamePlace = (a: Place, b: Place): boolean =>
  a.page === b.page &&
  a.column === b.column &&
  a.y === b.y &&
  a.height === b.height &&
  a.form === b.form &&
  a.span === b.span &&
  a.isLong === b.isLong &&
  a.isPart === b.isPart &&
  a.isReady === b.isReady

/** At most this many arrangements until the heights of what has text in sight are measured. */
const MOST_ROUNDS = 8
/** The answer to a touch is painted before the wall is arranged anew (ms). */
const AFTER_ANSWER_MS = 50
/** A text that changed is whole after this time, also while the wall is touched (ms). */
const PART_MS = 3_000
const KEYS = 9

/** Keeps the place of each ticket, updated with the orders. Exists as long as the window, in every view. */
export function createPlacesStore(comanda: ComandaStore, archive?: PlacesArchive): PlacesStore {
  const kept = new Map<BoardFilter, Layout>()
  let geometry = ''
  let wording = ''
  let touchedAt = Number.NEGATIVE_INFINITY
  let rounds = 0
  /** The page of the last arrangement. */
  let shownPage = 0
  /** What the arrangement that waits for heights may move. */
  let pending: Calm = 'still'
  let isWaiting = false
  let dueTimer: ReturnType<typeof setTimeout> | undefined
  const store = createStore<PlacesState>()(() => INITIAL)
  const heights = createMeasuredHeights(
    () => store.getState().tokens,
    () => comanda.getState().settings,
    (step) => {
      const { tokens, height } = store.getState()
      return tokens ? gridOf(tokens.steps[step], height).height : 0
    },
    (ticket) => ownNames(ticket, comanda.getState().board),
  )

  const platformNow = (): number => {
    const { clock } = comanda.getState().connection
    return clock === undefined ? 0 : clock.platformNow + monotonicNow() - clock.receivedAt
  }

  const keep = (): void =>
    archive?.write(() => textOf(kept.get('all') ?? NO_LAYOUT, geometry, hashOf(wording), heights.known()))
  const steady = (): Calm => (isTouchRecent(touchedAt) ? 'touched' : 'still')
  const settle = (): void => arrange(isTouchRecent(touchedAt) ? 'touched' : 'calm')

  /** After the answer to a touch. */
  const arrangeSoon = (): void => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      arrange(steady())
    }, AFTER_ANSWER_MS)
  }

  /** Arranges again when a layout of all is due, or a text has been shown in part for long enough. */
  const arrangeWhenDue = ({ dueAt, times: { partAt } }: Layout, now: number): void => {
    clearTimeout(dueTimer)
    const partDue = partAt === undefined ? Number.POSITIVE_INFINITY : partAt + PART_MS
    const at = Math.min(partDue, dueAt ?? Number.POSITIVE_INFINITY)
    if (!Number.isFinite(at)) return
    dueTimer = setTimeout(() => (at === partDue ? arrange('calm') : settle()), Math.max(0, at - now))
  }

  const arrange = (wanted: Calm, change: Partial<PlacesState> = {}): void => {
    const state = { ...store.getState(), ...change }
    const { tokens, height, filter } = state
    const calm = kept.has(filter) ? wanted : 'calm'
    if (!tokens || height === 0) {
      store.setState(change)
      return
    }
    const { board, settings } = comanda.getState()
    const now = platformNow()
    const line = lineOf(board, settings, filter, now)
    const isLastRound = rounds >= MOST_ROUNDS
    const measuredHeights = (step: Step) => {
      const sizes = (id: string): Heights => heights.heightsOf(board.orders[id], step)
      return isLastRound ? measuredOnly(sizes) : sizes
    }
    const input: LayoutInput = {
      line,
      heights: (id, step) => measuredHeights(step)(id),
      grids: {
        S: gridOf(tokens.steps.S, height),
        M: gridOf(tokens.steps.M, height),
        L: gridOf(tokens.steps.L, height),
      },
      previous: kept.get(filter),
      calm,
      turnsTo: state.page === shownPage ? undefined : state.page,
      now,
    }
    const layout = layoutOf(input)
    const page = Math.min(state.page, Math.max(0, layout.pages.length - 1))
    const ids = layout.unmeasured ?? unmeasuredOn(layout.pages[page] ?? [], layout.step)
    const measuring = ids.length > 0 ? { step: layout.step, ids } : unknownAbove(input, layout.step)
    if (measuring && !isLastRound) {
      rounds += 1
      pending = calm
      store.setState({ ...change, measuring })
      return
    }
    shownPage = page
    kept.set(filter, layout)
    arrangeWhenDue(layout, now)
    const places = placesOf(layout.pages, tokens.steps[layout.step].gap, state.places)
    const moved = [...places].flatMap(([id, { page, column, y }]) => {
      const before = state.places.get(id)
      return before === undefined || (before.page === page && before.column === column && before.y === y) ? [] : [id]
    })
    if (filter === 'all' && (places !== state.places || rounds > 0)) keep()
    rounds = 0
    store.setState({
      ...change,
      layout,
      line,
      places,
      measuring: undefined,
      numbered: calm !== 'calm' && state.numbered.length > 0 ? state.numbered : line.slice(0, KEYS).map(({ id }) => id),
      page,
      moved: moved.length > 0 ? moved : state.moved,
    })
  }

  /** Orders of a page with an estimated height: the head of a strip may need a further row too. */
  const unmeasuredOn = (page: Page, step: Step): readonly string[] => {
    const { orders } = comanda.getState().board
    return page.flat().flatMap(({ id = '' }) => {
      const ticket = orders[id]
      return ticket === undefined || heights.isKnown(ticket, step) ? [] : [id]
    })
  }

  /** The orders without a measured height at a larger step at which all may fit: an estimate may be too large. */
  const unknownAbove = (input: LayoutInput, step: Step): Measuring | undefined => {
    const { orders } = comanda.getState().board
    for (const larger of stepsThatMayFit(input, step)) {
      const ids = idsOf(input.line.flatMap(({ id }) => orders[id] ?? []).filter((one) => !heights.isKnown(one, larger)))
      if (ids.length > 0) return { step: larger, ids }
    }
    return undefined
  }

  comanda.subscribe((state, before) => {
    const lastBumped = bumpedOrder(state, before)
    if (lastBumped !== undefined) store.setState({ lastBumped })
    const { opened } = store.getState()
    if (opened !== undefined && hasSteppedOrEnded(opened, state, before)) store.setState({ opened: undefined })
    if (state.board.orders === before.board.orders && state.settings === before.settings) return
    heights.keepOnly((id) => state.board.orders[id] !== undefined)
    if (needsRoom(state, before)) arrange(steady())
    else arrangeSoon()
  })

  /** Whether an order came, or has another text. */
  const needsRoom = ({ board: { orders } }: ComandaState, { board: before }: ComandaState): boolean =>
    Object.values(orders).some((ticket) => {
      const known = before.orders[ticket.orderId]
      if (known === undefined) return KITCHEN_LANES.includes(ticket.lane)
      return !heights.isSame(known, ticket)
    })

  return {
    ...store,
    show: (filter) => {
      if (filter !== store.getState().filter) kept.delete(filter === 'all' ? 'new' : filter)
      arrange(steady(), { filter, page: 0, panel: undefined, opened: undefined })
    },
    takeSize: (height, words) => {
      const { tokens } = store.getState()
      if (!tokens || height === 0) return
      // Before the arrangement: estimates depend on the height, and those without one would have every ticket measured.
      store.setState({ height })
      const sizes = Object.values(tokens.steps).flatMap(({ columnWidth, item, head }) => [columnWidth, item, head])
      const next = [height, ...sizes].map(Math.round).join(' ')
      if (next === geometry && words === wording) return
      heights.clear()
      if (next !== geometry) {
        const text = geometry === '' ? (archive?.read() ?? null) : null
        const stored = layoutFrom(text, next)
        kept.clear()
        if (stored) kept.set('all', stored)
        heights.restore(heightsFrom(text, next, hashOf(words)))
      }
      geometry = next
      wording = words
      arrange('calm')
    },
    setTokens: (tokens) => store.setState({ tokens }),
    measured: (step, measured) => {
      for (const [ticket, sizes] of measured) heights.store(ticket, step, sizes)
      arrange(pending, { measuring: undefined })
    },
    measureAgain: () => {
      heights.clear()
      arrange('calm')
    },
    turnTo: (page) => {
      const state = store.getState()
      const next = Math.max(0, Math.min(page, state.layout.pages.length - 1))
      if (next !== state.page || state.panel !== undefined) arrange(steady(), { page: next, panel: undefined })
    },
    showPanel: (panel) => store.setState({ panel, opened: undefined }),
    open: (opened) => store.setState({ opened }),
    select: (selected) => store.setState({ selected }),
    recordKeyUse: () => {
      if (!store.getState().usesKeys) store.setState({ usesKeys: true })
    },
    recordTouch: () => {
      touchedAt = monotonicNow()
    },
    settle,
    goHome: () => {
      const { page, panel, opened, filter } = store.getState()
      if (page === 0 && panel === undefined && opened === undefined && filter === 'all') return
      arrange(steady(), { filter: 'all', page: 0, panel: undefined, opened: undefined })
    },
  }
}
