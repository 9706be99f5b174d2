import { STEPS, type Step } from '../ui/design/tokens.ts'
import {
  Columns,
  detailedPage,
  type Entry,
  entryOf,
  FORMS,
  type Grid,
  gainInPlace,
  type Heights,
  isCooked,
  type LineOrder,
  type MayFold,
  measuredOnly,
  type Page,
  pagesOf,
  type Room,
  standsTooEarly,
} from './flow.ts'
import { admit, admitReady, columnsFor, type Draft, giveRoom, makeRoom, withMore, withSlot } from './page-changes.ts'

export type LayoutTimes = {
  /** When the step began, and when all orders were placed last. */
  readonly stepAt: number
  readonly laidAt: number
  /** Since when the flow would give an order to cook more detail. */
  readonly moreAt?: number | undefined
  /** Since when a larger step would fit. */
  readonly largerAt?: number | undefined
  /** How long a larger step must fit before it is used. */
  readonly largerAfterMs: number
  /** Since when an order shows a part of its changed text. */
  readonly partAt?: number | undefined
}

export type Layout = {
  readonly step: Step
  readonly pages: readonly Page[]
  /** Orders that would have more detail if their estimated heights are right. */
  readonly unmeasured?: readonly string[]
  /** Orders without a place until the wall is calm. */
  readonly unseen: readonly string[]
  readonly times: LayoutTimes
  /** When all orders are to be placed, if the wall is calm then. */
  readonly dueAt?: number | undefined
}

/**
 * What may move. `touched`: nothing in sight moves or changes its form. `still`: as before, but a new order gets room on a full
 * page. `calm`: columns close upwards, detail comes back, and all orders are placed anew where that is due.
 */
export type Calm = 'touched' | 'still' | 'calm'

export type LayoutInput = {
  /** In its sequence. */
  readonly line: readonly LineOrder[]
  readonly heights: (id: string, step: Step) => Heights
  readonly grids: Readonly<Record<Step, Grid>>
  readonly previous: Layout | undefined
  readonly calm: Calm
  /** A page that comes into sight: what is on it may still gain detail. */
  readonly turnsTo?: number | undefined
  /** Platform time, epoch ms. */
  readonly now: number
}

const MINUTE_MS = 60_000
/** All orders are placed anew at most once in this time. */
const BETWEEN_LAYOUTS_MS = 10_000
const MORE_AFTER_MS = MINUTE_MS
const LARGER_AFTER_MS = 10 * MINUTE_MS
const LARGER_AFTER_MOST_MS = 60 * MINUTE_MS
const SHORT_STEP_MS = 20 * MINUTE_MS

export const NO_LAYOUT: Layout = {
  step: 'L',
  pages: [],
  unseen: [],
  times: { stepAt: 0, laidAt: Number.NEGATIVE_INFINITY, largerAfterMs: LARGER_AFTER_MS },
}

/** The steps above `step` at which all orders may fit, by their area. None while the wall is touched. */
export function stepsThatMayFit({ line, heights, grids, calm }: LayoutInput, step: Step): readonly Step[] {
  if (calm !== 'calm' || line.length === 0) return []
  return STEPS.slice(STEPS.indexOf(step) + 1).filter((larger) => {
    const { gap, columns, height } = grids[larger]
    let area = columns * (height + gap)
    return line.every(({ id, stage }) => {
      const { whole, span, strip } = heights(id, larger)
      area -= larger === 'M' && stage === 'ready' ? strip + gap : span * (whole + gap)
      return area >= 0
    })
  })
}

const entriesOf = (page: Page): readonly Entry[] => page.flat().filter(({ id }) => id !== undefined)
const formsOf = (pages: readonly Page[]) =>
  new Map(pages.flatMap((page) => entriesOf(page).map((one) => [one.id, one])))

type Rooms = Readonly<Record<Step, Room>>
type Laid = { readonly step: Step; readonly pages: readonly Page[] }

/** Steps at which every order is whole, then the one at which ready orders may be strips. */
const WHOLE_AT: readonly (readonly [Step, MayFold])[] = [
  ['L', () => false],
  ['M', () => false],
  ['S', () => false],
  ['M', ({ stage }) => stage === 'ready'],
]

