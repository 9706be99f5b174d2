import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsOfOrder } from '../../../renderer/counter/order-rows.ts'
import {
  type ListSizes,
  placesAfter,
  type SteadyPlaces,
  settledPlaces,
} from '../../../renderer/counter/steady-places.ts'
import { bagRows } from '../../../shared/ticket/bag-check.ts'
import { kitchenWordsOf } from '../../../shared/ticket/kitchen-words.ts'
import { line, ticket } from '../../fixtures/board-harness/tickets.ts'

const sizes = (columns: number, rows: Readonly<Record<string, number>> = {}): ListSizes => ({
  columns,
  rowsOf: (id) => rows[id] ?? 1,
  heightOf: (id) => 10 * (rows[id] ?? 1),
})
/** The orders of each column from the top; `-`: the room of one that has left. */
const columnsOf = (places: SteadyPlaces): readonly string[] =>
  [...Map.groupBy(places, ({ column }) => column)]
    .toSorted(([a], [b]) => a - b)
    .map(([, own]) => own.map(({ id }) => id ?? '-').join(''))
const calm = { isFull: false, isUrgent: () => false }

describe('the places at the counter, after a change', () => {
  it('are in the shortest column, the first of them from the left', () => {
    const places = placesAfter([], ['a', 'b', 'c', 'd', 'e'], sizes(3, { a: 9, b: 2, c: 4, d: 3, e: 1 }))
    expect(columnsOf(places)).toEqual(['a', 'bd', 'ce'])
  })

  it('keep the height of an order that has left, which the next one takes if it fits', () => {
    const before = placesAfter([], ['a', 'b', 'c'], sizes(2, { a: 5 }))
    const left = placesAfter(before, ['b', 'c'], sizes(2, { a: 5 }))
    expect([columnsOf(left), left[0]?.kept]).toEqual([['-', 'bc'], 50])
    const higher = placesAfter(left, ['b', 'c', 'd'], sizes(2, { d: 6 }))
    expect(columnsOf(higher)).toEqual(['-', 'bcd'])
    const lower = placesAfter(left, ['b', 'c', 'd'], sizes(2, { d: 5 }))
    expect([columnsOf(lower), lower[0]?.kept]).toEqual([['d', 'bc'], 50])
  })

  it('are the same object when nothing has changed', () => {
    const places = placesAfter([], ['a', 'b'], sizes(2))
    expect(placesAfter(places, ['b', 'a'], sizes(2))).toBe(places)
  })

  it('move no order, for any changes', () => {
    const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'))
    const own = sizes(3, { a: 3, c: 7, f: 2 })
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 12 }), (changes) => {
        let places: SteadyPlaces = []
        for (const present of changes) {
          const next = placesAfter(places, present, own)
          expect(next.flatMap(({ id }) => id ?? []).toSorted()).toEqual(present.toSorted())
          for (const [at, { id, column }] of places.entries()) {
            expect(next[at]?.column).toBe(column)
            if (id !== undefined && present.includes(id)) expect(next[at]?.id).toBe(id)
          }
          places = next
        }
      }),
    )
  })
})

describe('the places at the counter, after a time without a touch', () => {
  const before = placesAfter([], ['a', 'b', 'c', 'd', 'e'], sizes(2))

  it('close their gaps, and each order stays in its column', () => {
    const left = placesAfter(before, ['c', 'd', 'e'], sizes(2))
    expect(columnsOf(left)).toEqual(['-ce', '-d'])
    expect(columnsOf(settledPlaces(left, { ...sizes(2), ...calm, ids: ['c', 'd', 'e'] }))).toEqual(['ce', 'd'])
  })

  it('have no empty column beside orders', () => {
    const left = placesAfter(placesAfter([], ['a', 'b', 'c'], sizes(3)), ['b', 'c'], sizes(3))
    expect(settledPlaces(left, { ...sizes(3), ...calm, ids: ['b', 'c'] }).map(({ column }) => column)).toEqual([0, 1])
    const last = placesAfter(placesAfter([], ['a', 'b', 'c'], sizes(3)), ['a', 'b'], sizes(3))
    expect(settledPlaces(last, { ...sizes(3), ...calm, ids: ['a', 'b'] }).map(({ column }) => column)).toEqual([0, 1])
  })

  it('forget the height that an order kept which has left', () => {
    const left = placesAfter(before, ['b', 'c', 'd', 'e'], sizes(2))
    const taken = placesAfter(left, ['b', 'c', 'd', 'e', 'f'], sizes(2))
    expect(taken[0]).toMatchObject({ id: 'f', kept: 10 })
    expect(settledPlaces(taken, { ...sizes(2), ...calm, ids: ['b', 'c', 'd', 'e', 'f'] })[0]?.kept).toBe(0)
  })

  it('have urgent orders first, and no other order moves except for the exchange', () => {
    const settlement = {
      ...sizes(2),
      ids: ['e', 'a', 'b', 'c', 'd'],
      isFull: false,
      isUrgent: (id: string) => id === 'e',
    }
    const settled = settledPlaces(before, settlement)
    expect(columnsOf(settled)).toEqual(['eca', 'bd'])
    expect(settledPlaces(settled, settlement)).toBe(settled)
  })

  it('are filled anew where orders were out of sight and one has left', () => {
    const tall = sizes(2, { b: 4 })
    const full = placesAfter([], ['a', 'b', 'c', 'd', 'e'], tall)
    expect(columnsOf(full)).toEqual(['acde', 'b'])
    const left = placesAfter(full, ['a', 'c', 'd', 'e'], tall)
    const settled = settledPlaces(left, { ...tall, ...calm, ids: ['a', 'c', 'd', 'e'], isFull: true })
    expect(columnsOf(settled)).toEqual(['ad', 'ce'])
    expect(settledPlaces(settled, { ...tall, ...calm, ids: ['a', 'c', 'd', 'e'], isFull: true })).toBe(settled)
  })
})

it('an order with more text is estimated higher', () => {
  const words = kitchenWordsOf()
  const rows = (lines: number) => {
    const order = ticket('1', { lines: Array.from({ length: lines }, (_, at) => line(`Prato ${at}`)) })
    return rowsOfOrder(order, bagRows(order, words))
  }
  expect(rows(9) - rows(1)).toBe(8)
})
