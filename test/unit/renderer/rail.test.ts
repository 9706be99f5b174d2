import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignTemporarySlots, railLayout } from '../../../renderer/places/rail.ts'

const ids = (prefix: string) =>
  fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }).map((all) => all.map((id) => `${prefix}${id}`))

describe('the rail', () => {
  it('fills new orders from the top and ready orders from the bottom', () => {
    const { slots, rest } = railLayout(new Map(), { fresh: ['n1', 'n2'], ready: ['r1', 'r2'] }, 6)
    expect([...slots]).toEqual([
      ['n1', 0],
      ['n2', 1],
      ['r1', 5],
      ['r2', 4],
    ])
    expect(rest).toEqual({ fresh: [], ready: [] })
  })

  it('shows new orders before ready ones when it is full', () => {
    const before = railLayout(new Map(), { fresh: ['n1'], ready: ['r1', 'r2', 'r3'] }, 4).slots
    const { slots, rest } = railLayout(before, { fresh: ['n1', 'n2', 'n3'], ready: ['r1', 'r2', 'r3'] }, 4)
    expect(slots.get('n2')).toBe(1)
    expect(slots.get('n3')).toBe(2)
    expect(rest).toEqual({ fresh: [], ready: ['r3', 'r2'].toSorted() })
  })

  it('never gives a slot twice, moves no card that has a slot, and shows a new order before a ready one', () => {
    fc.assert(
      fc.property(ids('n'), ids('r'), ids('n'), ids('r'), fc.integer({ min: 1, max: 8 }), (n1, r1, n2, r2, count) => {
        const first = railLayout(new Map(), { fresh: n1, ready: r1 }, count)
        const second = railLayout(first.slots, { fresh: n2, ready: r2 }, count)
        const taken = [...second.slots.values()]
        expect(new Set(taken).size).toBe(taken.length)
        expect(taken.every((slot) => slot >= 0 && slot < count)).toBe(true)
        for (const id of n2) {
          const slot = first.slots.get(id)
          if (slot !== undefined) expect(second.slots.get(id)).toBe(slot)
        }
        if (second.rest.fresh.length > 0) expect(r2.some((id) => second.slots.has(id))).toBe(false)
        if (second.rest.fresh.length + second.rest.ready.length > 0) expect(taken).toHaveLength(count)
      }),
    )
  })

  it('gives free slots to waiting orders from the bottom, and keeps them in place', () => {
    const { slots } = railLayout(new Map(), { fresh: ['n'], ready: ['r'] }, 5)
    const assigned = assignTemporarySlots(new Map(), slots, ['w1', 'w2', 'w3', 'w4'], 5)
    expect([...assigned]).toEqual([
      ['w1', 3],
      ['w2', 2],
      ['w3', 1],
    ])
    expect(assignTemporarySlots(assigned, slots, ['w2', 'w4'], 5).get('w2')).toBe(2)
  })

  it("takes a waiting order's slot for a new order only when no other slot is free", () => {
    expect(railLayout(new Map(), { fresh: ['n'], ready: [] }, 3, new Set([0])).slots.get('n')).toBe(1)
    expect(railLayout(new Map(), { fresh: ['n'], ready: [] }, 3, new Set([0, 1, 2])).slots.get('n')).toBe(0)
  })
})
