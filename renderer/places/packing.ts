/** The forms of a ticket: all text, dishes and notes, or the head alone. */
export const FORMS = ['strip', 'names', 'whole'] as const
export type Form = (typeof FORMS)[number]

export type Stage = 'preparing' | 'accepted' | 'new' | 'ready' | 'scheduled'

/** One order of the line. The line is sorted by stage and age: its end gives up detail first. */
export type LineOrder = { readonly id: string; readonly stage: Stage; readonly isStop?: boolean }

/**
 * Heights of an order's ticket in px. `whole` is the height in `span` columns. `long`: the forms whose text does not fit the
 * wall; they show one side of it at a time, and have the height of the wall.
 */
export type Heights = {
  readonly whole: number
  readonly names: number
  readonly strip: number
  readonly span: number
  readonly long: readonly Form[]
}

/** Room for tickets: columns, their height, the gap between two tickets (px), and the room of the slot that counts further pages. */
export type Grid = { readonly columns: number; readonly height: number; readonly gap: number; readonly slot: number }

export const areaOf = ({ columns, height, gap }: Grid): number => columns * (height + gap)

/** An order in its column; without an id: the room of an order that left while the wall was touched. */
export type Entry = {
  readonly id: string | undefined
  readonly form: Form
  readonly span: number
  readonly height: number
  /** Placed with the ready orders. */
  readonly isReady: boolean
  /** It shows one side of its text at a time. */
  readonly isLong?: boolean | undefined
}
/** The columns of a page, each from the top. A ticket of several columns is the first of its leftmost column. */
export type Page = readonly (readonly Entry[])[]

type Forms = ReadonlyMap<string, Form>
export type Sizes = (id: string) => Heights

/** Orders at one step, with what is needed to place them. */
export type Room = {
  readonly line: readonly LineOrder[]
  readonly rank: ReadonlyMap<string, number>
  readonly ready: ReadonlySet<string>
  readonly sizes: Sizes
  readonly grid: Grid
  /** The entries that were asked for: a layout tries the same ones thousands of times. */
  readonly entries: Readonly<Record<Form, Map<string, Entry>>>
}

const noEntries = (): Room['entries'] => ({ strip: new Map(), names: new Map(), whole: new Map() })

export function roomOf(line: readonly LineOrder[], sizes: Sizes, grid: Grid, entries = noEntries()): Room {
  return {
    line,
    rank: new Map(line.map(({ id }, index) => [id, index])),
    ready: new Set(line.flatMap(({ id, stage }) => (stage === 'ready' ? [id] : []))),
    sizes,
    grid,
    entries,
  }
}

export const heightIn = ({ whole, names, strip }: Heights, form: Form): number =>
  form === 'whole' ? whole : form === 'names' ? names : strip

const isLongIn = ({ long }: Heights, form: Form): boolean => long.includes(form)

export function entryOf({ sizes, ready, entries }: Room, id: string, form: Form): Entry {
  const known = entries[form].get(id)
  if (known) return known
  const heights = sizes(id)
  const entry: Entry = {
    id,
    form,
    span: form === 'whole' ? heights.span : 1,
    height: heightIn(heights, form),
    isReady: ready.has(id),
    isLong: isLongIn(heights, form) || undefined,
  }
  entries[form].set(id, entry)
  return entry
}

/** More than any rank. */
const FIRST = 1e6

type Found = { readonly column: number; readonly index: number; readonly entry: Entry }

/** Columns that are being filled. */
export class Draft {
  readonly grid: Grid
  readonly #hasSlot: boolean
  #columns: Entry[][]
  /** The free height of the columns that were asked for it since they changed. */
  #free: (number | undefined)[] = []

  constructor(grid: Grid, hasSlot = false, page: Page = []) {
    this.grid = grid
    this.#hasSlot = hasSlot
    this.#columns = Array.from({ length: grid.columns }, (_, index) => [...(page[index] ?? [])])
  }

  get columns(): Page {
    return this.#columns
  }

  /** The height under a ticket of several columns that begins further to the left. */
  topOf(column: number): number {
    for (let left = Math.max(0, column - 3); left < column; left += 1) {
      const first = this.columns[left]?.[0]
      if (first && first.span > column - left) return first.height + this.grid.gap
    }
    return 0
  }

