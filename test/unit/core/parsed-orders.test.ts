import { afterEach, beforeEach, expect, it } from 'vitest'
import { createParsedOrders, createWholeOrder, type ParsedOrders } from '../../../electron/core/parsed-orders.ts'
import type { OrderCache } from '../../../electron/storage/ports.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { type Order, parseOrder } from '../../../shared/order/order.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'
import { createMemoryDatabases, type MemoryDatabases } from '../../histories/memory-databases.ts'

const bodyOf = (name: string): object => ({
  id: 'order-1',
  status: 'CREATED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ name, quantity: 1 }],
})
const orderOf = (name: string): Order => {
  const parsed = parseOrder(bodyOf(name))
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.order
}
/** The cache with the method that the reader uses. */
type ReadOrders = {
  save(orderId: string, body: unknown, readAt: number, whole: string | undefined, order: Order): void
}

let databases: MemoryDatabases
let cache: OrderCache
let orders: ParsedOrders

beforeEach(() => {
  databases = createMemoryDatabases()
  ;({ cache } = databases.open())
  orders = createParsedOrders(cache)
})
afterEach(() => databases.close())

it('a text is parsed once, a changed text is parsed again, and nothing is kept of an order that left', () => {
  cache.save('order-1', bodyOf('Pastel'), 1)
  const first = orders.of('order-1')
  expect(first).toMatchObject({ ok: true, order: { items: [{ name: 'Pastel' }] } })
  cache.save('order-1', bodyOf('Pastel'), 2)
  expect(orders.of('order-1')).toBe(first)
  cache.save('order-1', bodyOf('Coxinha'), 3)
  const second = orders.of('order-1')
  expect(second).toMatchObject({ ok: true, order: { items: [{ name: 'Coxinha' }] } })
  orders.forget('order-1')
  expect(orders.of('order-1')).not.toBe(second)
  expect(orders.of('order-2').ok).toBe(false)
})

it('an order that was saved with its parsed form is not parsed again', () => {
  const reader: ReadOrders = orders.cache
  const order = orderOf('Pastel')
  reader.save('order-1', bodyOf('Pastel'), 1, undefined, order)
  const parsed = orders.of('order-1')
  expect(parsed.ok && parsed.order).toBe(order)
})

it('the text of the cache is used when the saved order differs', () => {
  const reader: ReadOrders = orders.cache
  reader.save('order-1', bodyOf('Pastel'), 1, undefined, orderOf('Pastel'))
  cache.save('order-1', bodyOf('Coxinha'), 2)
  expect(orders.of('order-1')).toMatchObject({ ok: true, order: { items: [{ name: 'Coxinha' }] } })
})

it('the whole text of an order is returned in parts that end at line ends: the stored one, else that of its body', () => {
  const board = { ticket: (orderId: string) => (orderId === 'order-9' ? undefined : ticket('1')) }
  const whole = createWholeOrder(board, cache, () => DEFAULT_SETTINGS)
  const [first, second] = ['x'.repeat(1_400), 'y'.repeat(1_400)]
  cache.save('order-1', bodyOf('Pastel'), 1, `${first}\n${second}`)
  expect([0, 1].map((part) => whole('order-1', part))).toEqual([
    { ok: true, value: { text: first, parts: 2 } },
    { ok: true, value: { text: second, parts: 2 } },
  ])
  cache.save('order-2', bodyOf('Coxinha'), 1)
  expect(whole('order-2', 0)).toMatchObject({ value: { text: expect.stringContaining('Coxinha'), parts: 1 } })
  expect(whole('order-9', 0)).toEqual({ ok: false, code: 'unknown-order', message: 'No such order on the board' })
})
