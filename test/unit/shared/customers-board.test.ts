import { describe, expect, it } from 'vitest'
import { customersBoardOf, seenReady } from '../../../shared/ticket/customers-board.ts'
import { ticket as anyTicket, tap } from '../../fixtures/board-harness/tickets.ts'

const ticket: typeof anyTicket = (displayId, more) => anyTicket(displayId, { orderType: 'TAKEOUT', ...more })
const order = (displayId: string, more: Parameters<typeof ticket>[1] = {}) =>
  ticket(displayId, { createdAt: Number(displayId), ...more })

describe("the customers' board", () => {
  it('has accepted orders in one column and ready ones in the other, the oldest first', () => {
    const orders = [
      order('9', { status: 'READY' }),
      order('4', { status: 'PREPARING' }),
      order('3', { status: 'CONFIRMED' }),
      order('2', { status: 'READY' }),
      order('1'),
      order('8', { status: 'IN_DELIVERY' }),
      order('7', { status: 'PREPARING', orderType: 'DELIVERY' }),
      order('6', { status: 'READY', orderType: 'INDOOR' }),
    ]
    expect(customersBoardOf(orders)).toEqual({ preparing: ['3', '4'], ready: ['2', '6', '9'] })
  })

  it('shows no order that is cancelled, recalled or not read yet', () => {
    const cancelled = { at: 1, acknowledged: false }
    const orders = [
      order('1', { status: 'READY', cancelled }),
      order('2', { status: 'READY', lane: 'preparing', recalled: true }),
      order('3', { status: 'READY', reading: 'unreadable' }),
      order('4', { status: 'READY', cancellationAnnounced: true }),
    ]
    expect(customersBoardOf(orders)).toEqual({ preparing: [], ready: [] })
  })

  it('does not announce an order while "ready" can still be undone', () => {
    const held = order('7', { status: 'PREPARING', lane: 'ready', tap: tap('held', { action: 'ready-for-pickup' }) })
    expect(customersBoardOf([held])).toEqual({ preparing: ['7'], ready: [] })
    const handedOver = order('8', { status: 'READY', lane: 'done', tap: tap('held', { action: 'delivered' }) })
    const unknown = order('9', {
      status: 'ON_THE_GRILL',
      lane: 'ready',
      tap: tap('held', { action: 'ready-for-pickup' }),
    })
    expect(customersBoardOf([handedOver, unknown])).toEqual({ preparing: [], ready: ['8'] })
  })

  it('shows different numbers as different texts, with their ends', () => {
    const ids = ['PED-20261126-000123', 'PED-20261126-000124', 'PED-20261125-000124', 'PED-2-20261126-000124', '7']
    const { ready } = customersBoardOf(ids.map((id, at) => ticket(id, { createdAt: at, status: 'READY' })))
    expect(ready[0]).toBe('PED-…-000123')
    expect(new Set(ready).size).toBe(ids.length)
  })

  it('says that several orders in sight have one number', () => {
    const same = (orderId: string, createdAt: number, status: string) => ticket('12', { orderId, createdAt, status })
    const orders = [
      same('a', 1, 'READY'),
      same('b', 2, 'PREPARING'),
      same('c', 3, 'DELIVERED'),
      order('13', { status: 'READY' }),
    ]
    expect(customersBoardOf(orders)).toEqual({ preparing: ['12 (2/2)'], ready: ['12 (1/2)', '13'] })
  })

  it('tells equal numbers of several platforms apart by the platform', () => {
    const of = (name: string, orderId: string, status: string, createdAt = 1) =>
      ticket('12', { orderId, createdAt, status, connection: { name, color: 'red' } })
    const orders = [
      of('99Food', 'a', 'READY'),
      of('Keeta', '@2:a', 'PREPARING'),
      of('Keeta', '@2:b', 'READY', 2),
      of('Keeta', '@2:c', 'DELIVERED', 3),
      of('Cantina da Praça do Mercado', '@3:a', 'READY', 4),
      order('13', { status: 'READY', connection: { name: 'Keeta', color: 'teal' } }),
    ]
    expect(customersBoardOf(orders)).toEqual({
      preparing: ['12 Keeta (1/2)'],
      ready: ['12 99Food', '12 Keeta (2/2)', '12 Cantin…o Mercado', '13'],
    })
  })

  it('names the shop unless there are several, and marks the ready order that came last in sight', () => {
    const shopOf = (...names: readonly (string | undefined)[]) =>
      customersBoardOf(names.map((merchantName, at) => ticket(`${at}`, { merchantName }))).shop
    expect([shopOf('A', undefined, 'A'), shopOf('A', 'B'), shopOf()]).toEqual(['A', undefined, undefined])
    const shown = [['1'], ['1', '2'], ['2'], ['2', '1', '3'], ['2', '1'], []]
    let seen: ReturnType<typeof seenReady> | undefined
    const newest = shown.map((ids) => {
      seen = seenReady(ids, seen)
      return seen.newest
    })
    expect(newest).toEqual([undefined, '2', '2', '3', '3', '3'])
  })

  it('contains only display ids, as many as a column has room for', () => {
    const { ready } = customersBoardOf([
      ticket('A'.repeat(40), { status: 'READY', customerName: 'Marina', pickupCode: 'K37', notes: ['sem cebola'] }),
    ])
    expect(ready).toEqual([`${'A'.repeat(4)}…${'A'.repeat(7)}`])
    expect(JSON.stringify(ready)).not.toMatch(/Marina|K37|cebola/u)
  })
})