  freeIn(column: number): number {
    const isLast = column === this.grid.columns - 1
    this.#free[column] ??= (this.columns[column] ?? []).reduce(
      (free, { height }) => free - height - this.grid.gap,
      this.grid.height - this.topOf(column) - (isLast && this.#hasSlot ? this.grid.slot + this.grid.gap : 0),
    )
    return this.#free[column] ?? 0
  }

  isEmpty(column: number): boolean {
    return this.columns[column]?.length === 0 && this.topOf(column) === 0
  }

  /** Places a ticket of one column, or one of several columns on top of empty ones. */
  put(entry: Entry, column: number): boolean {
    for (let other = column; other < column + entry.span; other += 1) {
      if (other >= this.grid.columns || (entry.span > 1 && !this.isEmpty(other))) return false
      if (this.freeIn(other) < entry.height) return false
    }
    const free = this.freeIn(column)
    this.#columns[column]?.push(entry)
    if (entry.span > 1) this.#free = []
    else this.#free[column] = free - entry.height - this.grid.gap
    return true
  }

  /** Removes `count` tickets of a column from `index`, and puts others in their place. */
  splice(column: number, index: number, count: number, ...entries: readonly Entry[]): void {
    this.#columns[column]?.splice(index, count, ...entries)
    this.#free = []
  }

  find(id: string): Found | undefined {
    for (let column = 0; column < this.columns.length; column += 1) {
      const index = this.columns[column]?.findIndex((entry) => entry.id === id) ?? -1
      const entry = this.columns[column]?.[index]
      if (entry) return { column, index, entry }
    }
    return undefined
  }

