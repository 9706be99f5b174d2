import { STEPS, type Step } from '../design/tokens.ts'
import {
  areaOf,
  columnsOf,
  Draft,
  type Entry,
  entryOf,
  FORMS,
  type Form,
  type Grid,
  type Heights,
  heightIn,
  type LineOrder,
  type Page,
  type Room,
  roomOf,
} from './draft.ts'
import {
  allPages,
  type FirstPage,
  firstPageOf,
  foldingOrder,
  gained,
  leavingOrder,
  less,
  packWhole,
  staysWhole,
  without,
} from './packing.ts'

export type LayoutTimes = {
  /** When the step began. */
  readonly stepAt: number
  /** Since when another layout would show more orders whole. */
  readonly moreAt?: number | undefined
  /** Since when a larger step would fit. */
  readonly largerAt?: number | undefined
  /** How long a larger step must fit before it is used. */
  readonly largerAfterMs: number
}

export type Layout = {
  readonly step: Step
  readonly pages: readonly Page[]
  /** Orders without a place until the wall is calm. */
  readonly unseen: readonly string[]
  readonly times: LayoutTimes
}

export type LayoutInput = {
  readonly line: readonly LineOrder[]
  readonly heights: (id: string, step: Step) => Heights
  readonly grids: Readonly<Record<Step, Grid>>
  readonly previous: Layout | undefined
  /** The wall was touched a moment ago: nothing in sight moves or changes its form. */
  readonly isTouched: boolean
  /** Platform time, epoch ms. */
  readonly now: number
}

const MINUTE_MS = 60_000
/** Orders that another layout must show whole in addition, for this time. */
const MORE_WHOLE = 3
const MORE_WHOLE_AFTER_MS = MINUTE_MS
const LARGER_AFTER_MS = 10 * MINUTE_MS
const LARGER_AFTER_MOST_MS = 60 * MINUTE_MS
const SHORT_STEP_MS = 20 * MINUTE_MS

export const NO_LAYOUT: Layout = {
  step: 'L',
  pages: [],
  unseen: [],
  times: { stepAt: 0, largerAfterMs: LARGER_AFTER_MS },
}

const idsOf = (page: Page): readonly string[] => page.flatMap((entries) => entries.flatMap(({ id }) => id ?? []))

const wholeOf = (page: Page, { line }: Room): number => {
  const ids = new Set(line.map(({ id }) => id))
  return page.flat().reduce((sum, { id = '', form, span }) => sum + (form === 'whole' && ids.has(id) ? span : 0), 0)
}

/** Whether a page shows every order whole, or every one that is not ready. */
function showsWhole(page: Page, { line }: Room, mayFoldReady: boolean): boolean {
  const whole = new Set(page.flat().flatMap(({ id, form, isLong }) => (form === 'whole' && !isLong ? [id] : [])))
  return line.every(({ id, stage }) => whole.has(id) || (mayFoldReady && stage === 'ready'))
}

/** An estimated height may be this much too large. */
const ESTIMATE_SLACK = 1.2

/** The steps above `step` at which all orders may fit, by their area. None while the wall is touched. */
export function stepsThatMayFit({ line, heights, grids, isTouched }: LayoutInput, step: Step): readonly Step[] {
  if (isTouched || line.length === 0) return []
  return STEPS.slice(STEPS.indexOf(step) + 1).filter((larger) => {
    const { gap } = grids[larger]
    let area = ESTIMATE_SLACK * areaOf(grids[larger])
    return line.every(({ id, stage }) => {
      const { whole, span, strip } = heights(id, larger)
      area -= larger === 'M' && stage === 'ready' ? strip + gap : span * (whole + gap)
      return area >= 0
    })
  })
}

type Rooms = Readonly<Record<Step, Room>>
type Placed = FirstPage & { readonly step: Step }

