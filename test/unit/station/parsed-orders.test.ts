import { expect, it } from 'vitest'
import { createParsedOrders } from '../../../electron/station/parsed-orders.ts'

const bodyOf = (name: string): string =>
  JSON.stringify({
    id: 'order-1',
    status: 'CREATED',
    fulfillment: { orderType: 'TAKEOUT' },
    items: [{ name, quantity: 1 }],
  })

it('reads a text once, another text anew, and keeps nothing of an order that left', () => {
  let text: string | undefined = bodyOf('Pastel')
  const orders = createParsedOrders({ text: () => text })
  const first = orders.of('order-1')
  expect(first).toMatchObject({ ok: true, order: { items: [{ name: 'Pastel' }] } })
  text = bodyOf('Pastel')
  expect(orders.of('order-1')).toBe(first)
  text = bodyOf('Coxinha')
  const second = orders.of('order-1')
  expect(second).toMatchObject({ ok: true, order: { items: [{ name: 'Coxinha' }] } })
  orders.forget('order-1')
  expect(orders.of('order-1')).not.toBe(second)
  text = undefined
  expect(orders.of('order-1').ok).toBe(false)
})