/** All orders placed anew at the largest of `steps` at which those are whole that have to be. */
function largestOf(rooms: Rooms, steps: readonly Step[], mayFoldReady = true): Laid | undefined {
  for (const [step, mayFold] of WHOLE_AT.slice(0, mayFoldReady ? WHOLE_AT.length : -1)) {
    const { line, sizes } = rooms[step]
    const page = steps.includes(step) ? detailedPage(rooms[step], mayFold) : undefined
    const isWhole = page && line.every((one) => mayFold(one) || !sizes(one.id).long.includes('whole'))
    if (isWhole) return { step, pages: [page] }
  }
  return undefined
}

/** `mostPages`: how many of the pages are needed. */
const laidOut = (rooms: Rooms, steps: readonly Step[], mostPages?: number): Laid =>
  largestOf(rooms, steps) ?? { step: 'S', pages: pagesOf(rooms.S, mostPages) }

/** An order in sight keeps its room. Text that has grown is drawn as far as it fits there. */
function keptEntry(entry: Entry, heights: Heights | undefined): Entry {
  if (!heights) return entry.id === undefined ? entry : { ...entry, id: undefined, isPart: undefined }
  const { form, span, height } = entry
  const isPart = form !== 'strip' && (heights[form] > height || (form === 'whole' && heights.span !== span))
  return isPart === (entry.isPart ?? false) ? entry : { ...entry, isPart: isPart || undefined }
}

/** The layout in which nothing in sight moves: what left keeps its room empty, and what came takes free room. */
function steadyLayout({ line, heights, grids, calm, turnsTo, now }: LayoutInput, previous: Layout): Layout {
  const { step, times } = previous
  const byId = new Map(line.map((order) => [order.id, order]))
  const room: Room = { line, sizes: (id) => heights(id, step), grid: grids[step] }
  const pages = previous.pages.map((page) =>
    page.map((entries) =>
      entries.map((entry) => keptEntry(entry, byId.has(entry.id ?? '') ? room.sizes(entry.id ?? '') : undefined)),
    ),
  )
  let draft: Draft = { first: new Columns(room.grid, pages.length > 1, pages[0]), room, byId }
  /** The orders that page one has no room for. */
  const admitAll = (hasPages: boolean): readonly LineOrder[] => {
    const placed = formsOf([draft.first.page, ...pages.slice(1)])
    return line.flatMap((order) => {
      if (placed.has(order.id) || order.stage === 'scheduled' || admit(draft, order)) return []
      const given = calm === 'still' && giveRoom(draft, order, hasPages, true)
      return given === true ? [] : [given === false ? order : given]
    })
  }
  let waiting = admitAll(pages.length > 1)
  const several = waiting.length > 0 && calm === 'still' && pages.length === 1 ? withSlot(draft) : undefined
  if (several) {
    draft = several
    waiting = admitAll(true)
  }
  const hasPart = draft.first.page
    .flat()
    .some(({ id = '', form, isPart }) => isPart || (form !== 'whole' && byId.get(id)?.isChanged))
  const further = pages.slice(1).map((page) => new Columns(room.grid, true, page))
  const later = several || further.length > 0 ? withMore(further, waiting, room) : []
  const turned = turnsTo === undefined ? undefined : later[turnsTo - 1]
  if (turned) gainInPlace(turned, line, room.sizes)
  return {
    ...previous,
    pages: [draft.first, ...later].map(({ page }) => page),
    unseen: later.length > 0 ? [] : waiting.map(({ id }) => id),
    times: { ...times, partAt: hasPart ? (times.partAt ?? now) : undefined },
  }
}

/** An order where it was, as high as it is now. One that changed shows all of its text. */
function remade(entry: Entry, order: LineOrder | undefined, sizes: Room['sizes']): readonly Entry[] {
  if (!order || entry.isReady !== (order.stage === 'ready')) return []
  const heights = sizes(order.id)
  const form = order.isChanged && heights.span === 1 ? 'whole' : entry.form
  const next = entryOf(heights, order, form)
  return [next.span === entry.span || next.span === 1 ? next : entryOf(heights, order, 'strip')]
}