/**
 * All orders placed anew at the largest of `steps` at which every order is whole; if there is none, at the largest but L at
 * which at least those are whole that are not ready.
 */
function largestOf(rooms: Rooms, steps: readonly Step[], mayFoldReady = true): Placed | undefined {
  for (const isFolding of mayFoldReady ? [false, true] : [false]) {
    for (const step of steps.toReversed()) {
      const draft = isFolding && step === 'L' ? undefined : packWhole(rooms[step], isFolding)
      if (draft) return { step, page: draft.columns, rest: undefined }
    }
  }
  return undefined
}

/** The smallest step always fits, with further pages if need be. */
const placedAnew = (rooms: Rooms, steps: readonly Step[]): Placed =>
  largestOf(rooms, steps) ?? { step: 'S', ...firstPageOf(rooms.S) }

/** The columns in which an order without a place looks for room: below the youngest order, in the next ones, in any. */
function columnsFor(draft: Draft, { rank }: Room, isReady: boolean): readonly number[] {
  const all = columnsOf(draft)
  if (isReady) return all.toReversed()
  const ranks = draft.columns.map((entries) =>
    Math.max(-1, ...entries.flatMap((entry) => (entry.isReady ? [] : (rank.get(entry.id ?? '') ?? [])))),
  )
  const youngest = Math.max(0, ranks.indexOf(Math.max(...ranks)))
  return [...all.slice(youngest), ...all.slice(0, youngest)]
}

/** Places an order in free room, with as much detail as it has there. */
function admit(draft: Draft, room: Room, { id, stage }: LineOrder, forms: readonly Form[] = FORMS): boolean {
  const columns = columnsFor(draft, room, stage === 'ready')
  return forms.toReversed().some((form) => columns.some((column) => draft.put(entryOf(room, id, form), column)))
}

/** Folds an order in its place by one form. Names in one column may be higher than all text in several. */
function fold(draft: Draft, room: Room, order: LineOrder): boolean {
  const at = draft.find(order.id)
  const form = at && less(at.entry.form, order)
  if (!form) return false
  const { column, index, entry } = at
  const names = entryOf(room, order.id, form)
  const isHigher = names.height > entry.height && names.height > entry.height + draft.freeIn(column)
  draft.splice(column, index, 1, isHigher ? entryOf(room, order.id, 'strip') : names)
  return true
}

/** Folds the back of the line in place until `isDone`. */
function foldUntil(draft: Draft, room: Room, orders: readonly LineOrder[], isDone: () => boolean): boolean {
  const oldest = staysWhole(room)
  for (const order of foldingOrder(orders).filter((one) => one !== oldest)) {
    while (fold(draft, room, order)) if (isDone()) return true
  }
  return isDone()
}

/** Page one with its orders where they were: closed upwards, what came and what is ready placed, and detail given back. */
function settled(page: Page, room: Room, hasSlot: boolean): Draft {
  const orders = new Map(room.line.map((order) => [order.id, order]))
  const kept = page.map((entries) =>
    entries.flatMap((entry): readonly Entry[] => {
      const order = entry.id === undefined ? undefined : orders.get(entry.id)
      if (!order || entry.isReady !== room.ready.has(order.id)) return []
      const now = entryOf(room, order.id, entry.form)
      return [now.span === entry.span ? now : entryOf(room, order.id, 'strip')]
    }),
  )
  const draft = new Draft(room.grid, hasSlot, kept)
  draft.sort(room)
  for (const [column, entries] of draft.columns.entries()) {
    const isFull = (): boolean => draft.freeIn(column) + room.grid.gap < 0
    const inColumn = room.line.filter(({ id }) => entries.some((entry) => entry.id === id))
    if (isFull()) foldUntil(draft, room, inColumn, () => !isFull())
    while (isFull()) draft.splice(column, entries.length - 1, 1)
  }
  const waiting = room.line.filter(({ id }) => !draft.find(id))
  // When nothing is left to fold, the others only look for the room of a strip: there may be a thousand of them.
  let isFolded = false
  for (const order of waiting) {
    if (admit(draft, room, order, isFolded ? ['strip'] : FORMS) || isFolded) continue
    const isAdmitted = (): boolean => admit(draft, room, order, ['strip'])
    isFolded = !foldUntil(draft, room, room.line, isAdmitted)
  }
  draft.sort(room)
  return gained(draft, room)
}

