import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrange, type Sizes, type SlotMemory } from '../../../renderer/board/arrangement.ts'
import { boardOfSnapshot, EMPTY_BOARD } from '../../../renderer/store/projection.ts'
import { minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const GRID = { columns: 3, rows: 2 }
const tickets = Array.from({ length: 60 }, (_, index) =>
  ticket(`${index}`, { status: 'PREPARING', createdAt: minutesAgo(60 - index) }),
)
const board = boardOfSnapshot(snapshotOf(tickets), EMPTY_BOARD)
const size = fc.record({ columns: fc.integer({ min: 1, max: 5 }), rows: fc.integer({ min: 1, max: 2 }) })

/** Each call's `memory` goes with what is supposed in it. */
const supposedIn = new WeakMap<SlotMemory, SlotMemory>()

const arranged = (
  sizes: Sizes,
  guesses: Sizes,
  memory: SlotMemory,
  gone: ReadonlySet<string> = new Set(),
  { isSteady = false, page = 0 } = {},
) => {
  const supposedMemory: SlotMemory = supposedIn.get(memory) ?? new Map()
  supposedIn.set(memory, supposedMemory)
  return arrange(
    board,
    sizes,
    {
      filter: 'all',
      grid: GRID,
      isShown: (one) => one !== undefined && !gone.has(one.orderId),
      guess: (id) => guesses[id] ?? { columns: 1, rows: 1 },
      isDrawn: (id) => id in sizes,
      isSteady,
      page,
    },
    memory,
    supposedMemory,
  )
}

const sizesOf = fc.array(size, { minLength: tickets.length, maxLength: tickets.length })
const byId = (sizes: readonly { readonly columns: number; readonly rows: number }[]): Sizes =>
  Object.fromEntries(tickets.map(({ orderId }, index) => [orderId, sizes[index] ?? { columns: 1, rows: 1 }]))

describe('the arrangement of a board that nobody has measured yet', () => {
  it('has a place for every ticket at once, and pages for them', () => {
    const { placements, ids, pages, supposed } = arranged({}, {}, new Map())
    expect(ids).toEqual(tickets.map(({ orderId }) => orderId))
    expect(Object.keys(placements)).toHaveLength(60)
    expect(supposed.size).toBe(60)
    expect(pages).toBe(10)
  })

  it('never moves what has been measured while guesses give way to measures, whatever they are', () => {
    fc.assert(
      fc.property(sizesOf, sizesOf, fc.shuffledSubarray(tickets, { minLength: 60 }), (guesses, sizes, order) => {
        const memory: SlotMemory = new Map()
        const real = byId(sizes)
        let known: Sizes = {}
        let before = arranged(known, byId(guesses), memory)
        const gone = new Set<string>()
        for (const [at, { orderId }] of order.entries()) {
          // Now and then one that has been measured leaves.
          const leaver = order[at - 2]?.orderId
          if (at % 3 === 2 && leaver !== undefined) gone.add(leaver)
          const found = real[orderId]
          if (!found) continue
          known = { ...known, [orderId]: found }
          const now = arranged(known, byId(guesses), memory, gone)
          for (const id of now.ids) {
            if (!before.supposed.has(id)) expect(now.placements[id]).toEqual(before.placements[id])
          }
          expect(now.supposed.has(orderId)).toBe(false)
          before = now
        }
        const cells = Object.values(before.placements).flatMap(({ column, row, columns, rows }) =>
          Array.from(
            { length: columns * rows },
            (_, at) => `${column + (at % columns)}/${row + Math.floor(at / columns)}`,
          ),
        )
        expect(new Set(cells).size).toBe(cells.length)
      }),
      { numRuns: 20 },
    )
  })

  it('is that of a board measured from the beginning, once it is measured in its order, however wrong the guesses', () => {
    fc.assert(
      fc.property(sizesOf, sizesOf, (guesses, sizes) => {
        const memory: SlotMemory = new Map()
        const real = byId(sizes)
        for (let count = 0; count <= tickets.length; count++) {
          arranged(Object.fromEntries(Object.entries(real).slice(0, count)), byId(guesses), memory)
        }
        expect(arranged(real, {}, memory).placements).toEqual(arranged(real, {}, new Map()).placements)
      }),
      { numRuns: 20 },
    )
  })

  it('does not change where the guesses were right, in whatever order its far pages are measured', () => {
    fc.assert(
      fc.property(sizesOf, fc.shuffledSubarray(tickets, { minLength: 60 }), (sizes, order) => {
        const memory: SlotMemory = new Map()
        const real = byId(sizes)
        const first = arranged({}, real, memory)
        let known: Sizes = {}
        for (const { orderId } of order) {
          known = { ...known, [orderId]: real[orderId] ?? { columns: 1, rows: 1 } }
          const now = arranged(known, real, memory, new Set(), { page: 1 })
          expect(now.placements).toEqual(first.placements)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('stays as it is supposed while others leave, and closes its gaps with the next measure', () => {
    const memory: SlotMemory = new Map()
    const before = arranged({}, {}, memory)
    const gone = new Set(['order-0', 'order-7'])
    const steady = arranged({}, {}, memory, gone, { isSteady: true })
    for (const id of steady.ids) expect(steady.placements[id]).toEqual(before.placements[id])
    const closed = arranged({}, {}, memory, gone)
    expect(closed.placements['order-1']).toEqual(before.placements['order-0'])
  })

  it.each([0, 1])('brings nothing onto page %i while it is in sight because something else had to make way', (page) => {
    const memory: SlotMemory = new Map()
    const measured = Object.fromEntries(Object.entries(byId([])).slice(0, 12))
    const before = arranged(measured, {}, memory)
    const gone = new Set([`order-${6 * page}`])
    arranged(measured, {}, memory, gone, { isSteady: true, page })
    const tall = { ...measured, 'order-59': { columns: 1, rows: 2 } }
    const after = arranged(tall, {}, memory, gone, { isSteady: true, page })
    const onPage = ({ placements }: typeof after) =>
      Object.keys(placements).filter((id) => Math.floor((placements[id]?.column ?? -1) / GRID.columns) === page)
    expect(onPage(after)).toEqual(onPage(before).filter((id) => !gone.has(id)))
    expect(Object.keys(after.placements)).toHaveLength(59)
  })

  it('leaves who has come where there was room for it: nobody has to make way', () => {
    const memory: SlotMemory = new Map()
    const measured = Object.fromEntries(Object.entries(byId([])).slice(0, 12))
    const wide = { 'order-59': { columns: 2, rows: 2 } }
    arranged(measured, wide, memory, new Set(['order-59']))
    const gone = new Set(['order-0'])
    const come = arranged(measured, wide, memory, gone, { isSteady: true })
    const seen = arranged({ ...measured, ...wide }, wide, memory, gone, { isSteady: true })
    expect(seen.placements).toEqual(come.placements)
    expect(seen.supposed.has('order-59')).toBe(false)
  })

  it('lets a ticket that is measured far away settle there', () => {
    const memory: SlotMemory = new Map()
    const before = arranged({}, {}, memory)
    const tall = arranged({ 'order-40': { columns: 1, rows: 2 } }, {}, memory, new Set(), { page: 1 })
    expect(tall.placements['order-40']).toEqual({
      column: before.placements['order-40']?.column,
      row: 0,
      columns: 1,
      rows: 2,
    })
    expect(tall.supposed.size).toBe(59)
  })
})
