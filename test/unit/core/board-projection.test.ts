import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Board, createBoard } from '../../../electron/core/board.ts'
import { createProjection, type Projection } from '../../../electron/core/board-projection.ts'
import { createMerchants } from '../../../electron/core/merchant-labels.ts'
import { createParsedOrders } from '../../../electron/core/parsed-orders.ts'
import type { Ledger, OrderCache } from '../../../electron/storage/ports.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, type VirtualClock } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'
import { bodyOf } from './test-core.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let clock: VirtualClock
let databases: MemoryDatabases
let ledger: Ledger
let cache: OrderCache
let board: Board
let projection: Projection

beforeEach(() => {
  clock = createVirtualClock()
  databases = createMemoryDatabases()
  ;({ ledger, cache } = databases.open())
  board = createBoard()
  projection = createProjection({
    ledger,
    orders: createParsedOrders(cache),
    board,
    clock,
    settings: () => ({ ...DEFAULT_SETTINGS, doneLaneMinutes: 1 }),
    log: createMemoryLog(),
  })
})
afterEach(() => databases.close())

const now = () => clock.now()
/** Puts these tickets on the board, regardless of the databases. */
const onBoard = (...tickets: readonly Ticket[]): void =>
  board.update(new Map(tickets.map((each) => [each.orderId, each])))
const read = (orderId: string, status: string): void => {
  cache.save(orderId, bodyOf(status, { id: orderId }), clock.now())
  ledger.recordRead({ orderId, generation: undefined, status, at: clock.now(), readAt: clock.now(), settlements: [] })
}

describe('the changes that only time causes', () => {
  it('contain an unread order once, when it begins to ring after ten seconds', () => {
    const unread = (orderId: string, ageMs: number, more: Partial<Ticket> = {}) =>
      ticket(orderId, { orderId, reading: 'loading', createdAt: now() - ageMs, ...more })
    onBoard(
      unread('old', 10 * SECOND),
      unread('young', 10 * SECOND - 1),
      unread('calling', MINUTE, { alarm: 'new' }),
      ticket('read', { orderId: 'read', createdAt: now() - MINUTE }),
    )
    expect(projection.changedByTime()).toEqual(['old'])
  })

  it('contain an order once, in its last two minutes to be accepted', () => {
    const waiting = (orderId: string, leftMs: number, more: Partial<Ticket> = {}) =>
      ticket(orderId, { orderId, lane: 'scheduled', startAt: now() + MINUTE, confirmBy: now() + leftMs, ...more })
    onBoard(
      waiting('last', 2 * MINUTE),
      waiting('time', 2 * MINUTE + 1),
      waiting('calling', MINUTE, { alarm: 'new' }),
      waiting('silenced', MINUTE, { lane: 'new' }),
      ticket('accepted', { orderId: 'accepted', status: 'CONFIRMED', lane: 'scheduled', startAt: now() + MINUTE }),
    )
    expect(projection.changedByTime()).toEqual(['last', 'silenced'])
    expect(projection.changedByTime()).toEqual([])
  })

  it('contain a waiting order when its start has come', () => {
    const waiting = (orderId: string, more: Partial<Ticket>) =>
      ticket(orderId, { orderId, status: 'CONFIRMED', lane: 'scheduled', ...more })
    onBoard(
      waiting('come', { startAt: now() }),
      waiting('coming', { startAt: now() + 1 }),
      waiting('on demand', {}),
      waiting('begun', { startAt: now() - MINUTE, lane: 'preparing' }),
    )
    expect(projection.changedByTime()).toEqual(['come'])
  })

  it('contain a finished order after its time in the last lane, until it is off the board', async () => {
    read('done', 'DELIVERED')
    read('stopped', 'CANCELLED')
    read('open', 'CREATED')
    projection.refresh(projection.orderIds())
    await clock.advance(MINUTE)
    expect(projection.changedByTime()).toEqual([])
    projection.refresh(['done'])
    expect(board.ticket('done')).toBeDefined()
    await clock.advance(1)
    expect(projection.changedByTime()).toEqual(['done'])
    projection.refresh(['done'])
    expect(board.ticket('done')).toBeUndefined()
    expect(projection.changedByTime()).toEqual([])
  })

  it('do not contain a finished order that was opened again or put back', async () => {
    read('reopened', 'DELIVERED')
    read('recalled', 'DELIVERED')
    projection.refresh(projection.orderIds())
    read('reopened', 'READY')
    ledger.recallOrder('recalled', true, clock.now())
    projection.recallChanged()
    projection.refresh(['reopened', 'recalled'])
    await clock.advance(2 * MINUTE)
    expect(projection.changedByTime()).toEqual([])
    projection.refresh(['reopened', 'recalled'])
    expect([board.ticket('reopened'), board.ticket('recalled')]).not.toContain(undefined)
  })
})

