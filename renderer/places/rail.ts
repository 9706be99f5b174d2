/** The slot of each card in the rail, counted from the top. */
export type RailSlots = ReadonlyMap<string, number>

export type RailCards = {
  /** Stops and new orders, the most urgent first: they fill the rail from the top. */
  readonly fresh: readonly string[]
  /** Ready orders, the oldest first: they fill it from the bottom. */
  readonly ready: readonly string[]
}

/** All slots from the top; those of temporary cards last. */
const inOrder = (count: number, temporary: ReadonlySet<number>): readonly number[] =>
  Array.from({ length: count }, (_, slot) => slot).toSorted(
    (a, b) => Number(temporary.has(a)) - Number(temporary.has(b)) || a - b,
  )

export type RailLayout = {
  readonly slots: RailSlots
  /** Cards without a slot, in order. */
  readonly rest: RailCards
}

/**
 * Gives cards their slots. A card keeps its slot. A new order gets a free slot below the last new order, otherwise any free
 * slot, otherwise the slot of the highest ready order: new orders come before ready ones. Slots with the
 * card of an order that waits for space are used last. `keepsOthers`: no order gets the slot of another card.
 */
export function railLayout(
  before: RailSlots,
  { fresh, ready }: RailCards,
  count: number,
  temporary: ReadonlySet<number> = new Set(),
  keepsOthers = false,
): RailLayout {
  const slots = new Map<string, number>()
  const taken = new Set<number>()
  const take = (id: string, slot: number): void => {
    slots.set(id, slot)
    taken.add(slot)
  }
  for (const id of [...fresh, ...ready]) {
    const slot = before.get(id)
    if (slot !== undefined && slot < count && !taken.has(slot)) take(id, slot)
  }
  const isFree = (slot: number): boolean => !taken.has(slot) && !(keepsOthers && temporary.has(slot))
  const fromTop = inOrder(count, temporary)
  const fromBottom = fromTop.toSorted((a, b) => Number(temporary.has(a)) - Number(temporary.has(b)) || b - a)
  const highest = (ids: readonly string[]): string | undefined =>
    ids.filter((id) => slots.has(id)).toSorted((a, b) => (slots.get(a) ?? 0) - (slots.get(b) ?? 0))[0]
  for (const id of fresh) {
    if (slots.has(id)) continue
    const last = Math.max(-1, ...fresh.map((other) => slots.get(other) ?? -1))
    const free = fromTop.find((slot) => slot > last && isFree(slot)) ?? fromTop.find(isFree)
    if (free !== undefined) {
      take(id, free)
      continue
    }
    const evicted = keepsOthers ? undefined : highest(ready)
    if (evicted === undefined) continue
    const slot = slots.get(evicted) ?? 0
    slots.delete(evicted)
    take(id, slot)
  }
  for (const id of ready) {
    if (slots.has(id)) continue
    const free = fromBottom.find(isFree)
    if (free !== undefined) take(id, free)
  }
  const isLeft = (id: string): boolean => !slots.has(id)
  return { slots, rest: { fresh: fresh.filter(isLeft), ready: ready.filter(isLeft) } }
}

/**
 * Moves urgent new orders to the top of the slots that new orders have, the nearest deadline first. Each exchanges its slot
 * with another card; every other card keeps its own.
 * @param fresh new orders by deadline
 */
export function urgentOnTop(slots: RailSlots, fresh: readonly string[], isUrgent: (id: string) => boolean): RailSlots {
  const shown = fresh.filter((id) => slots.has(id))
  const fromTop = shown.map((id) => slots.get(id) ?? 0).toSorted((a, b) => a - b)
  const next = new Map(slots)
  for (const [index, id] of shown.filter(isUrgent).entries()) {
    const wanted = fromTop[index] ?? 0
    const holder = shown.find((other) => next.get(other) === wanted)
    if (holder === undefined || holder === id) continue
    next.set(holder, next.get(id) ?? 0)
    next.set(id, wanted)
  }
  return next
}

/** Gives free slots to orders that wait for space, the oldest first, from the bottom. An order keeps the slot it had before. */
export function assignTemporarySlots(
  before: RailSlots,
  taken: RailSlots,
  waiting: readonly string[],
  count: number,
): RailSlots {
  const used = new Set(taken.values())
  const assigned = new Map<string, number>()
  for (const id of waiting) {
    const slot = before.get(id)
    if (slot === undefined || slot >= count || used.has(slot)) continue
    assigned.set(id, slot)
    used.add(slot)
  }
  const free = Array.from({ length: count }, (_, index) => count - 1 - index).filter((slot) => !used.has(slot))
  for (const id of waiting) {
    if (assigned.has(id)) continue
    const slot = free.shift()
    if (slot === undefined) break
    assigned.set(id, slot)
  }
  return assigned
}

/** Cards in a slot that had another card. A tap there may have been meant for the previous one. */
export const inSlotsOfOthers = (before: RailSlots, now: RailSlots): readonly string[] => {
  const holders = new Map([...before].map(([id, slot]) => [slot, id]))
  return [...now].flatMap(([id, slot]) => ((holders.get(slot) ?? id) === id ? [] : [id]))
}
