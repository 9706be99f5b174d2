import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type GridSpec,
  keyOf,
  type Placements,
  pagesOf,
  placed,
  type Slot,
  type Wanted,
} from '../../../renderer/board/slots.ts'

const gridOf = fc.record({ columns: fc.integer({ min: 1, max: 6 }), rows: fc.integer({ min: 1, max: 2 }) })
const sizeOf = fc.record({ columns: fc.integer({ min: 1, max: 9 }), rows: fc.integer({ min: 1, max: 2 }) })

const cells = (slot: Slot): readonly string[] =>
  Array.from({ length: slot.columns }, (_, column) =>
    Array.from({ length: slot.rows }, (_row, row) => `${slot.column + column}/${slot.row + row}`),
  ).flat()

function expectSound(placements: Placements, grid: GridSpec): void {
  const all = Object.values(placements).flatMap(cells)
  expect(new Set(all).size).toBe(all.length)
  for (const slot of Object.values(placements)) {
    expect(slot.row + slot.rows).toBeLessThanOrEqual(grid.rows)
    if (slot.columns <= grid.columns)
      expect((slot.column % grid.columns) + slot.columns).toBeLessThanOrEqual(grid.columns)
    else expect(slot.column % grid.columns).toBe(0)
    if (slot.columns > 1) expect(slot.rows).toBe(grid.rows)
  }
}

/** What may happen to a board: an order comes, grows or goes. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('come' as const), size: sizeOf }),
  fc.record({ kind: fc.constant('grow' as const), pick: fc.nat(), size: sizeOf }),
  fc.record({ kind: fc.constant('go' as const), pick: fc.nat() }),
)

describe('the places of the board', () => {
  it('stay with their tickets through any hundred changes, and never overlap', () => {
    fc.assert(
      fc.property(gridOf, fc.array(change, { maxLength: 100 }), (grid, changes) => {
        let wanted: readonly Wanted[] = []
        let placements: Placements = {}
        for (const [index, one] of changes.entries()) {
          if (one.kind === 'come') wanted = [...wanted, { id: `order-${index}`, size: one.size }]
          else if (wanted.length > 0) {
            const at = one.pick % wanted.length
            wanted =
              one.kind === 'go'
                ? wanted.toSpliced(at, 1)
                : wanted.map((ticket, place) => (place === at ? { ...ticket, size: one.size } : ticket))
          }
          const next = placed(placements, wanted, grid)
          expect(Object.keys(next).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
          for (const { id } of wanted) {
            const before = placements[id]
            const now = next[id]
            if (!before || !now) continue
            expect([now.column, now.row]).toEqual([before.column, before.row])
            expect(now.columns).toBeGreaterThanOrEqual(before.columns)
            expect(now.rows).toBeGreaterThanOrEqual(before.rows)
          }
          expectSound(next, grid)
          placements = next
        }
      }),
    )
  })

  const grid = { columns: 3, rows: 2 }
  const small = { columns: 1, rows: 1 }
  const tall = { columns: 1, rows: 2 }
  const ids = (...names: readonly string[]): readonly Wanted[] => names.map((id) => ({ id, size: small }))

  it('are filled down the columns, and a freed one by the next that comes', () => {
    const first = placed({}, ids('a', 'b', 'c'), grid)
    expect(Object.values(first).map((slot) => keyOf(slot, grid))).toEqual([1, 2, 3])
    const later = placed(first, ids('a', 'c'), grid)
    expect(later.c).toBe(first.c)
    expect(placed(later, ids('a', 'c', 'd'), grid).d).toEqual(first.b)
  })

  it('keep their identity while nothing changes', () => {
    const first = placed({}, ids('a', 'b'), grid)
    expect(placed(first, ids('b', 'a'), grid)).toBe(first)
  })

  it('grow where nobody stands, wait where somebody does, and take their room when it comes free', () => {
    const first = placed({}, ids('a', 'b'), grid)
    const wanted: readonly Wanted[] = [{ id: 'a', size: tall }, ...ids('b')]
    expect(placed(first, wanted, grid).a).toEqual(first.a)
    expect(placed(first, [{ id: 'a', size: tall }], grid).a).toEqual({ ...tall, column: 0, row: 0 })
  })

  it('begin a ticket that is wider than a page on a page of its own', () => {
    const all = placed({}, [...ids('a'), { id: 'wide', size: { columns: 7, rows: 2 } }, ...ids('b')], grid)
    expect(all.wide).toEqual({ columns: 7, rows: 2, column: 3, row: 0 })
    expect(all.b).toEqual({ ...small, column: 0, row: 1 })
    expect(pagesOf(all, grid)).toBe(4)
  })
})
