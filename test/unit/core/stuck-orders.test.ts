import { describe, expect, it } from 'vitest'
import { guardedBodies, openStuckOrders } from '../../../electron/core/stuck-orders.ts'
import { type LeftWork, unmarked } from '../../../electron/liveness/work-mark.ts'
import type { OrderRecord } from '../../../electron/storage/ports.ts'
import { memoryFact } from '../../fixtures/memory-fact.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

type Stored = {
  readonly version: string
  readonly orders: readonly { readonly orderId: string; readonly ends: number }[]
}

function setUp() {
  const stored = memoryFact<Stored>({ version: '', orders: [] })
  const known = new Set(['1', '2'])
  const saved: string[] = []
  /** The next start of the program, after the last run left this. */
  const start = (left: LeftWork | undefined, version = '1.0.0') =>
    openStuckOrders({
      mark: { left, during: unmarked },
      stored,
      cache: {
        save: (orderId, body) => {
          saved.push(`${orderId} ${JSON.stringify(body)}`)
          return ''
        },
        saveEarlier: () => undefined,
      },
      ledger: { order: (orderId) => (known.has(orderId) ? ({ orderId } as OrderRecord) : undefined) },
      version,
      log: createMemoryLog(),
    })
  return { start, known, saved, stored }
}

describe('an order that ended the program', () => {
  it('is stuck after one hang, over restarts, and loses its stored text once', () => {
    const { start, saved } = setUp()
    expect(start({ orderId: '1', isHung: true }).has('1')).toBe(true)
    expect(saved).toEqual(['1 {"id":"1"}'])
    const next = start(undefined)
    expect([next.has('1'), next.has('2')]).toEqual([true, false])
    expect(saved).toHaveLength(1)
  })

  it('is stuck after the second end without a hang', () => {
    const { start } = setUp()
    expect(start({ orderId: '1' }).has('1')).toBe(false)
    expect(start(undefined).has('1')).toBe(false)
    expect(start({ orderId: '1' }).has('1')).toBe(true)
  })

  it('is tried again by another version, and forgotten with its order', () => {
    const { start, known, stored } = setUp()
    start({ orderId: '1', isHung: true })
    start({ orderId: '2', isHung: true })
    known.delete('2')
    expect(start(undefined).has('2')).toBe(false)
    expect(stored.get().orders).toHaveLength(1)
    expect(start(undefined, '1.0.1').has('1')).toBe(false)
  })

  it('is no order when the program hung outside of any, or in one that the ledger does not know', () => {
    const { start, stored } = setUp()
    start({ isHung: true })
    start({ orderId: '9', isHung: true })
    expect(stored.get().orders).toEqual([])
  })

  it('is read for its status alone', async () => {
    const { start } = setUp()
    const stuck = start({ orderId: '1', isHung: true })
    const shapes: unknown[] = []
    const read = guardedBodies(async (text, _type, shape) => {
      shapes.push(shape)
      return { kind: 'json', value: JSON.parse(text) }
    }, stuck)
    const body = JSON.stringify([{ id: '1', status: 'READY', displayId: '☠', items: [{ name: '☠' }] }])
    expect(await read(body, null, 'order', '1')).toEqual({ kind: 'json', value: { id: '1', status: 'READY' } })
    expect(await read('"☠"', null, 'order', '1')).toEqual({ kind: 'json', value: { id: undefined, status: undefined } })
    expect(await read(body, null, 'order', '2')).toMatchObject({ value: [{ displayId: '☠' }] })
    expect(shapes).toEqual([undefined, undefined, 'order'])
  })
})
