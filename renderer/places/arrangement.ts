import type { StoreApi } from 'zustand/vanilla'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import { monotonicNow } from '../store/monotonic-now.ts'
import type { DesignTokens, Step } from '../ui/design/tokens.ts'
import { lineOf } from './board-orders.ts'
import { type Heights, measuredOnly, type Page } from './flow.ts'
import type { KeptWall } from './kept-wall.ts'
import { type Calm, type Layout, type LayoutInput, layoutOf, stepsThatMayFit } from './layout.ts'
import { gridOf, movedIn, placesOf } from './place.ts'
import type { Measuring, PlacesState } from './places-state.ts'
import { isTouchRecent } from './settle-when-calm.ts'

/** At most this many arrangements until the heights of what has text in sight are measured. */
const MOST_ROUNDS = 8
/** The answer to a touch is painted before the wall is arranged anew (ms). */
const AFTER_ANSWER_MS = 50
/** A text that changed is whole after this time, also while the wall is touched (ms). */
const PART_MS = 3_000
/** The orders of the keys 1 to 9. */
const KEYS = 9

/** Places the tickets, when something changed and when a layout is due. */
export interface Arrangement {
  /** At once. `change`: a change of the state that comes with it. */
  readonly arrange: (change?: Partial<PlacesState>) => void
  /** After the answer to a touch. */
  readonly arrangeSoon: () => void
  /**
   * Also what may move on a calm wall only, whether it is touched or not. In the first picture nothing does where each order has
   * the place that an earlier window has stored.
   */
  readonly arrangeCalm: () => void
  /** The same unless the wall was touched a moment ago. */
  readonly settle: () => void
  readonly recordTouch: () => void
  readonly takeHeights: (step: Step, measured: ReadonlyMap<Ticket, Heights>) => void
}

type Unmeasured = (id: string | undefined, step: Step) => id is string

/**
 * The orders whose heights decide the layout: those of the page in sight, where the head of a strip may need a further row,
 * and all at a larger step at which they may fit, because an estimate may be too large.
 */
function neededHeights(
  isUnmeasured: Unmeasured,
  input: LayoutInput,
  layout: Layout,
  page: Page,
): Measuring | undefined {
  const { step } = layout
  const ids = layout.unmeasured ?? page.flat().map(({ id }) => id)
  const inSight = ids.filter((id) => isUnmeasured(id, step))
  if (inSight.length > 0) return { step, ids: inSight }
  for (const larger of stepsThatMayFit(input, step)) {
    const above = input.line.map(({ id }) => id).filter((id) => isUnmeasured(id, larger))
    if (above.length > 0) return { step: larger, ids: above }
  }
  return undefined
}

const platformNowOf = (comanda: ComandaStore): number => {
  const { clock } = comanda.getState().connection
  return clock === undefined ? 0 : clock.platformNow + monotonicNow() - clock.receivedAt
}

/** The orders of the keys 1 to 9 change on a calm wall only. */
const numberedBy = ({ calm, line }: LayoutInput, { numbered }: PlacesState): PlacesState['numbered'] =>
  calm !== 'calm' && numbered.length > 0 ? numbered : line.slice(0, KEYS).map(({ id }) => id)

/** One of the arrangements until the heights are measured. */
interface Round {
  readonly calm: Calm
  /** The page of the arrangement before. */
  readonly shownPage: number
  /** Nothing is measured any more: an order without measured heights has no text. */
  readonly isLast: boolean
}

/** What an arrangement reads: the orders of the board, and their heights and places on the wall as it was kept. */
interface Reading {
  readonly inputOf: (state: PlacesState, tokens: DesignTokens, round: Round) => LayoutInput
  readonly isUnmeasured: Unmeasured
  /** Whether each order has the place that an earlier window has stored. */
  readonly standsAsStored: () => boolean
}

