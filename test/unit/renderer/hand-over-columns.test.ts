import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columnsAfter, NO_COLUMNS, rowsOfOrder } from '../../../renderer/counter/hand-over-columns.ts'
import { bagRows } from '../../../shared/ticket/bag-check.ts'
import { kitchenWordsOf } from '../../../shared/ticket/kitchen-words.ts'
import { line, ticket } from '../../fixtures/board-harness/tickets.ts'

const rowsBy = (heights: Readonly<Record<string, number>>) => (id: string) => heights[id] ?? 1

it('the next order stands in the shortest column, the first of them from the left', () => {
  const { at } = columnsAfter(NO_COLUMNS, 3, ['a', 'b', 'c', 'd', 'e'], rowsBy({ a: 9, b: 2, c: 4, d: 3, e: 1 }))
  expect(at).toEqual([0, 1, 2, 1, 2])
})

it('an order that leaves frees its place, and the next one takes its column', () => {
  const first = columnsAfter(NO_COLUMNS, 2, ['a', 'b', 'c'], rowsBy({ a: 5 }))
  const left = columnsAfter(first, 2, ['a', undefined, 'c'], rowsBy({ a: 5 }))
  expect(left.at).toEqual(first.at)
  expect(columnsAfter(left, 2, ['a', 'new', 'c'], rowsBy({ a: 5, new: 20 })).at).toEqual(first.at)
})

it('no order that keeps its place changes its column, for any changes', () => {
  const ids = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 })
  fc.assert(
    fc.property(ids, fc.array(fc.nat({ max: 5 }), { maxLength: 8 }), (start, leaving) => {
      let columns = columnsAfter(NO_COLUMNS, 3, start, rowsBy({ a: 3, c: 7 }))
      for (const place of leaving) {
        const places = columns.places.map((id, at) => (at === place ? undefined : id))
        const next = columnsAfter(columns, 3, places, rowsBy({ a: 3, c: 7 }))
        expect(next.at).toEqual(columns.at)
        columns = next
      }
    }),
  )
})

it('the columns are filled anew when there is another number of them, or an order moves', () => {
  const before = columnsAfter(NO_COLUMNS, 2, ['a', 'b', 'c'], rowsBy({ a: 4 }))
  expect(before.at).toEqual([0, 1, 1])
  expect(columnsAfter(before, 3, before.places, rowsBy({})).at).toEqual([0, 1, 2])
  expect(columnsAfter(before, 2, ['c', 'a', 'b'], rowsBy({ c: 9 })).at).toEqual([0, 1, 1])
})

it('an order with more text is estimated higher', () => {
  const words = kitchenWordsOf()
  const rows = (lines: number) => {
    const order = ticket('1', { lines: Array.from({ length: lines }, (_, at) => line(`Prato ${at}`)) })
    return rowsOfOrder(order, bagRows(order, words))
  }
  expect(rows(9) - rows(1)).toBe(8)
})
