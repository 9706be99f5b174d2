/** The forms of a ticket: the head alone, dishes and notes, or all text. */
export const FORMS = ['strip', 'names', 'whole'] as const
export type Form = (typeof FORMS)[number]

export type Stage = 'preparing' | 'accepted' | 'new' | 'ready' | 'scheduled'

/** One order of the line. Times are epoch ms of the platform. */
export type LineOrder = {
  readonly id: string
  readonly stage: Stage
  /** Start of its work; of a ready one its arrival. */
  readonly at: number
  /** Until when a new order must be accepted. */
  readonly deadline?: number | undefined
  readonly isStop?: boolean | undefined
  /** Its text changed, and staff have not touched it since. */
  readonly isChanged?: boolean | undefined
  /** A person moved it to the front. */
  readonly isFirst?: boolean | undefined
  /** Since when its courier waits. */
  readonly courierSince?: number | undefined
}

/**
 * Heights of an order's ticket in px. `whole` is the height in `span` columns. `long`: the forms whose text does not fit the
 * wall; they show one side of it at a time, and have the height of the wall. `isEstimate`: not measured yet.
 */
export type Heights = {
  readonly whole: number
  readonly names: number
  readonly strip: number
  readonly span: number
  readonly long: readonly Form[]
  readonly isEstimate?: boolean | undefined
}

/** Room for tickets: columns, their height, the gap between two tickets (px), and the room of the slot that counts further pages. */
export type Grid = { readonly columns: number; readonly height: number; readonly gap: number; readonly slot: number }

/** An order in its column; without an id: the room of an order that has left. */
export type Entry = {
  readonly id: string | undefined
  readonly form: Form
  readonly span: number
  readonly height: number
  /** Placed with the ready orders. */
  readonly isReady: boolean
  /** It shows one side of its text at a time. */
  readonly isLong?: boolean | undefined
  /** Its text has grown: it shows what fits its room, and counts the rest. */
  readonly isPart?: boolean | undefined
}
/** The columns of a page, each from the top. A ticket of several columns is the first of its leftmost column. */
export type Page = readonly (readonly Entry[])[]

/** Orders at one text step, with what is needed to place them. `line` is in its sequence, without scheduled orders. */
export type Room = {
  readonly line: readonly LineOrder[]
  readonly sizes: (id: string) => Heights
  readonly grid: Grid
}

/** No order stands before one that is older by more. */
const NEAR_MS = 3 * 60_000
/**
 * What the flow tries, one after the other: the plain sequence beside columns of ready orders; those in free room instead; orders
 * that do not fit give way to younger ones.
 */
const ATTEMPTS: readonly Attempt[] = [
  { youngerMs: 0, isReadyFirst: true },
  { youngerMs: 0, isReadyFirst: false },
  { youngerMs: 90_000, isReadyFirst: false },
]
type Attempt = {
  /** An order that does not fit gives way to one that is at most this much younger. */
  readonly youngerMs: number
  /** Ready orders have the columns at the right end; otherwise they use what the others leave. */
  readonly isReadyFirst: boolean
}
/** As many orders are looked at for one place. */
const CANDIDATES = 8

const PARTS: Readonly<Record<Stage, number>> = { preparing: 0, accepted: 0, new: 1, ready: 2, scheduled: 3 }
const partOf = ({ stage, isFirst }: LineOrder): number => (isFirst && PARTS[stage] < 2 ? -1 : PARTS[stage])
const isWaiting = ({ courierSince }: LineOrder): boolean => courierSince !== undefined
const turnOf = (order: LineOrder): number =>
  order.stage === 'new' ? (order.deadline ?? order.at) : isWaiting(order) ? order.at - NEAR_MS : order.at

/** The sequence of the wall: what a person moved to the front, what is cooked, new orders by deadline, ready and scheduled ones. */
export const bySequence = (a: LineOrder, b: LineOrder): number =>
  partOf(a) - partOf(b) ||
  turnOf(a) - turnOf(b) ||
  Number(isWaiting(b)) - Number(isWaiting(a)) ||
  (a.id < b.id ? -1 : 1)

/** Whether an order may not stand before another one, whose turn is earlier. */
export const standsTooEarly = (before: LineOrder, after: LineOrder): boolean =>
  bySequence(before, after) > 0 && (after.isFirst === true || before.at - after.at > NEAR_MS)