  /** Ready orders first, then by age. A ticket of several columns stays on top. */
  sort({ rank }: Room): void {
    const order = ({ id = '', span, isReady }: Entry): number =>
      span > 1 ? -2 * FIRST : (isReady ? -FIRST : 0) + (rank.get(id) ?? 0)
    for (const entries of this.#columns) entries.sort((a, b) => order(a) - order(b))
  }

  /** Sorts the columns by their oldest order. Columns with ready orders and those under a ticket of several columns keep their place. */
  sortColumns({ rank }: Room): void {
    const isFixed = (column: number): boolean =>
      this.topOf(column) > 0 || this.columns[column]?.some(({ isReady, span }) => isReady || span > 1) === true
    // The last column may be lower.
    const movable = columnsOf(this).filter((column) => column < this.grid.columns - 1 && !isFixed(column))
    const oldest = (entries: readonly Entry[]): number =>
      Math.min(...entries.map(({ id = '' }) => rank.get(id) ?? 0), Number.MAX_SAFE_INTEGER)
    const sorted = movable.map((column) => this.#columns[column] ?? []).toSorted((a, b) => oldest(a) - oldest(b))
    for (const [index, column] of movable.entries()) this.#columns[column] = sorted[index] ?? []
    this.#free = []
  }
}

type Way = (draft: Draft, entry: Entry, cursor: number) => number

export const columnsOf = (draft: Draft): number[] => draft.columns.map((_, index) => index)

const firstFit: Way = (draft, entry) => columnsOf(draft).find((column) => draft.put(entry, column)) ?? -1

/** Column by column: no order is placed left of an older one. */
const nextFit: Way = (draft, entry, cursor) =>
  columnsOf(draft).find((column) => column >= cursor && draft.put(entry, column)) ?? -1

/** The fullest column that has room. Columns with ready orders are used last. */
const bestFit: Way = (draft, entry) => {
  let [best, least] = [-1, Number.POSITIVE_INFINITY]
  for (const column of columnsOf(draft)) {
    const free = draft.freeIn(column)
    const rank = draft.columns[column]?.[0]?.isReady ? FIRST + free : free
    if (free >= entry.height && rank < least) [best, least] = [column, rank]
  }
  return best !== -1 && draft.put(entry, best) ? best : -1
}

const WAYS: readonly Way[] = [nextFit, firstFit, bestFit]

/** Places entries below those of a draft. Whether all of them have a place. */
function placeAll(draft: Draft, entries: readonly Entry[], way: Way): boolean {
  const isWide = ({ span }: Entry): boolean => span > 1 && way !== nextFit
  if (!entries.every((entry) => !isWide(entry) || firstFit(draft, entry, 0) !== -1)) return false
  const narrow = entries.filter((entry) => !isWide(entry))
  let cursor = 0
  for (const entry of narrow) {
    const column = way(draft, entry, cursor)
    if (column === -1) return false
    if (way === nextFit) cursor = column
  }
  return true
}

/** A search of places is given up after this many steps; among more tickets it only goes forward. */
const MOST_STEPS = 1_000
const MOST_SEARCHED = 40

/**
 * Searches places: the highest tickets first, each in the column with the least room that has enough of it, and back when the
 * rest cannot fit any more. Whether all of them have a place.
 */
function searchPlaces(draft: Draft, entries: readonly Entry[]): boolean {
  const { gap } = draft.grid
  const sorted = entries.toSorted((a, b) => b.span - a.span || b.height - a.height)
  const wide = sorted.filter(({ span }) => span > 1)
  const narrow = sorted.slice(wide.length)
  const lowest = narrow.at(-1)?.height ?? 0
  let left = sorted.length > MOST_SEARCHED ? sorted.length : MOST_STEPS
  let needed = narrow.reduce((sum, { height }) => sum + height + gap, 0)
  // Numbers alone: a search takes a thousand steps, and a layout makes many searches.
  let free: number[] = []
  const chosen: number[] = []
  const place = (index: number): boolean => {
    const entry = narrow[index]
    if (!entry) return true
    const usable = free.reduce((sum, one) => sum + (one < lowest ? 0 : one + gap), 0)
    left -= 1
    if (left < 0 || usable < needed) return false
    const { height } = entry
    const fitting = free.flatMap((one, column) => (one < height ? [] : [column]))
    for (const column of fitting.sort((a, b) => (free[a] ?? 0) - (free[b] ?? 0))) {
      const before = free[column] ?? 0
      free[column] = before - height - gap
      chosen[index] = column
      needed -= height + gap
      if (place(index + 1)) return true
      needed += height + gap
      free[column] = before
    }
    return false
  }
  const placeWide = (index: number): boolean => {
    const entry = wide[index]
    if (!entry) {
      free = columnsOf(draft).map((column) => draft.freeIn(column))
      return place(0)
    }
    for (const column of columnsOf(draft)) {
      if (!draft.put(entry, column)) continue
      if (placeWide(index + 1)) return true
      draft.splice(column, -1, 1)
    }
    return false
  }
  return placeWide(0) && narrow.every((entry, index) => draft.put(entry, chosen[index] ?? 0))
}

/** Parts of a pixel are rounded. */
const SLACK_PX = 0.01

/**
 * False when the entries cannot fit whatever their places: a column has room for a number of the lowest ones, and a higher one
 * takes the room of several.
 */
function mayFit({ columns, height, gap, slot }: Grid, entries: readonly Entry[], hasSlot: boolean): boolean {
  const lowest = Math.min(...entries.map((entry) => entry.height)) + gap
  const rowsOf = (room: number): number => Math.floor((room + gap) / lowest)
  const rows = (columns - 1) * rowsOf(height + SLACK_PX) + rowsOf((hasSlot ? height - slot - gap : height) + SLACK_PX)
  return entries.reduce((sum, entry) => sum + entry.span * rowsOf(entry.height), 0) <= rows
}

/** Places ready orders from the top of the last column, then all others. `undefined` when one does not fit. */
function pack(room: Room, forms: Forms, hasSlot = false): Draft | undefined {
  const { line, grid } = room
  const entries: Entry[] = []
  let area = areaOf(grid)
  for (const { id } of line) {
    const form = forms.get(id)
    if (form === undefined) continue
    const entry = entryOf(room, id, form)
    area -= entry.span * (entry.height + grid.gap)
    if (area < 0) return undefined
    entries.push(entry)
  }
  if (!mayFit(grid, entries, hasSlot)) return undefined
  const ready = new Draft(grid, hasSlot)
  const fromLast = columnsOf(ready).toReversed()
  for (const entry of entries)
    if (entry.isReady && !fromLast.some((column) => ready.put(entry, column))) return undefined
  const others = entries.filter(({ isReady }) => !isReady)
  for (const way of [...WAYS, undefined]) {
    const draft = new Draft(grid, hasSlot, ready.columns)
    if (!(way ? placeAll(draft, others, way) : searchPlaces(draft, others))) continue
    draft.sort(room)
    if (way !== nextFit) draft.sortColumns(room)
    return draft
  }
  return undefined
}

/** The sequence in which orders give up detail: from the end of the line, a cancelled order last. */
export const foldingOrder = (line: readonly LineOrder[]): readonly LineOrder[] =>
  line.toReversed().toSorted((a, b) => Number(a.isStop ?? false) - Number(b.isStop ?? false))

/** Less detail by one form. A ready order has no names. */
export const less = (form: Form, { stage }: LineOrder): Form | undefined =>
  form === 'strip' ? undefined : form === 'whole' && stage !== 'ready' ? 'names' : 'strip'

/** First all text, for as many orders as possible, then the names of the others; what waits to leave gains last. */
const GAINS = [
  [false, 'whole'],
  [false, 'names'],
  [true, 'whole'],
] as const

const gains = ([isReady, to]: (typeof GAINS)[number], { stage }: LineOrder, form: Form): boolean =>
  (stage === 'ready') === isReady && FORMS.indexOf(form) < FORMS.indexOf(to)

/** All orders to cook and all new ones whole; of the ready ones as many as fit, the youngest give up first. */
export function packWhole(room: Room, mayFoldReady: boolean): Draft | undefined {
  const forms = new Map<string, Form>(room.line.map(({ id }) => [id, 'whole']))
  const all = pack(room, forms)
  const folding = mayFoldReady && !all ? [...room.ready] : []
  let draft = all
  for (let id = folding.pop(); !draft && id !== undefined; id = folding.pop())
    draft = pack(room, forms.set(id, 'strip'))
  // Last: on a crowded board this would need the heights of all orders, and a few of them have no room.
  if (!draft || room.line.some(({ id }) => isLongIn(room.sizes(id), 'whole'))) return undefined
  return all ?? gained(draft, room)
}

/** Gives detail back from the front of the line, as long as an order can gain in its own column or in another one. */
export function gained(draft: Draft, room: Room): Draft {
  const front = foldingOrder(room.line).toReversed()
  const placed = new Map(draft.columns.flat().map((entry) => [entry.id ?? '', entry]))
  let mostFree = Math.max(...columnsOf(draft).map((column) => draft.freeIn(column)))
  let hasChanged = true
  while (hasChanged) {
    hasChanged = false
    for (const wanted of GAINS) {
      for (const order of front) {
        const entry = placed.get(order.id)
        if (!entry || !gains(wanted, order, entry.form)) continue
        const next = entryOf(room, order.id, wanted[1])
        // No column has the room, whatever the order's place.
        if (next.height > mostFree + draft.grid.gap + entry.height) continue
        const at = draft.find(order.id)
        if (!at || !gain(draft, at, next, room)) continue
        placed.set(order.id, next)
        mostFree = Math.max(...columnsOf(draft).map((column) => draft.freeIn(column)))
        hasChanged = true
      }
    }
  }
  return draft
}

function gain(draft: Draft, { column, index, entry }: Found, next: Entry, room: Room): boolean {
  if (next.span === 1 && draft.freeIn(column) + draft.grid.gap + entry.height >= next.height) {
    draft.splice(column, index, 1, next)
    return true
  }
  draft.splice(column, index, 1)
  const columns = columnsOf(draft)
  if (next.isReady) columns.reverse()
  if (columns.some((other) => draft.put(next, other))) {
    draft.sort(room)
    return true
  }
  draft.splice(column, index, 0, entry)
  return false
}

/** Gives detail back, also by placing all orders anew. */
function regained(forms: Map<string, Form>, first: Draft, room: Room): Draft {
  let draft = first
  for (const wanted of GAINS) {
    for (const order of foldingOrder(room.line).toReversed()) {
      const form = forms.get(order.id)
      if (!form || !gains(wanted, order, form)) continue
      const next = pack(room, forms.set(order.id, wanted[1]))
      if (next) draft = next
      else forms.set(order.id, form)
    }
  }
  return gained(draft, room)
}

/** The oldest order in preparation that needs one column stays whole. */
export function staysWhole({ line, sizes, grid }: Room, hasSlot = false): LineOrder | undefined {
  const room = grid.height - (hasSlot && grid.columns === 1 ? grid.slot + grid.gap : 0)
  return line.find(({ id, stage }) => {
    const heights = sizes(id)
    return stage === 'preparing' && heights.span === 1 && heights.whole <= room && !isLongIn(heights, 'whole')
  })
}

/** Every order of the line as a strip, but the oldest in preparation. `undefined`: they do not fit. */
function packStrips(room: Room, hasSlot = false): Draft | undefined {
  const oldest = staysWhole(room, hasSlot)
  return pack(room, new Map(room.line.map((order) => [order.id, order === oldest ? 'whole' : 'strip'])), hasSlot)
}

/** As strips, of which those gain detail that have room for it in their place. */
function packFull(room: Room, hasSlot = false): Draft | undefined {
  const strips = packStrips(room, hasSlot)
  return strips && gained(strips, room)
}

/** Every order of the line in sight, with as much detail as fits. `undefined`: strips do not fit either. */
function packFolded(room: Room, hasSlot = false): Draft | undefined {
  // Strips fill a page that others follow: it has room for little more, and a search for it would take long.
  const strips = hasSlot ? packFull(room, hasSlot) : packStrips(room)
  if (!strips || hasSlot) return strips
  const oldest = staysWhole(room)
  const forms = new Map<string, Form>()
  for (const { id } of room.line) forms.set(id, 'whole')
  const folding = foldingOrder(room.line).filter((order) => order !== oldest)
  for (const order of folding) {
    for (let form = less('whole', order); form !== undefined; form = less(form, order)) {
      const draft = pack(room, forms.set(order.id, form))
      if (draft) return regained(forms, draft, room)
    }
  }
  return regained(forms, strips, room)
}

const LEAVES_FIRST: readonly Stage[] = ['scheduled', 'accepted', 'preparing', 'ready', 'new']

/** The orders in the sequence in which page one loses them: the youngest accepted ones first, new ones last. */
export const leavingOrder = (line: readonly LineOrder[]): readonly LineOrder[] =>
  line
    .toReversed()
    .toSorted(
      (a, b) =>
        Number(a.isStop ?? false) - Number(b.isStop ?? false) ||
        LEAVES_FIRST.indexOf(a.stage) - LEAVES_FIRST.indexOf(b.stage),
    )

export const without = (room: Room, gone: ReadonlySet<string>): Room =>
  roomOf(
    room.line.filter(({ id }) => !gone.has(id)),
    room.sizes,
    room.grid,
    room.entries,
  )

/** Page one, and the orders for which it has no room. */
export type FirstPage = { readonly page: Page; readonly rest: Room | undefined }

/** With orders for which there is no room, the page has a slot that counts them. */
export function firstPageOf(room: Room, packed = packFolded): FirstPage {
  const { line, sizes, grid } = room
  const leaving = leavingOrder(line).map(({ id }) => id)
  // As many orders leave as have no room: at least those for which there is no area even as the lowest strips.
  const lowest = Math.min(...line.map(({ id }) => sizes(id).strip)) + grid.gap
  const least = Math.ceil(line.length - areaOf(grid) / lowest)
  for (let count = Math.max(0, least); count < Math.max(1, line.length); count += 1) {
    const draft = packed(without(room, new Set(leaving.slice(0, count))), count > 0)
    if (draft)
      return { page: draft.columns, rest: count > 0 ? without(room, new Set(leaving.slice(count))) : undefined }
  }
  return { page: new Draft(grid).columns, rest: undefined }
}

/** The first page, and those after it. The last one has room for detail. */
export function allPages({ page, rest }: FirstPage): readonly Page[] {
  const pages = [page]
  for (let orders = rest; orders; ) {
    const next = firstPageOf(orders, packFull)
    pages.push(next.rest ? next.page : firstPageOf(orders).page)
    orders = next.rest
  }
  return pages
}
