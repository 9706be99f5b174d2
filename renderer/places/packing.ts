import {
  areaOf,
  columnsOf,
  Draft,
  type Entry,
  entryOf,
  FIRST,
  FORMS,
  type Form,
  type Found,
  type Grid,
  isLongIn,
  type LineOrder,
  type Page,
  type Room,
  roomOf,
  type Stage,
} from './draft.ts'

type Forms = ReadonlyMap<string, Form>
type Way = (draft: Draft, entry: Entry, cursor: number) => number

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
    let tried = -1
    for (const column of fitting.sort((a, b) => (free[a] ?? 0) - (free[b] ?? 0))) {
      const before = free[column] ?? 0
      // In a column with as much room the rest would not fit either.
      if (before === tried) continue
      tried = before
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
