import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tapViewOf, ticketSourceOf } from '../../../electron/core/ticket-source.ts'
import type { Ledger, OrderCache, OrderRecord, TapState } from '../../../electron/storage/ports.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { tapOf } from '../../fixtures/tap.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'

const BODY = {
  id: 'order-1',
  displayId: '4821',
  status: 'CREATED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ id: 'i1', name: 'Pastel', quantity: 1 }],
}

describe('a tap as the screen shows it', () => {
  it.each([
    ['held', 'held'],
    ['queued', 'queued'],
    ['sending', 'queued'],
    ['sent', 'sent'],
    ['disputed', 'sent'],
    ['confirmed', 'confirmed'],
    ['concluded', 'concluded'],
    ['conflict', 'conflict'],
  ] as const satisfies readonly (readonly [TapState, string])[])('%s is shown as %s', (state, truth) => {
    const tap = tapOf({ state, tappedAt: 100, holdUntil: 5_100, reason: 'rejected', detail: 'Loja fechada' })
    expect(tapViewOf(tap)).toEqual({
      tapId: 'tap-1',
      action: 'confirm',
      truth,
      tappedAt: 100,
      holdUntil: state === 'held' ? 5_100 : undefined,
      reason: 'rejected',
      detail: state === 'conflict' ? 'Loja fechada' : undefined,
    })
  })

  it('that was undone is not shown', () => {
    expect(tapViewOf(tapOf({ state: 'undone' }))).toBeUndefined()
  })
})

describe('the data of a card', () => {
  let databases: MemoryDatabases
  let ledger: Ledger
  let cache: OrderCache
  beforeEach(() => {
    databases = createMemoryDatabases()
    ;({ ledger, cache } = databases.open())
    ledger.markToRead(['order-1'], 500)
  })
  afterEach(() => databases.close())

  const source = (change: Partial<OrderRecord> = {}) => {
    const record = ledger.order('order-1')
    if (!record) throw new Error('the order is not in the ledger')
    return ticketSourceOf({ ...record, ...change }, ledger, parseOrder(cache.body('order-1')), { isRecalled: false })
  }

  it('contain the actions of staff, and no tap that was undone', () => {
    ledger.addTap({ tapId: 't1', orderId: 'order-1', action: 'confirm', args: {}, tappedAt: 600, holdUntil: 900 })
    expect(source()).toMatchObject({ taps: [{ tapId: 't1' }], cancellationAcknowledged: false, startedByHand: false })
    ledger.undoTap('t1', 650)
    expect(source({ cancellationAcknowledgedAt: 0, startedByHandAt: 0 })).toMatchObject({
      taps: [],
      cancellationAcknowledged: true,
      startedByHand: true,
    })
  })

  it('contain the body as it was read, with the last read status', () => {
    cache.save('order-1', BODY, 500)
    expect(source().reading).toMatchObject({ kind: 'read', order: { displayId: '4821' } })
    expect(source({ status: 'READY' }).reading).toMatchObject({ kind: 'read', order: { status: 'READY' } })
  })

  it('contain what is known of an order that cannot be read', () => {
    expect(source({ problem: 'not an order' }).reading).toEqual({ kind: 'unreadable', status: '' })
    expect(source({ problem: 'not an order', status: 'CONFIRMED' }).reading).toEqual({
      kind: 'unreadable',
      status: 'CONFIRMED',
    })
  })

  it.each(['CONCLUDED', 'DELIVERED', 'CANCELLED'])('do not promise the body of an order that is %s', (status) => {
    expect(source().reading).toEqual({ kind: 'loading' })
    expect(source({ status: 'CONFIRMED' }).reading).toEqual({ kind: 'loading' })
    expect(source({ status }).reading).toEqual({ kind: 'unreadable', status })
  })
})