/** The pages with every order in its column: closed upwards, what came and what is ready placed, detail given back. */
function settledPages(
  previous: Layout,
  room: Room,
  later: Room,
): { pages: readonly Page[]; waiting: readonly LineOrder[] } {
  const byId = new Map(room.line.map((order) => [order.id, order]))
  const drafts = previous.pages.map((page, number): Draft => {
    const own = number === 0 ? room : later
    const kept = page.map((entries) => entries.flatMap((entry) => remade(entry, byId.get(entry.id ?? ''), own.sizes)))
    const draft = { first: new Columns(own.grid, previous.pages.length > 1, kept), room: own, byId }
    for (const [column, entries] of draft.first.page.entries())
      while (!makeRoom(draft, column, -own.grid.gap)) draft.first.splice(column, entries.length - 1, 1)
    return draft
  })
  const placed = formsOf(drafts.map(({ first }) => first.page))
  const waiting: LineOrder[] = []
  for (const order of room.line.filter(({ id }) => !placed.has(id))) {
    const [draft] = drafts
    if (!draft || (order.stage === 'ready' ? admitReady(draft, order) : admit(draft, order))) continue
    const given = giveRoom(draft, order, drafts.length > 1)
    if (given !== true) waiting.push(given === false ? order : given)
  }
  const further = drafts.slice(1).map(({ first }) => first)
  const all = [
    ...drafts.slice(0, 1).map(({ first }) => first),
    ...(further.length > 0 ? withMore(further, waiting, later) : []),
  ]
  for (const [number, first] of all.entries()) gainInPlace(first, room.line, (number === 0 ? room : later).sizes)
  return { pages: all.map(({ page }) => page), waiting }
}

const since = (holds: boolean, before: number | undefined, now: number): number | undefined =>
  holds ? (before ?? now) : undefined

/** The times after a layout of all. A short step makes the next one wait longer for a larger one. */
function timesAfter({ times, step: before }: Layout, step: Step, now: number): LayoutTimes {
  if (step === before) return { stepAt: times.stepAt, laidAt: now, largerAfterMs: times.largerAfterMs }
  const doubled = Math.min(LARGER_AFTER_MOST_MS, 2 * times.largerAfterMs)
  const afterShort = now - times.stepAt < SHORT_STEP_MS ? doubled : LARGER_AFTER_MS
  const isSmaller = STEPS.indexOf(step) < STEPS.indexOf(before)
  return { stepAt: now, laidAt: now, largerAfterMs: isSmaller ? afterShort : times.largerAfterMs }
}

/** Whether an order stands before one whose turn is more than three minutes earlier, or the first one is not at the top left. */
function isOutOfSequence(page: Page, { line }: Room): boolean {
  const byId = new Map(line.map((order) => [order.id, order]))
  const standing = entriesOf(page).flatMap(({ id = '', isReady }) => (isReady ? [] : (byId.get(id) ?? [])))
  const [first] = line
  const isElsewhere = first !== undefined && (isCooked(first) || first.isFirst) && page[0]?.[0]?.id !== first.id
  return (
    isElsewhere || standing.some((one, index) => standing.slice(index + 1).some((after) => standsTooEarly(one, after)))
  )
}

/** Whether each order is whole that has to be at this step. */
function isWhole(pages: readonly Page[], { line }: Room, mayFoldReady: boolean): boolean {
  const shown = formsOf(pages)
  return (
    pages.length === 1 &&
    line.every(({ id, stage }) => {
      const entry = shown.get(id)
      return entry && ((entry.form === 'whole' && !entry.isLong) || (mayFoldReady && stage === 'ready'))
    })
  )
}