function createReading(comanda: ComandaStore, wall: KeptWall): Reading {
  return {
    inputOf: ({ filter, page, height }, { steps }, { calm, shownPage, isLast }) => {
      const { board, settings } = comanda.getState()
      const now = platformNowOf(comanda)
      const known = (id: string, step: Step): Heights => wall.heights.heightsOf(board.orders[id], step)
      const previous = wall.layoutOf(filter)
      return {
        line: lineOf(board, settings, filter, now),
        heights: isLast ? (id, step) => measuredOnly((one) => known(one, step))(id) : known,
        grids: { S: gridOf(steps.S, height), M: gridOf(steps.M, height), L: gridOf(steps.L, height) },
        previous,
        calm: previous ? calm : 'calm',
        turnsTo: page === shownPage ? undefined : page,
        now,
      }
    },
    isUnmeasured: (id, step): id is string => {
      const ticket = comanda.getState().board.orders[id ?? '']
      return ticket !== undefined && !wall.heights.isKnown(ticket, step)
    },
    standsAsStored: () => {
      const { board, settings } = comanda.getState()
      const stored = wall.layoutOf('all')?.pages.flat(2) ?? []
      const ids = new Set(lineOf(board, settings, 'all', platformNowOf(comanda)).map(({ id }) => id))
      return stored.length === ids.size && stored.every(({ id = '' }) => ids.has(id))
    },
  }
}

export function createArrangement(store: StoreApi<PlacesState>, comanda: ComandaStore, wall: KeptWall): Arrangement {
  const reading = createReading(comanda, wall)
  let touchedAt = Number.NEGATIVE_INFINITY
  let rounds = 0
  /** The page of the last arrangement. */
  let shownPage = 0
  /** What the arrangement that waits for heights may move. */
  let pending: Calm = 'still'
  let isWaiting = false
  let dueTimer: ReturnType<typeof setTimeout> | undefined

  const unlessTouched = (calm: Calm): Calm => (isTouchRecent(touchedAt) ? 'touched' : calm)
  const arrange = (change?: Partial<PlacesState>): void => arrangeAs(unlessTouched('still'), change)
  const settle = (): void => arrangeAs(unlessTouched('calm'))

  /** Arranges again when a layout of all is due, or a text has been shown in part for long enough. */
  const arrangeWhenDue = ({ dueAt, times: { partAt } }: Layout, now: number): void => {
    clearTimeout(dueTimer)
    const partDue = partAt === undefined ? Number.POSITIVE_INFINITY : partAt + PART_MS
    const at = Math.min(partDue, dueAt ?? Number.POSITIVE_INFINITY)
    if (!Number.isFinite(at)) return
    dueTimer = setTimeout(() => (at === partDue ? arrangeAs('calm') : settle()), Math.max(0, at - now))
  }

  const arrangeAs = (wanted: Calm, change: Partial<PlacesState> = {}): void => {
    const state = { ...store.getState(), ...change }
    const { tokens, height, filter } = state
    if (!tokens || height === 0) {
      store.setState(change)
      return
    }
    const input = reading.inputOf(state, tokens, { calm: wanted, shownPage, isLast: rounds >= MOST_ROUNDS })
    const layout = layoutOf(input)
    const page = Math.min(state.page, Math.max(0, layout.pages.length - 1))
    const measuring = neededHeights(reading.isUnmeasured, input, layout, layout.pages[page] ?? [])
    if (measuring && rounds < MOST_ROUNDS) {
      rounds += 1
      pending = input.calm
      store.setState({ ...change, measuring })
      return
    }
    shownPage = page
    wall.keep(filter, layout)
    arrangeWhenDue(layout, input.now)
    const places = placesOf(layout.pages, tokens.steps[layout.step].gap, state.places)
    const moved = movedIn(places, state.places)
    if (filter === 'all' && (places !== state.places || rounds > 0)) wall.store()
    rounds = 0
    store.setState({
      ...change,
      layout,
      line: input.line,
      places,
      measuring: undefined,
      numbered: numberedBy(input, state),
      page,
      moved: moved.length > 0 ? moved : state.moved,
    })
  }

  return {
    arrange,
    arrangeSoon: () => {
      if (isWaiting) return
      isWaiting = true
      setTimeout(() => {
        isWaiting = false
        arrange()
      }, AFTER_ANSWER_MS)
    },
    arrangeCalm: () => arrangeAs(store.getState().places.size === 0 && reading.standsAsStored() ? 'still' : 'calm'),
    settle,
    recordTouch: () => {
      touchedAt = monotonicNow()
    },
    takeHeights: (step, measured) => {
      for (const [ticket, sizes] of measured) wall.heights.store(ticket, step, sizes)
      arrangeAs(pending, { measuring: undefined })
    },
  }
}
