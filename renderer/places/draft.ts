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

export const isLongIn = ({ long }: Heights, form: Form): boolean => long.includes(form)

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
export const FIRST = 1e6

export type Found = { readonly column: number; readonly index: number; readonly entry: Entry }

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

export const columnsOf = (draft: Draft): number[] => draft.columns.map((_, index) => index)
