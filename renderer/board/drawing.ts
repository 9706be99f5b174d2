import { type GridSpec, type Placements, pageOf } from './slots.ts'

/**
 * Which tickets are drawn with all they say. The others stand in their places as frames with a name: `waiting` for an
 * idle moment, or `aside`, to be drawn when their page comes near.
 */
export type Drawing = {
  readonly drawn: ReadonlySet<string>
  readonly waiting: ReadonlySet<string>
  readonly aside: ReadonlySet<string>
}

export const NOTHING_DRAWN: Drawing = { drawn: new Set(), waiting: new Set(), aside: new Set() }

/** So many that come together are drawn with the next picture; of more than these, only those in sight. */
export const AT_ONCE = 48
/**
 * So many stay drawn, those around the page in sight: each takes about half a megabyte. The others are drawn when their
 * page comes near.
 */
export const MOST_DRAWN = 48

type View = {
  readonly ids: readonly string[]
  readonly placements: Placements
  /** Not measured yet, which takes a drawing. */
  readonly supposed: ReadonlySet<string>
  readonly grid: GridSpec
  readonly page: number
}

/** How many pages a ticket is away from the one in sight; 0 when a part of it lies there. */
function distanceOf(id: string, { placements, grid, page }: View): number {
  const slot = placements[id]
  if (!slot) return Number.POSITIVE_INFINITY
  const last = Math.floor((slot.column + slot.columns - 1) / grid.columns)
  return Math.max(0, pageOf(slot, grid) - page, page - last)
}

/** Lays aside what is drawn beyond the limit, the farthest first; never what lies on this page or the next to it. */
function laidAside(view: View, drawn: ReadonlySet<string>): ReadonlySet<string> {
  if (drawn.size <= MOST_DRAWN) return new Set()
  const far = [...drawn]
    .filter((id) => !view.supposed.has(id) && distanceOf(id, view) > 1)
    .toSorted((a, b) => distanceOf(b, view) - distanceOf(a, view))
  return new Set(far.slice(0, drawn.size - MOST_DRAWN))
}

/** Takes in who has come, forgets who has gone, and draws what has come into sight. The same object when nothing changed. */
export function drawingFor(view: View, before: Drawing): Drawing {
  const isKnown = (id: string): boolean => before.drawn.has(id) || before.waiting.has(id) || before.aside.has(id)
  const fresh = view.ids.filter((id) => !isKnown(id))
  const isRush = fresh.length > AT_ONCE
  const present = new Set(view.ids)
  const hidden = [...before.waiting, ...before.aside, ...(isRush ? fresh : [])]
  const seen = hidden.filter((id) => distanceOf(id, view) === 0)
  const near = [...before.aside].filter((id) => distanceOf(id, view) === 1)
  const known = before.drawn.size + before.waiting.size + before.aside.size
  if (fresh.length + seen.length + near.length === 0 && known === view.ids.length) return before
  const drawn = new Set([...before.drawn, ...(isRush ? [] : fresh), ...seen].filter((id) => present.has(id)))
  const waits = new Set([...before.waiting, ...near, ...(isRush ? fresh : [])])
  const others = hidden.filter((id) => present.has(id) && !drawn.has(id))
  return {
    drawn,
    waiting: new Set(others.filter((id) => waits.has(id))),
    aside: new Set(others.filter((id) => !waits.has(id))),
  }
}

/**
 * Draws so many of those that wait, those near the page in sight first. Once as many are drawn as may be, the far ones
 * wait no longer: their page has to come near.
 */
export function drawingMore(view: View, before: Drawing, count: number): Drawing {
  const waiting = view.ids
    .filter((id) => before.waiting.has(id))
    .map((id) => ({ id, distance: distanceOf(id, view) }))
    .toSorted((a, b) => a.distance - b.distance)
  const near = waiting.filter(({ distance }) => distance <= 1)
  const room = Math.max(near.length, MOST_DRAWN - before.drawn.size)
  const next = waiting.slice(0, Math.min(count, room)).map(({ id }) => id)
  const all = new Set([...before.drawn, ...next])
  const left = laidAside(view, all)
  const stillWaiting = waiting.slice(next.length, room).map(({ id }) => id)
  const tooMany = waiting.slice(Math.max(next.length, room)).map(({ id }) => id)
  return {
    drawn: new Set([...all].filter((id) => !left.has(id))),
    waiting: new Set(stillWaiting),
    aside: new Set([...before.aside, ...left, ...tooMany]),
  }
}
