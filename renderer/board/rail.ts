/** The slot of each card in the rail, counted from the top. */
export type RailSlots = ReadonlyMap<string, number>

export type RailCards = {
  /** Stops and new orders, the most urgent first: they fill the rail from the top. */
  readonly fresh: readonly string[]
  /** Ready orders, the oldest first: they fill it from the bottom. */
  readonly ready: readonly string[]
}

export type RailLayout = {
  readonly slots: RailSlots
  /** Cards without a slot, in order. */
  readonly rest: RailCards
}

/**
 * Gives cards their slots. A card that has one keeps it. A new order takes the first free slot below the last new order,
 * else the first free one, else the slot of the ready order that stands highest: new before ready.
 */
export function railLayout(before: RailSlots, { fresh, ready }: RailCards, count: number): RailLayout {
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
  const isFree = (slot: number): boolean => !taken.has(slot)
  const all = Array.from({ length: count }, (_, slot) => slot)
  for (const id of fresh) {
    if (slots.has(id)) continue
    const last = Math.max(-1, ...fresh.map((other) => slots.get(other) ?? -1))
    const free = all.find((slot) => slot > last && isFree(slot)) ?? all.find(isFree)
    if (free !== undefined) {
      take(id, free)
      continue
    }
    const evicted = ready
      .filter((other) => slots.has(other))
      .toSorted((a, b) => (slots.get(a) ?? 0) - (slots.get(b) ?? 0))[0]
    if (evicted === undefined) continue
    const slot = slots.get(evicted) ?? 0
    slots.delete(evicted)
    take(id, slot)
  }
  for (const id of ready) {
    if (slots.has(id)) continue
    const free = all.findLast(isFree)
    if (free !== undefined) take(id, free)
  }
  const isLeft = (id: string): boolean => !slots.has(id)
  return { slots, rest: { fresh: fresh.filter(isLeft), ready: ready.filter(isLeft) } }
}