describe('the board', () => {
  it('has no ticket of an unknown order', () => {
    projection.refresh(['unheard-of'])
    expect(board.tickets()).toEqual([])
  })

  it('has the open orders, the recently finished ones and those that were put back', async () => {
    read('old', 'DELIVERED')
    read('recalled', 'DELIVERED')
    read('stopped', 'CANCELLED')
    await clock.advance(2 * MINUTE)
    read('late', 'DELIVERED')
    read('open', 'READY')
    ledger.recallOrder('recalled', true, clock.now())
    projection.recallChanged()
    expect([...projection.orderIds()].toSorted()).toEqual(['late', 'open', 'recalled', 'stopped'])
  })
})

describe('the label of an establishment', () => {
  it('is its name when no other establishment has this name', () => {
    const merchants = createMerchants()
    expect(merchants.record({ id: 'm-1', name: 'Cantina' })).toBe(false)
    expect(merchants.record({ id: 'm-2', name: 'Forno' })).toBe(false)
    expect(merchants.label({ id: 'm-1', name: 'Cantina' })).toBe('Cantina')
  })

  it('contains the code, or the end of the id, if two have the same name', () => {
    const merchants = createMerchants()
    merchants.record({ id: 'm-1', name: 'Cantina' })
    expect(merchants.record({ id: 'm-2', name: 'cantina ' })).toBe(true)
    expect(merchants.label({ id: 'm-1', name: 'Cantina' })).toBe('Cantina · m-1')
    expect(merchants.label({ id: 'm-2', name: 'cantina ' })).toBe('cantina · m-2')
    merchants.record({ id: 'm-3', name: 'Cantina', externalCode: 'SP-03' })
    expect(merchants.label({ id: 'm-3', name: 'Cantina', externalCode: 'SP-03' })).toBe('Cantina · SP-03')
  })

  it('is drawn again on the tickets of the first one when a second one has the same name', () => {
    const labels = () => board.tickets().map(({ orderId, merchantName }) => [orderId, merchantName])
    for (const id of ['m-1', 'm-2']) {
      cache.save(id, { ...bodyOf('CREATED', { id }), merchant: { id, name: 'Cantina' } }, now())
      ledger.recordRead({
        orderId: id,
        generation: undefined,
        status: 'CREATED',
        at: now(),
        readAt: now(),
        settlements: [],
      })
      projection.refresh([id])
    }
    expect(labels()).toEqual([
      ['m-1', 'Cantina · m-1'],
      ['m-2', 'Cantina · m-2'],
    ])
  })

  it('contains the whole id if the ends are equal', () => {
    const merchants = createMerchants()
    merchants.record({ id: 'north-12345678', name: 'Cantina' })
    merchants.record({ id: 'south-12345678', name: 'Cantina' })
    expect(merchants.label({ id: 'south-12345678', name: 'Cantina' })).toBe('Cantina · south-12345678')
  })

  it('is the code or the id without a name', () => {
    const merchants = createMerchants()
    expect(merchants.label({ id: 'm-1' })).toBe('m-1')
    expect(merchants.label({ id: 'm-1', name: ' ', externalCode: 'SP' })).toBe('SP')
    expect(merchants.label(undefined)).toBeUndefined()
  })

  it.each(['constructor', '__proto__', 'toString'])('treats %s as an ordinary name and id', (word) => {
    const merchants = createMerchants()
    merchants.record({ id: word, name: word })
    expect(merchants.label({ id: word, name: word })).toBe(word)
    merchants.record({ id: 'm-2', name: word })
    expect(merchants.label({ id: word, name: word })).toBe(`${word} · ${word.slice(-8)}`)
  })
})