/** Page one with its orders where they were, and the orders for which it has no room. */
function settledPage([first = []]: readonly Page[], room: Room): FirstPage {
  const draft = settled(first, room, false)
  const hidden = room.line.filter(({ id }) => !draft.find(id))
  if (hidden.length === 0) return { page: draft.columns, rest: undefined }
  // With a slot that counts the others, page one keeps the orders that leave it last.
  const leaving = leavingOrder(room.line).map(({ id }) => id)
  for (let count = hidden.length; count < leaving.length; count += 1) {
    const own = without(room, new Set(leaving.slice(0, count)))
    const page = settled(first, own, true)
    if (own.line.every(({ id }) => page.find(id)))
      return { page: page.columns, rest: without(room, new Set(leaving.slice(count))) }
  }
  return firstPageOf(room)
}

/** The times after a change of the step. A short step makes the next one wait longer for a larger one. */
function timesAfter(times: LayoutTimes, isSmaller: boolean, now: number): LayoutTimes {
  const doubled = Math.min(LARGER_AFTER_MOST_MS, 2 * times.largerAfterMs)
  const afterShort = now - times.stepAt < SHORT_STEP_MS ? doubled : LARGER_AFTER_MS
  return { stepAt: now, largerAfterMs: isSmaller ? afterShort : times.largerAfterMs }
}

const since = (holds: boolean, before: number | undefined, now: number): number | undefined =>
  holds ? (before ?? now) : undefined

/** The layout of a calm wall: every order keeps its column, unless one of the named reasons needs a layout of all. */
function calmLayout({ line, heights, grids, previous, now }: LayoutInput): Layout {
  const onWall = line.filter(({ stage }) => stage !== 'scheduled')
  const roomAt = (step: Step): Room => roomOf(onWall, (id) => heights(id, step), grids[step])
  const rooms: Rooms = { S: roomAt('S'), M: roomAt('M'), L: roomAt('L') }
  if (!previous || onWall.length === 0 || previous.pages.length === 0) {
    const placed = placedAnew(rooms, STEPS)
    return { step: placed.step, pages: allPages(placed), unseen: [], times: { ...NO_LAYOUT.times, stepAt: now } }
  }
  const { step, times } = previous
  const size = STEPS.indexOf(step)
  const anew = (placed: Placed): Layout => ({
    step: placed.step,
    pages: allPages(placed),
    unseen: [],
    times:
      placed.step === step
        ? { stepAt: times.stepAt, largerAfterMs: times.largerAfterMs }
        : timesAfter(times, STEPS.indexOf(placed.step) < size, now),
  })
  const settledNow = settledPage(previous.pages, rooms[step])
  const { page } = settledNow
  const isWhole = !settledNow.rest && showsWhole(page, rooms[step], false)
  const other = isWhole && step !== 'S' ? undefined : placedAnew(rooms, STEPS.slice(0, size + 1))
  if (other) {
    const keepsStep = step === 'S' || (step === other.step && showsWhole(page, rooms[step], step === 'M'))
    if (!keepsStep || idsOf(other.page).length > idsOf(page).length) return anew(other)
  }
  const larger = largestOf(rooms, STEPS.slice(size + 1), !isWhole)
  const largerAt = since(larger !== undefined, times.largerAt, now)
  if (larger && largerAt !== undefined && now - largerAt >= times.largerAfterMs) return anew(larger)
  const gains = other?.step === step ? wholeOf(other.page, rooms[step]) - wholeOf(page, rooms[step]) : 0
  const moreAt = since(gains >= MORE_WHOLE, times.moreAt, now)
  if (other && moreAt !== undefined && now - moreAt >= MORE_WHOLE_AFTER_MS) return anew(other)
  return { step, pages: allPages(settledNow), unseen: [], times: { ...times, moreAt, largerAt } }
}