/** The layout of a calm wall: every order keeps its column, unless one of the named reasons needs a layout of all. */
function calmLayout({ line, heights, grids, previous, now }: LayoutInput): Layout {
  const parts = new Set(previous?.pages.flat(2).flatMap(({ id, isPart }) => (isPart ? [id] : [])))
  const onWall = line
    .filter(({ stage }) => stage !== 'scheduled')
    .map((order) => (parts.has(order.id) ? { ...order, isChanged: true } : order))
  const roomAt = (step: Step): Room => ({ line: onWall, sizes: (id) => heights(id, step), grid: grids[step] })
  const rooms: Rooms = { S: roomAt('S'), M: roomAt('M'), L: roomAt('L') }
  if (!previous || onWall.length === 0 || previous.pages.length === 0) {
    const { step, pages } = laidOut(rooms, STEPS)
    return { step, pages, unseen: [], times: { ...NO_LAYOUT.times, stepAt: now, laidAt: now } }
  }
  const { step, times } = previous
  const room = rooms[step]
  const anew = ({ step: next, pages }: Laid): Layout => ({
    step: next,
    pages,
    unseen: [],
    times: timesAfter(previous, next, now),
  })
  const { pages, waiting } = settledPages(previous, room, { ...room, sizes: measuredOnly(room.sizes) })
  const settledForms = formsOf(pages.slice(0, 1))
  const isAllWhole = waiting.length === 0 && isWhole(pages, room, false)
  const larger = largestOf(rooms, STEPS.slice(STEPS.indexOf(step) + 1), !isAllWhole)
  const largerAt = since(larger !== undefined, times.largerAt, now)
  const steps = STEPS.slice(0, STEPS.indexOf(step) + 1)
  const fresh = laidOut(rooms, steps, 1)
  const freshForms = formsOf(fresh.pages)
  const gains = ({ id }: LineOrder): boolean =>
    FORMS.indexOf(freshForms.get(id)?.form ?? 'strip') > FORMS.indexOf(settledForms.get(id)?.form ?? 'strip')
  const moreAt = since(fresh.step === step && onWall.some((one) => isCooked(one) && gains(one)), times.moreAt, now)
  const unmeasured = fresh.step === step ? onWall.filter((one) => room.sizes(one.id).isEstimate && gains(one)) : []
  const isDenied = onWall.some((one) => one.isChanged === true && gains(one))
  const isOutOfSight = waiting.length > 0 || freshForms.size > settledForms.size
  const mustShrink = step !== 'S' && !isWhole(pages, room, step === 'M')
  const moreDue = moreAt === undefined ? Number.POSITIVE_INFINITY : moreAt + MORE_AFTER_MS
  const isDue = isOutOfSight || mustShrink || isOutOfSequence(pages[0] ?? [], room) || now >= moreDue
  const isAllowed = now - times.laidAt >= BETWEEN_LAYOUTS_MS
  if (unmeasured.length > 0) return { ...previous, unmeasured: unmeasured.map(({ id }) => id) }
  if (larger && largerAt !== undefined && now - largerAt >= times.largerAfterMs && isAllowed) return anew(larger)
  if (isDenied || (isDue && isAllowed)) return anew(laidOut(rooms, steps))
  const dueAt = Math.min(
    isDue ? times.laidAt + BETWEEN_LAYOUTS_MS : moreDue,
    largerAt === undefined ? moreDue : largerAt + times.largerAfterMs,
  )
  return {
    step,
    pages,
    unseen: pages.length > 1 ? [] : waiting.map(({ id }) => id),
    times: { ...times, moreAt, largerAt, partAt: undefined },
    dueAt: Number.isFinite(dueAt) ? dueAt : undefined,
  }
}

/** Adds orders for later as strips where no order needs the room. */
function withScheduled(layout: Layout, { line, heights, grids }: LayoutInput): Layout {
  const [first, ...rest] = layout.pages
  if (!first) return layout
  const { step } = layout
  const room: Room = { line, sizes: (id) => heights(id, step), grid: grids[step] }
  const byId = new Map(line.map((order) => [order.id, order]))
  const draft: Draft = { first: new Columns(room.grid, rest.length > 0, first), room, byId }
  for (const order of line.filter(({ stage }) => stage === 'scheduled')) {
    const strip = entryOf(room.sizes(order.id), order, 'strip')
    columnsFor(draft).right.some((column) => draft.first.put(strip, column))
  }
  return { ...layout, pages: [draft.first.page, ...rest] }
}

/**
 * Where each order stands on the wall, and in which form. Between two layouts every order keeps its column. When the wall is
 * calm, at most once in ten seconds, all are placed anew if one is out of sequence, out of sight or too small, or the text
 * step changes.
 */
export function layoutOf(input: LayoutInput): Layout {
  const { previous, calm } = input
  return calm !== 'calm' && previous && previous.pages.length > 0
    ? steadyLayout(input, previous)
    : withScheduled(calmLayout(input), input)
}
