import { beforeEach, expect, it } from 'vitest'
import type { OrderToRead } from '../../../electron/storage/ports.ts'
import { createDueReads } from '../../../electron/sync/due-reads.ts'
import { monotonicMs, platformMs } from '../../../shared/time/time.ts'

let at: number
let firsts: OrderToRead[]
let repeats: OrderToRead[]
let queries: string[]
let due: ReturnType<typeof createDueReads>

const read = (orderId: string): OrderToRead => ({ orderId, generation: 1, wantedSince: 0, attempts: 0, nextReadAt: 0 })
const numbered = (count: number, name: string): OrderToRead[] =>
  Array.from({ length: count }, (_, index) => read(`${name}-${index}`))

beforeEach(() => {
  at = 1_000
  firsts = []
  repeats = []
  queries = []
  const clock = { monotonic: () => monotonicMs(at), platform: () => platformMs(at) }
  due = createDueReads(
    {
      firstReads(_now, limit, from) {
        queries.push(from)
        return (from === 'longest' ? firsts : firsts.toReversed()).slice(0, limit)
      },
      repeatedReads(_now, limit) {
        queries.push('repeated')
        return repeats.slice(0, limit)
      },
    },
    clock,
  )
})

const firstIds = (most: number): readonly string[] =>
  due
    .first(most)
    .slice(0, most)
    .map(({ orderId }) => orderId)

/** Starts the next first read and returns its order. */
function startFirst(): string | undefined {
  const next = due.first(1)[0]?.orderId
  if (next === undefined) return undefined
  due.recordStart(next, 'first')
  firsts = firsts.filter(({ orderId }) => orderId !== next)
  return next
}

it('without a flood the oldest orders of the ledger are read first', () => {
  firsts = numbered(3, 'order')
  expect(firstIds(2)).toEqual(['order-0', 'order-1'])
  firsts = firsts.slice(1)
  expect(firstIds(2)).toEqual(['order-1', 'order-2'])
})

it('in a flood three of four first reads are of the latest orders, and one is of the oldest', () => {
  firsts = numbered(200, 'order')
  expect(Array.from({ length: 8 }, startFirst)).toEqual([
    'order-0',
    'order-199',
    'order-198',
    'order-197',
    'order-1',
    'order-196',
    'order-195',
    'order-194',
  ])
})

it('in a flood one lookup serves for many reads', () => {
  firsts = numbered(200, 'order')
  const started = Array.from({ length: 30 }, startFirst)
  expect(new Set(started).size).toBe(30)
  expect(queries).toEqual(['longest', 'latest', 'longest'])
})

it('in a flood an order that comes later is among the next reads after 100 ms', () => {
  firsts = numbered(200, 'order')
  startFirst()
  firsts.push(read('later'))
  at += 100
  expect(firstIds(2)).toContain('later')
})

it('in a flood one of nine reads is a repeated one', () => {
  firsts = numbered(200, 'order')
  repeats = numbered(5, 'failed')
  const turns = Array.from({ length: 27 }, () => {
    const again = due.repeated(1)[0]?.orderId
    if (again === undefined) return startFirst()
    due.recordStart(again, 'repeated')
    return again
  })
  expect(turns.filter((orderId) => orderId?.startsWith('failed'))).toHaveLength(3)
  expect(turns[0]).toBe('failed-0')
})

it('without a flood repeated reads have no such limit', () => {
  repeats = numbered(2, 'failed')
  due.recordStart('other', 'repeated')
  expect(due.repeated(2)).toHaveLength(2)
})

it('a flood is over a second after fewer reads are due', () => {
  firsts = numbered(200, 'order')
  due.first(1)
  firsts = numbered(49, 'order')
  at += 1_000
  expect(firstIds(2)).toEqual(['order-0', 'order-1'])
})