/** An order in sight keeps its room. Text that no longer fits there is left out, and counted. */
function keptEntry(entry: Entry, heights: Heights | undefined): Entry {
  if (!heights) return entry.id === undefined ? entry : { ...entry, id: undefined }
  const fits = (form: Form): boolean =>
    heightIn(heights, form) <= entry.height && (form === 'whole' ? heights.span : 1) === entry.span
  const forms = FORMS.slice(0, FORMS.indexOf(entry.form) + 1)
  return fits(entry.form) ? entry : { ...entry, form: forms.findLast(fits) ?? 'strip' }
}

/** Gives an order the room of one that has left. */
function fillRoom(draft: Draft, room: Room, id: string): boolean {
  for (const [column, entries] of draft.columns.entries()) {
    const index = entries.findIndex(
      (entry) => entry.id === undefined && entry.span === 1 && entry.height >= room.sizes(id).strip,
    )
    const left = entries[index]
    if (!left) continue
    const form = FORMS.findLast((one) => {
      const { height, span } = entryOf(room, id, one)
      return height <= left.height && span === 1
    })
    draft.splice(column, index, 1, { ...entryOf(room, id, form ?? 'strip'), height: left.height })
    return true
  }
  return false
}

/** The layout of a touched wall: nothing moves; what left keeps its room empty, and what came takes free room. */
function touchedLayout({ line, heights, grids }: LayoutInput, previous: Layout): Layout {
  const { step } = previous
  const room = roomOf(line, (id) => heights(id, step), grids[step])
  const known = new Set(line.map(({ id }) => id))
  const sizeOf = (id: string | undefined): Heights | undefined =>
    id !== undefined && known.has(id) ? room.sizes(id) : undefined
  const pages = previous.pages.map((page) =>
    page.map((entries) => entries.map((entry) => keptEntry(entry, sizeOf(entry.id)))),
  )
  const draft = new Draft(room.grid, pages.length > 1, pages[0])
  const placed = new Set(pages.flatMap(idsOf))
  const waiting = line.filter(({ id, stage }) => !placed.has(id) && stage !== 'scheduled')
  const unseen = waiting.filter((order) => !admit(draft, room, order) && !fillRoom(draft, room, order.id))
  return { ...previous, pages: [draft.columns, ...pages.slice(1)], unseen: unseen.map(({ id }) => id) }
}

/** Adds orders for later as strips where no order needs the room. */
function withScheduled(layout: Layout, { line, heights, grids }: LayoutInput): Layout {
  const [first, ...rest] = layout.pages
  if (!first) return layout
  const { step } = layout
  const room = roomOf(line, (id) => heights(id, step), grids[step])
  const draft = new Draft(room.grid, rest.length > 0, first)
  for (const order of line)
    if (order.stage === 'scheduled' && !draft.find(order.id)) admit(draft, room, order, ['strip'])
  return { ...layout, pages: [draft.columns, ...rest] }
}

/**
 * Where each order stands on the wall, and in which form. Pure: the same input gives the same layout.
 *
 * While the wall is touched nothing in sight moves. When it is calm, columns close upwards and detail comes back in place.
 * All orders are placed anew only for an order out of sight, for a smaller step, for three more whole orders that would
 * have fitted for a minute, and for a larger step that has fitted for ten.
 */
export function layoutOf(input: LayoutInput): Layout {
  const { previous, isTouched } = input
  return isTouched && previous && previous.pages.length > 0
    ? touchedLayout(input, previous)
    : withScheduled(calmLayout(input), input)
}