export const isCooked = ({ stage }: LineOrder): boolean => PARTS[stage] === 0

export function entryOf(heights: Heights, { id, stage }: LineOrder, form: Form): Entry {
  return {
    id,
    form,
    span: form === 'whole' ? heights.span : 1,
    height: heights[form],
    isReady: stage === 'ready',
    isLong: (form !== 'strip' && heights.long.includes(form)) || undefined,
  }
}

/** The columns of one page, which are filled from the top. */
export class Columns {
  readonly grid: Grid
  readonly #hasSlot: boolean
  readonly #columns: Entry[][]
  /** Where the next ticket of each column begins. */
  #tops: number[] = []

  constructor(grid: Grid, hasSlot: boolean, page: Page = []) {
    this.grid = grid
    this.#hasSlot = hasSlot
    this.#columns = Array.from({ length: grid.columns }, (_, index) => [...(page[index] ?? [])])
    this.#count()
  }

  get page(): Page {
    return this.#columns
  }

  #count(): void {
    this.#tops = this.#columns.map(() => 0)
    for (const [column, entries] of this.#columns.entries()) for (const entry of entries) this.#stand(entry, column)
  }

  #stand({ height, span }: Entry, column: number): void {
    const bottom = (this.#tops[column] ?? 0) + height + this.grid.gap
    for (let other = column; other < column + span; other += 1) this.#tops[other] = bottom
  }

