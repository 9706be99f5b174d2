import { describe, expect, it } from 'vitest'
import { lineOf } from '../../../renderer/places/board-orders.ts'
import { boardAfter, boardOfSnapshot, EMPTY_BOARD, ownNames } from '../../../renderer/store/board-state.ts'
import { createComandaStore } from '../../../renderer/store/comanda-store.ts'
import {
  EVENING,
  line,
  minutesAgo,
  settingsWith,
  snapshotOf,
  tap,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'
import { HOSTILE_NAMES } from '../../fixtures/hostile-names.ts'

const board = (...tickets: ReturnType<typeof ticket>[]) => boardOfSnapshot(snapshotOf(tickets), EMPTY_BOARD)
const delta = (version: number, changed: ReturnType<typeof ticket>[], removed: string[] = []) => ({
  version,
  changed,
  removed,
})

describe('the board of a window', () => {
  it('shows orders with built-in property names as ids, together with other orders', () => {
    const hostile = HOSTILE_NAMES.map((orderId) => ticket('x', { orderId }))
    const ids = ['order-1', ...HOSTILE_NAMES, 'order-2']
    const start = board(ticket('1'))
    expect(start.orders.constructor).toBeUndefined()
    const shown = boardAfter(start, delta(2, [...hostile, ticket('2')]))
    expect(shown.lanes.new).toEqual(ids)
    expect(ids.map((id) => shown.orders[id]?.orderId)).toEqual(ids)
    expect(new Set(Object.keys(shown.orders))).toEqual(new Set(ids))

    const moved = boardAfter(shown, delta(3, [ticket('x', { orderId: '__proto__', status: 'READY' })], ['constructor']))
    expect(moved.lanes.ready).toEqual(['__proto__'])
    expect(moved.orders.constructor).toBeUndefined()
    const again = boardOfSnapshot({ ...snapshotOf([ticket('1')]), version: 4 }, moved)
    expect(Object.keys(again.orders)).toEqual(['order-1'])
  })

  it('drops the failure of a tap when the order has another status or is gone', () => {
    const store = createComandaStore()
    const { applySnapshot, applyDelta, showFailure } = store.getState()
    applySnapshot(snapshotOf([ticket('1'), ticket('2'), ticket('3')]), 0)
    for (const orderId of ['order-1', 'order-2', 'order-3']) showFailure(orderId, 'not-offered')
    applyDelta(delta(2, [ticket('1', { customerName: 'Ana' }), ticket('2', { status: 'READY' })], ['order-3']), 0)
    expect(store.getState().failures).toEqual({ 'order-1': 'not-offered' })
  })

  it('leaves every other ticket and lane identical when one changes in place', () => {
    const before = board(ticket('1'), ticket('2'), ticket('3', { status: 'READY' }))
    const after = boardAfter(before, delta(2, [ticket('2', { customerName: 'Ana' })]))
    expect(after.orders['order-2']?.customerName).toBe('Ana')
    expect(after.orders['order-1']).toBe(before.orders['order-1'])
    expect(after.lanes.new).toBe(before.lanes.new)
    expect(after.lanes.ready).toBe(before.lanes.ready)
    expect(after.stops).toBe(before.stops)
  })

  it('keeps the identity of equal lines at the same position, and of no others', () => {
    const lines = (...names: readonly string[]) => names.map((name) => line(name, { lineId: name }))
    const before = board(ticket('1', { lines: lines('Pizza', 'Suco') }))
    const [pizza] = before.orders['order-1']?.lines ?? []
    const struck = lines('Pizza', 'Suco').map((one) => ({ ...one, struck: one.name === 'Suco' }))
    const after = boardAfter(before, delta(2, [ticket('1', { lines: struck, customerName: 'Ana' })]))
    expect(after.orders['order-1']?.lines[0]).toBe(pizza)
    expect(after.orders['order-1']).toEqual(ticket('1', { lines: struck, customerName: 'Ana' }))
    const fewer = boardAfter(after, delta(3, [ticket('1', { lines: lines('Suco') })]))
    expect(fewer.orders['order-1']?.lines).toEqual(lines('Suco'))
  })

  it('puts a ticket at the end of its new lane, so that no ticket moves under a finger', () => {
    const before = board(
      ticket('1', { createdAt: minutesAgo(30) }),
      ticket('2', { status: 'PREPARING' }),
      ticket('3', { status: 'PREPARING' }),
    )
    const after = boardAfter(before, delta(2, [ticket('1', { status: 'CONFIRMED', createdAt: minutesAgo(30) })]))
    expect(after.lanes.new).toEqual([])
    expect(after.lanes.preparing).toEqual(['order-2', 'order-3', 'order-1'])
  })

  it('puts open orders before the finished ones, the latest finished first', () => {
    const start = board(ticket('1', { status: 'DELIVERED' }), ticket('2', { status: 'IN_DELIVERY' }))
    expect(start.lanes.done).toEqual(['order-2', 'order-1'])
    const second = boardAfter(start, delta(2, [ticket('3', { status: 'IN_DELIVERY' })]))
    expect(second.lanes.done).toEqual(['order-2', 'order-3', 'order-1'])
    const third = boardAfter(second, delta(3, [ticket('2', { status: 'DELIVERED' })]))
    expect(third.lanes.done).toEqual(['order-3', 'order-2', 'order-1'])
  })

  it('removes orders that left the board, and ignores an unknown one', () => {
    const after = boardAfter(board(ticket('1'), ticket('2')), delta(2, [], ['order-1', 'order-9']))
    expect(Object.keys(after.orders)).toEqual(['order-2'])
    expect(after.lanes.new).toEqual(['order-2'])
  })

  it('keeps the places of tickets when a second snapshot comes', () => {
    const moved = boardAfter(
      board(ticket('1'), ticket('2', { status: 'PREPARING' })),
      delta(2, [ticket('1', { status: 'PREPARING' })]),
    )
    expect(moved.lanes.preparing).toEqual(['order-2', 'order-1'])
    const again = snapshotOf([ticket('1', { status: 'PREPARING' }), ticket('2', { status: 'PREPARING' }), ticket('4')])
    const after = boardOfSnapshot({ ...again, version: 9 }, moved)
    expect(after.lanes.preparing).toEqual(['order-2', 'order-1'])
    expect(after.lanes.new).toEqual(['order-4'])
    expect(after.version).toBe(9)
    expect(boardOfSnapshot({ ...snapshotOf([]), version: 10 }, after).orders).toEqual({})
  })

  it('counts a cancelled order as one to stop until it is acknowledged', () => {
    const cancelled = (acknowledged: boolean) =>
      ticket('1', { status: 'CANCELLED', lane: 'new', cancelled: { at: 0, acknowledged } })
    const before = board(cancelled(false))
    expect(before.stops).toEqual(['order-1'])
    expect(boardAfter(before, delta(2, [cancelled(true)])).stops).toEqual([])
  })

  it.each([
    ['CONFIRMED', undefined, 'accepted'],
    ['CREATED', tap('queued'), 'accepted'],
    ['CREATED', tap('sent', { action: 'preparing' }), 'preparing'],
    ['CONFIRMED', tap('queued', { action: 'preparing' }), 'preparing'],
    ['CREATED', tap('held'), 'new'],
    ['PREPARING', undefined, 'preparing'],
  ] as const)('an order that is %s with tap %j stands in the line as %s', (status, last, stage) => {
    const lane = status === 'CREATED' && last?.truth === 'held' ? 'new' : 'preparing'
    const one = ticket('1', { status, lane, ...(last === undefined ? {} : { tap: last }) })
    expect(lineOf(board(one), settingsWith({}), 'all', EVENING)).toMatchObject([{ id: 'order-1', stage }])
  })

  it('leaves the other orders of the line identical when one changes, and an order for later comes by time alone', () => {
    const settings = settingsWith({})
    const later = ticket('4', { status: 'CONFIRMED', lane: 'scheduled', startAt: EVENING + 31 * 60_000 })
    const before = board(ticket('1'), ticket('2', { status: 'PREPARING' }), ticket('3'), later)
    const changed = ticket('1', { createdAt: minutesAgo(9) })
    const lines = [before, boardAfter(before, delta(2, [changed]))].map((one) => lineOf(one, settings, 'all', EVENING))
    const found = (id: string) => lines.map((orders) => orders.find((order) => order.id === id))
    for (const id of ['order-2', 'order-3']) expect(found(id)[1]).toBe(found(id)[0])
    expect(found('order-1')[1]).toMatchObject({ at: minutesAgo(9) })
    expect(found('order-4')).toEqual([undefined, undefined])
    expect(lineOf(before, settings, 'all', EVENING + 2 * 60_000).at(-1)).toMatchObject({ stage: 'scheduled' })
  })

  it('names the shop and the brand of an order when there is more than one', () => {
    const one = { merchantName: 'A', brand: 'X' }
    const before = board(ticket('1', one), ticket('2'), ticket('3', one))
    expect(ownNames(one, before)).toBe('')
    const shops = boardAfter(before, delta(2, [ticket('4', { merchantName: 'B' })]))
    expect(ownNames(one, shops)).toBe('A')
    expect(ownNames(one, boardAfter(shops, delta(3, [ticket('5', { brand: 'Y' })])))).toBe('A · X')
  })
})
