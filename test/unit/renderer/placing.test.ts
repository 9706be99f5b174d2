import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  closeUp,
  inReadingOrder,
  type PageGrid,
  type Place,
  type Places,
  pagesOf,
  placeTickets,
  type TicketToPlace,
} from '../../../renderer/places/placing.ts'

const GRID: PageGrid = { columns: 4, height: 660, gap: 5 }
const firstPageFixed = (page: number): boolean => page === 0

const wantedOf = (
  entries: readonly (readonly [id: string, height: number, columns?: number])[],
): readonly TicketToPlace[] => entries.map(([id, height, columns = 1]) => ({ id, size: { columns, height } }))

const someWanted = fc
  .uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 80, max: 900 }), fc.constantFrom(1, 1, 1, 2, 3)),
    {
      selector: ([id]) => id,
      maxLength: 30,
    },
  )
  .map((entries) => wantedOf(entries.map(([id, height, columns]) => [`o${id}`, height, columns] as const)))

const meets = (a: Place, b: Place): boolean =>
  a.page === b.page &&
  a.column < b.column + b.columns &&
  b.column < a.column + a.columns &&
  a.y < b.y + b.height + GRID.gap &&
  b.y < a.y + a.height + GRID.gap

function expectSound(places: Places): void {
  const all = [...places.values()]
  for (const place of all) {
    expect(place.y).toBeGreaterThanOrEqual(0)
    expect(place.y + place.height).toBeLessThanOrEqual(GRID.height)
    expect(place.column + place.columns).toBeLessThanOrEqual(GRID.columns)
  }
  for (const [index, a] of all.entries()) for (const b of all.slice(index + 1)) expect(meets(a, b)).toBe(false)
}

/** Whether a ticket would fit anywhere on a page, tested at every edge. */
function fitsOn(page: number, { size }: TicketToPlace, places: Places): boolean {
  const standing = [...places.values()]
  const height = Math.min(size.height, GRID.height)
  const edges = [
    0,
    ...standing.filter((place) => place.page === page).map((place) => place.y + place.height + GRID.gap),
  ]
  return edges.some((y) =>
    Array.from({ length: GRID.columns - size.columns + 1 }, (_, column) => column).some((column) => {
      const place = { page, column, columns: size.columns, y, height }
      return y + height <= GRID.height && !standing.some((other) => meets(place, other))
    }),
  )
}

