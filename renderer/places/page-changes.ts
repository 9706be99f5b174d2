import {
  bySequence,
  Columns,
  type Entry,
  entryOf,
  FORMS,
  type Form,
  foldingOrder,
  type LineOrder,
  leavingOrder,
  less,
  type Room,
  staysWhole,
} from './flow.ts'

/** A page while it changes, with the orders by id. */
export type Draft = { readonly first: Columns; readonly room: Room; readonly byId: ReadonlyMap<string, LineOrder> }

/** The orders of a column, or of the whole page. */
function ordersOf({ first, byId }: Draft, column?: number): readonly LineOrder[] {
  const entries = column === undefined ? first.page.flat() : (first.page[column] ?? [])
  return entries.flatMap(({ id = '' }) => byId.get(id) ?? [])
}

/** The columns for an order without a place: the last one that is not for ready orders alone, those to its right, then to its left. */
export function columnsFor({ first, byId }: Draft): {
  readonly right: readonly number[]
  readonly left: readonly number[]
} {
  const flows = ({ id = '', isReady }: Entry): boolean => !isReady && byId.get(id)?.stage !== 'scheduled'
  const from = Math.max(
    0,
    first.page.findLastIndex((entries) => entries.some(flows)),
  )
  const all = first.page.map((_, column) => column)
  return { right: all.slice(from), left: all.slice(0, from).toReversed() }
}

/** Gives an order the room of one that has left, or free room, with as much detail as it has there. */
export function admit(draft: Draft, order: LineOrder): boolean {
  const { first, room } = draft
  const heights = room.sizes(order.id)
  const wanted = FORMS.toReversed().filter((form) => form !== 'names' || order.stage !== 'ready')
  const putIn = (columns: readonly number[]): boolean =>
    wanted.some((form) => columns.some((column) => first.put(entryOf(heights, order, form), column)))
  const { right, left } = columnsFor(draft)
  if (putIn(right)) return true
  for (const [column, entries] of first.page.entries()) {
    const index = entries.findIndex(({ id, span, height }) => id === undefined && span === 1 && height >= heights.strip)
    const left = entries[index]
    const form = left && wanted.find((one) => heights[one] <= left.height && (one !== 'whole' || heights.span === 1))
    if (!left || !form) continue
    first.splice(column, index, 1, { ...entryOf(heights, order, form), height: left.height })
    return true
  }
  return putIn(left)
}

/** Folds the youngest order of a column in its place by one form. */
function foldIn(draft: Draft, column: number, orders = ordersOf(draft, column)): boolean {
  const { first, room } = draft
  const oldest = staysWhole(room)
  for (const order of foldingOrder(orders.toSorted(bySequence))) {
    const at = order === oldest ? undefined : first.find(order.id)
    const form = at && less(at.entry.form, order)
    if (!at || !form || at.column !== column) continue
    const next = entryOf(room.sizes(order.id), order, form)
    // Names in one column may be higher than all text in several.
    const isHigher = next.height > at.entry.height
    first.splice(column, at.index, 1, isHigher ? entryOf(room.sizes(order.id), order, 'strip') : next)
    return true
  }
  return false
}

/** Folds the orders of a column, the youngest first, until it has room for `height`. */
export function makeRoom(draft: Draft, column: number, height: number, orders?: () => readonly LineOrder[]): boolean {
  while (draft.first.freeIn(column) < height) if (!foldIn(draft, column, orders?.())) return false
  return true
}

/** Places an order that became ready below the other ready ones. Without room it is a strip, and the youngest of them fold. */
export function admitReady(draft: Draft, order: LineOrder): boolean {
  const { first, room } = draft
  const last = first.page.length - 1
  const columns = first.page.flatMap((entries, column) =>
    column === last || entries.every(({ isReady }) => isReady) ? [column] : [],
  )
  const insert = (column: number, form: Form): boolean => {
    const entry = entryOf(room.sizes(order.id), order, form)
    if (entry.span > 1 || first.freeIn(column) < entry.height) return false
    const entries = first.page[column] ?? []
    const above = entries.findLastIndex(({ isReady }) => isReady)
    first.splice(column, above === -1 ? entries.length : above + 1, 0, entry)
    return true
  }
  const { strip } = room.sizes(order.id)
  for (const form of ['whole', 'strip'] as const)
    for (const column of columns.toReversed()) if (insert(column, form)) return true
  return columns.toReversed().some((column) => {
    const ready = () => ordersOf(draft, column).filter(({ stage }) => stage === 'ready')
    return (makeRoom(draft, column, strip, ready) || makeRoom(draft, column, strip)) && insert(column, 'strip')
  })
}

/**
 * Gives an order the room of the youngest strip that may leave page one for others, or room in the column of the youngest order;
 * `isLeftToo`: also in columns before it. Returns the order that has left, or whether there is room.
 */
export function giveRoom(draft: Draft, order: LineOrder, hasPages: boolean, isLeftToo = false): LineOrder | boolean {
  const { first, room } = draft
  const { strip } = room.sizes(order.id)
  const leaving = leavingOrder([...ordersOf(draft), order].toSorted(bySequence))
  for (const other of hasPages ? leaving.slice(0, leaving.indexOf(order)) : []) {
    const at = first.find(other.id)
    if (at?.entry.form !== 'strip' || at.entry.height < strip) continue
    first.splice(at.column, at.index, 1, { ...entryOf(room.sizes(order.id), order, 'strip'), height: at.entry.height })
    return other
  }
  const { right, left } = columnsFor(draft)
  return [...right, ...(isLeftToo ? left : [])].some(
    (column) => makeRoom(draft, column, strip) && first.put(entryOf(room.sizes(order.id), order, 'strip'), column),
  )
}

/** Page one, when others come after it: folded, and cut at the foot of the last column, where their slot is. */
export function withSlot(draft: Draft): Draft | undefined {
  const { grid } = draft.room
  const last = grid.columns - 1
  const next = { ...draft, first: new Columns(grid, true, draft.first.page) }
  const left = (): number => next.first.page[last]?.length ?? 0
  while (!makeRoom(next, last, -grid.gap) && left() > 0) next.first.splice(last, left() - 1, 1)
  // Under a ticket of several columns there is no slot.
  return next.first.freeIn(last) < -grid.gap ? undefined : next
}

/** Puts orders that have no place on page one as strips on the further pages. */
export function withMore(
  later: readonly Columns[],
  orders: readonly LineOrder[],
  { sizes, grid }: Room,
): readonly Columns[] {
  const pages = [...later]
  for (const order of orders) {
    const entry = entryOf(sizes(order.id), order, 'strip')
    const put = (page: Columns): boolean => page.page.some((_, column) => page.put(entry, column))
    if (pages.some(put)) continue
    const added = new Columns(grid, true)
    if (put(added)) pages.push(added)
  }
  return pages
}