  freeIn(column: number): number {
    const slot = this.#hasSlot && column === this.grid.columns - 1 ? this.grid.slot + this.grid.gap : 0
    return this.grid.height - slot - (this.#tops[column] ?? 0)
  }

  isEmpty(column: number): boolean {
    return this.#tops[column] === 0
  }

  /** Puts a ticket below the others; one of several columns at the top of as many. Whether it fits. */
  put(entry: Entry, column: number): boolean {
    if (column + entry.span > this.grid.columns) return false
    for (let other = column; other < column + entry.span; other += 1)
      if (this.freeIn(other) < entry.height || (entry.span > 1 && !this.isEmpty(other))) return false
    this.#columns[column]?.push(entry)
    this.#stand(entry, column)
    return true
  }

  /** Removes `count` tickets of a column from `index`, and puts others in their place. */
  splice(column: number, index: number, count: number, ...entries: readonly Entry[]): void {
    this.#columns[column]?.splice(index, count, ...entries)
    this.#count()
  }

  find(id: string): { readonly column: number; readonly index: number; readonly entry: Entry } | undefined {
    for (const [column, entries] of this.#columns.entries()) {
      const index = entries.findIndex((entry) => entry.id === id)
      const entry = entries[index]
      if (entry) return { column, index, entry }
    }
    return undefined
  }
}

/** The entry of an order in the form that it has. */
export type EntryOf = (order: LineOrder) => Entry | undefined

/** The orders to which the next one may give way, the highest first. */
function passersOf(waiting: readonly LineOrder[], entryOf: EntryOf, youngerMs: number): readonly LineOrder[] {
  if (youngerMs === 0) return []
  const near = waiting.slice(0, CANDIDATES)
  const end = near.findIndex((order, index) =>
    near.slice(0, index).some((one) => one.isFirst || partOf(one) !== partOf(order) || order.at - one.at > youngerMs),
  )
  const heightOf = (order: LineOrder): number => entryOf(order)?.height ?? 0
  return near.slice(1, end === -1 ? CANDIDATES : end).toSorted((a, b) => heightOf(b) - heightOf(a))
}

/** The line in one attempt, column by column from the left. */
function flowOnce(line: readonly LineOrder[], entryOf: EntryOf, columns: Columns, attempt: Attempt): Page | undefined {
  const { youngerMs, isReadyFirst } = attempt
  const fromRight = columns.page.map((_, column) => column).toReversed()
  const put = (order: LineOrder, column: number): boolean => {
    const entry = entryOf(order)
    return entry !== undefined && columns.put(entry, column)
  }
  const isReady = ({ stage }: LineOrder): boolean => stage === 'ready' && fromRight.length > 1
  const waiting = line.filter((order) => !isReady(order))
  const least = isReadyFirst && waiting.length > 0 ? 1 : 0
  const putReady = (): boolean =>
    line.filter(isReady).every((order) => fromRight.some((column) => column >= least && put(order, column)))
  if (isReadyFirst && !putReady()) return undefined
  for (let column = 0; waiting.length > 0; ) {
    if (column === fromRight.length) return undefined
    const [first] = waiting
    if (first && put(first, column)) waiting.shift()
    else {
      const passer = passersOf(waiting, entryOf, youngerMs).find((order) => put(order, column))
      if (passer) waiting.splice(waiting.indexOf(passer), 1)
      else column += 1
    }
  }
  return isReadyFirst || putReady() ? columns.page : undefined
}

/** The tickets in their sequence, column by column from the left. `undefined`: they do not fit. */
export function flow(line: readonly LineOrder[], entryOf: EntryOf, grid: Grid, hasSlot: boolean): Page | undefined {
  for (const attempt of ATTEMPTS) {
    const page = flowOnce(line, entryOf, new Columns(grid, hasSlot), attempt)
    if (page) return page
  }
  return undefined
}

const foldsLast = ({ isStop, isChanged }: LineOrder): number => Number(isStop === true || isChanged === true)

/** The sequence in which orders give up detail: from the end of the line; one that was cancelled or changed last. */
export const foldingOrder = (line: readonly LineOrder[]): readonly LineOrder[] =>
  line.toReversed().toSorted((a, b) => foldsLast(a) - foldsLast(b))

/** Less detail by one form. A ready order has no names. */
export const less = (form: Form, { stage }: LineOrder): Form | undefined =>
  form === 'strip' ? undefined : form === 'whole' && stage !== 'ready' ? 'names' : 'strip'

/** First all text, for as many orders as possible, then the names of the others; what waits to leave gains last. */
const GAINS = [
  { form: 'whole', isReady: false },
  { form: 'names', isReady: false },
  { form: 'whole', isReady: true },
] as const
type Gain = (typeof GAINS)[number]

const mayGain = ({ stage }: LineOrder, form: Form, gain: Gain): boolean =>
  (stage === 'ready') === gain.isReady && FORMS.indexOf(form) < FORMS.indexOf(gain.form)

/** Gives detail back in place, from the front of the line. */
export function gainInPlace(columns: Columns, orders: readonly LineOrder[], sizes: Room['sizes']): void {
  // No entry moves here, so that each is looked for once.
  const places = new Map(
    columns.page.flatMap((entries, column) => entries.map(({ id }, index) => [id, { column, index }] as const)),
  )
  const front = foldingOrder(orders.filter(({ id }) => places.has(id))).toReversed()
  for (const gain of GAINS) {
    for (const order of front) {
      const { column = 0, index = 0 } = places.get(order.id) ?? {}
      const entry = columns.page[column]?.[index]
      if (!entry || entry.span > 1 || !mayGain(order, entry.form, gain)) continue
      const next = entryOf(sizes(order.id), order, gain.form)
      const free = columns.freeIn(column) + columns.grid.gap + entry.height
      if (next.span === 1 && next.height <= free) columns.splice(column, index, 1, next)
    }
  }
}

/** The oldest order in preparation that needs one column stays whole. */
export const staysWhole = ({ line, sizes, grid }: Room): LineOrder | undefined =>
  line.find(({ id, stage }) => {
    const { whole, span, long } = sizes(id)
    const room = grid.height - (grid.columns === 1 ? grid.slot + grid.gap : 0)
    return stage === 'preparing' && span === 1 && whole <= room && !long.includes('whole')
  })

/** Which orders may give up detail. */
export type MayFold = (order: LineOrder) => boolean

/**
 * One page of orders with as much detail as the sequence allows: the end of the line folds until all are in sight, then those
 * at its front get back what they can. `undefined`: they do not fit.
 */
export function detailedPage(room: Room, mayFold: MayFold, hasSlot = false): Page | undefined {
  const { line, sizes, grid } = room
  const folding = foldingOrder(line).filter(mayFold)
  const entries = new Map<string, Entry>()
  let area = grid.columns * (grid.height + grid.gap) - (hasSlot ? grid.slot + grid.gap : 0)
  const areaOf = ({ span, height }: Entry): number => span * (height + grid.gap)
  const change = (order: LineOrder, form: Form): void => {
    const before = entries.get(order.id)
    const next = entryOf(sizes(order.id), order, form)
    area += (before ? areaOf(before) : 0) - areaOf(next)
    entries.set(order.id, next)
  }
  const flowed = (): Page | undefined => (area < 0 ? undefined : flow(line, ({ id }) => entries.get(id), grid, hasSlot))
  for (const order of line) {
    change(order, mayFold(order) ? 'strip' : 'whole')
    if (area < 0) return undefined
  }
  const smallest = flowed()
  if (!smallest) return undefined
  for (const order of folding) change(order, 'whole')
  let page = flowed()
  for (const order of folding) {
    for (let form = less('whole', order); form && !page; form = less(form, order)) {
      change(order, form)
      page = flowed()
    }
  }
  for (let hasGained = true; hasGained; ) {
    hasGained = false
    for (const gain of GAINS) {
      for (const order of folding.toReversed()) {
        const form = entries.get(order.id)?.form ?? 'whole'
        if (!mayGain(order, form, gain)) continue
        change(order, gain.form)
        const next = flowed()
        page = next ?? page
        hasGained ||= next !== undefined
        if (!next) change(order, form)
      }
    }
  }
  // In its place an order may gain what would push others out of their columns.
  const columns = new Columns(grid, hasSlot, page ?? smallest)
  gainInPlace(columns, line, sizes)
  return columns.page
}

const LEAVES_FIRST: readonly Stage[] = ['scheduled', 'accepted', 'preparing', 'ready', 'new']

/** The orders in the sequence in which page one loses them: the youngest accepted ones first, new ones last. */
export const leavingOrder = (line: readonly LineOrder[]): readonly LineOrder[] =>
  line
    .toReversed()
    .toSorted((a, b) => foldsLast(a) - foldsLast(b) || LEAVES_FIRST.indexOf(a.stage) - LEAVES_FIRST.indexOf(b.stage))

/** How many strips have room on a page. */
const stripsIn = ({ line, sizes, grid }: Room): number => {
  const lowest = Math.min(...line.map(({ id }) => sizes(id).strip))
  return grid.columns * Math.floor((grid.height + grid.gap) / (lowest + grid.gap))
}

/** All but the oldest in preparation. */
const mayFoldAt = (room: Room): MayFold => {
  const oldest = staysWhole(room)
  return (order) => order !== oldest
}

const NO_TEXT = {
  whole: Number.POSITIVE_INFINITY,
  names: Number.POSITIVE_INFINITY,
  span: 1,
  long: [],
  isEstimate: true,
}

/** An order without measured heights has no text on a page that is out of sight. */
export const measuredOnly =
  (sizes: Room['sizes']): Room['sizes'] =>
  (id) => {
    const heights = sizes(id)
    return heights.isEstimate ? { ...NO_TEXT, strip: heights.strip } : heights
  }

/**
 * The first `most` pages of all orders: page one, and those for the orders that it has no room for. Each of several pages has a
 * slot.
 */
export function pagesOf(room: Room, most = Number.POSITIVE_INFINITY): readonly Page[] {
  const { line, grid } = room
  const only = line.length > stripsIn(room) ? undefined : detailedPage(room, mayFoldAt(room))
  if (only || line.length === 0) return only ? [only] : []
  const pages: Page[] = []
  for (let rest = line; rest.length > 0 && pages.length < most; ) {
    const here: Room = { line: rest, sizes: pages.length === 0 ? room.sizes : measuredOnly(room.sizes), grid }
    const [front] = rest
    const leaving = leavingOrder(rest).filter((order) => order !== front)
    let count = Math.max(rest.length - stripsIn(here), pages.length === 0 ? 1 : 0)
    let page: Page | undefined
    for (; count < rest.length && !page; count += 1) {
      const left = new Set(leaving.slice(0, count))
      const own: Room = { ...here, line: rest.filter((order) => !left.has(order)) }
      page = detailedPage(own, mayFoldAt(own), true)
      if (page) break
    }
    const [alone] = rest
    if (!page && alone) {
      page = [[entryOf(here.sizes(alone.id), alone, 'strip')]]
      count = rest.length - 1
    }
    pages.push(page ?? [])
    const shown = new Set((page ?? []).flatMap((entries) => entries.map(({ id }) => id)))
    rest = rest.filter(({ id }) => !shown.has(id))
  }
  return pages
}
