import {
  closeUp,
  overlaps,
  type PageGrid,
  type Place,
  type Places,
  placeTickets,
  samePlace,
  type TicketToPlace,
} from './placing.ts'
import type { RailCards } from './rail.ts'

/** Closes the gaps of the first page column by column, as long as this makes a ticket that is out of sight fit. */
export function closeGaps(
  places: Places,
  waiting: readonly TicketToPlace[],
  grid: PageGrid,
  place: (before: Places) => Places,
): { readonly places: Places; readonly moved: readonly string[] } {
  let now = places
  const moved: string[] = []
  // No column has space for a ticket of this height, so a ticket that is at least as high is skipped.
  let tooHigh = Number.POSITIVE_INFINITY
  for (const { id, size } of waiting) {
    if (size.height >= tooHigh || now.get(id)?.page === 0) continue
    const closed = closeUp(now, size, grid)
    if (!closed) {
      if (size.columns === 1) tooHigh = size.height
      continue
    }
    now = place(closed.places)
    moved.push(...closed.moved)
    tooHigh = Number.POSITIVE_INFINITY
  }
  return { places: now, moved }
}

/** Places waiting orders as cards in the free space of the first page, oldest first. A card that still fits stays. */
export function cardsInGaps(
  places: Places,
  before: Places,
  waiting: readonly string[],
  grid: PageGrid & { readonly card: number },
): Places {
  const taken = [...places].filter(([id, { page }]) => page === 0 && !waiting.includes(id))
  const isFree = (card: Place): boolean => taken.every(([, other]) => !overlaps(card, other, grid.gap))
  const stayed = [...before].filter(([id, card]) => waiting.includes(id) && isFree(card))
  const card = { columns: 1, height: grid.card }
  const wanted: readonly TicketToPlace[] = [
    ...taken.map(([id, { columns, height }]) => ({ id, size: { columns, height } })),
    ...waiting.map((id) => ({ id, size: card, lastPage: 0 })),
  ]
  const next = placeTickets(new Map([...taken, ...stayed]), wanted, grid, (page) => page === 0)
  return new Map([...next].filter(([id]) => waiting.includes(id)))
}

/**
 * Cards of the first page that moved, and tickets that took the place of one. A tap there may have been meant for the
 * previous ticket.
 */
export function movedAroundCards(
  before: { readonly places: Places; readonly cards: ReadonlySet<string> },
  places: Places,
): readonly string[] {
  const left = [...before.places].filter(([id, stood]) => {
    const now = places.get(id)
    return before.cards.has(id) && stood.page === 0 && !(now && samePlace(now, stood))
  })
  const movedCards = left.flatMap(([id]) => (places.has(id) ? [id] : []))
  const intruders = [...places].flatMap(([id, place]) => {
    const isNew = before.places.get(id)?.page !== 0
    return place.page === 0 && isNew && left.some(([, card]) => overlaps(place, card, 0)) ? [id] : []
  })
  return [...movedCards, ...intruders]
}

/**
 * New orders come before ready ones: a new order without space takes that of a ready one, the youngest first. The other ready
 * orders keep theirs, unless the new orders still do not fit.
 */
export function makeRoom(
  placed: Places,
  known: Places,
  { fresh, ready }: RailCards,
  place: (from: Places) => Places,
): Places {
  const hidden = (places: Places): number => fresh.filter((id) => !places.has(id)).length
  const missing = hidden(placed)
  if (missing === 0) return placed
  const knownReady = ready.filter((id) => known.has(id))
  const without = (some: readonly string[]): Places => place(new Map([...known].filter(([id]) => !some.includes(id))))
  const next = without(knownReady.slice(-missing))
  return knownReady.length <= missing || hidden(next) === 0 ? next : without(knownReady)
}