describe('placing tickets', () => {
  it('gives every ticket a place without overlap inside its page, and the same result twice', () => {
    fc.assert(
      fc.property(someWanted, (wanted) => {
        const places = placeTickets(new Map(), wanted, GRID, firstPageFixed)
        expect([...places.keys()].toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
        expectSound(places)
        expect(placeTickets(new Map(), wanted, GRID, firstPageFixed)).toEqual(places)
      }),
    )
  })

  it('keeps every corner on the first page while tickets come, leave and change their size', () => {
    fc.assert(
      fc.property(someWanted, someWanted, (before, after) => {
        const first = placeTickets(new Map(), before, GRID, firstPageFixed)
        const second = placeTickets(first, after, GRID, firstPageFixed)
        expectSound(second)
        for (const { id } of after) {
          const [was, is] = [first.get(id), second.get(id)]
          if (was?.page !== 0) continue
          expect([is?.page, is?.column, is?.y]).toEqual([0, was.column, was.y])
        }
      }),
    )
  })

  it('leaves no gap on the first page that an order of the queue would fit', () => {
    fc.assert(
      fc.property(someWanted, someWanted, (before, after) => {
        const first = placeTickets(new Map(), before, GRID, firstPageFixed)
        const second = placeTickets(first, after, GRID, firstPageFixed)
        for (const wanted of after) {
          if (second.get(wanted.id)?.page !== 0) expect(fitsOn(0, wanted, second)).toBe(false)
        }
      }),
    )
  })

  it('keeps the identity of what did not change', () => {
    const wanted = wantedOf([
      ['a', 200],
      ['b', 300],
    ])
    const first = placeTickets(new Map(), wanted, GRID, firstPageFixed)
    const second = placeTickets(first, [...wanted, ...wantedOf([['c', 100]])], GRID, firstPageFixed)
    expect(second.get('a')).toBe(first.get('a'))
  })

  it('fills columns from the left and each from the top', () => {
    const places = placeTickets(
      new Map(),
      wantedOf([
        ['a', 400],
        ['b', 300],
        ['c', 200],
        ['d', 100],
      ]),
      GRID,
      firstPageFixed,
    )
    expect(inReadingOrder(places)).toEqual(['a', 'c', 'b', 'd'])
    expect(places.get('c')).toMatchObject({ page: 0, column: 0, y: 405 })
    expect(places.get('d')).toMatchObject({ page: 0, column: 1, y: 305 })
  })

  it('lets a ticket grow only into the free room below it', () => {
    const first = placeTickets(
      new Map(),
      wantedOf([
        ['a', 200],
        ['b', 200],
      ]),
      GRID,
      firstPageFixed,
    )
    const grown = placeTickets(
      first,
      wantedOf([
        ['a', 300],
        ['b', 600],
      ]),
      GRID,
      firstPageFixed,
    )
    expect(grown.get('a')?.height).toBe(200)
    expect(grown.get('b')).toMatchObject({ y: 205, height: 455 })
  })

  it('respects the first and the last page of a ticket', () => {
    const wanted: readonly TicketToPlace[] = [
      { id: 'later', size: { columns: 1, height: 100 }, firstPage: 2 },
      ...wantedOf([
        ['a', 660, 3],
        ['b', 660, 3],
      ]),
      { id: 'card', size: { columns: 4, height: 660 }, lastPage: 0 },
    ]
    const places = placeTickets(new Map(), wanted, GRID, firstPageFixed)
    expect(places.get('later')?.page).toBe(2)
    expect(places.has('card')).toBe(false)
    expect(pagesOf(places)).toBe(3)
  })
})

describe('closing up a column', () => {
  const placesOf = (entries: readonly (readonly [id: string, column: number, y: number, height: number])[]): Places =>
    new Map(entries.map(([id, column, y, height]) => [id, { page: 0, column, columns: 1, y, height }] as const))

  it('moves as few tickets as make room, in one column', () => {
    const places = placesOf([
      ['a', 0, 60, 200],
      ['b', 0, 350, 200],
      ['c', 1, 0, 300],
      ['d', 1, 400, 150],
      ['e', 2, 0, 600],
      ['f', 3, 0, 600],
    ])
    const closed = closeUp(places, { columns: 1, height: 200 }, GRID)
    expect(closed?.moved).toEqual(['d'])
    expect(closed?.places.get('d')?.y).toBe(305)
    expect(closed?.places.get('a')).toBe(places.get('a'))
  })

  it('does nothing when no column has enough free room', () => {
    const places = placesOf([
      ['a', 0, 0, 600],
      ['b', 1, 0, 600],
      ['c', 2, 0, 600],
      ['d', 3, 20, 600],
    ])
    expect(closeUp(places, { columns: 1, height: 100 }, GRID)).toBeUndefined()
  })

  it('makes room for the ticket that needs it, without an overlap', () => {
    fc.assert(
      fc.property(someWanted, fc.integer({ min: 80, max: 500 }), fc.nat(5), (wanted, height, gone) => {
        const first = placeTickets(new Map(), wanted, GRID, firstPageFixed)
        const onFirst = new Map([...first].filter(([, { page }], index) => page === 0 && index % 6 !== gone))
        const closed = closeUp(onFirst, { columns: 1, height }, GRID)
        if (!closed) return
        expectSound(closed.places)
        expect(fitsOn(0, { id: 'new', size: { columns: 1, height } }, closed.places)).toBe(true)
      }),
    )
  })
})
