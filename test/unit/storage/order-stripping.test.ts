import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stripOrder } from '../../../electron/storage/order-stripping.ts'
import { parseOrder } from '../../../shared/order/order.ts'

const text = (name: string): string => `CANARY ${name}`

const BODY = {
  id: 'o1',
  displayId: '17',
  createdAt: '2026-03-01T12:00:00Z',
  status: 'DELIVERED',
  observations: text('notes'),
  extraInfo: text('info'),
  merchant: { id: 'm', name: 'Casa', owner: text('owner') },
  timing: { orderTiming: 'INSTANT', note: text('timing') },
  fulfillment: {
    orderType: 'DELIVERY',
    delivery: { observations: text('door'), address: { street: text('street') }, estimatedDeliveryDateTime: 'x' },
    takeout: { pickupCode: text('code') },
    indoor: { operationMode: 'TABLE', identifier: text('table') },
  },
  customer: { id: text('id'), name: text('name') },
  items: [
    {
      id: 'i',
      name: 'Burger',
      quantity: 1.5,
      unit: 'KG',
      observations: text('onion'),
      specialInstructions: text('rare'),
      options: [
        {
          name: 'Side',
          quantity: 1,
          observations: text('o'),
          options: [{ name: 'Salt', quantity: 1, note: text('n') }],
        },
      ],
    },
  ],
  payments: { prepaid: 0, pending: 9, methods: [{ type: text('card') }] },
  novelty: text('novelty'),
}

test('names, notes, addresses and unknown fields are removed; items, times and status are kept', () => {
  const rest = stripOrder(BODY)
  expect(JSON.stringify(rest)).not.toContain('CANARY')
  // toStrictEqual: the removed fields are absent, not undefined.
  expect(rest).toStrictEqual({
    id: 'o1',
    displayId: '17',
    createdAt: '2026-03-01T12:00:00Z',
    status: 'DELIVERED',
    merchant: { id: 'm', name: 'Casa' },
    timing: { orderTiming: 'INSTANT' },
    fulfillment: {
      orderType: 'DELIVERY',
      delivery: { estimatedDeliveryDateTime: 'x' },
      takeout: {},
      indoor: { operationMode: 'TABLE' },
    },
    items: [
      {
        id: 'i',
        name: 'Burger',
        quantity: 1.5,
        unit: 'KG',
        options: [{ name: 'Side', quantity: 1, options: [{ name: 'Salt', quantity: 1 }] }],
      },
    ],
    payments: { prepaid: 0, pending: 9 },
  })
  expect(parseOrder(rest).ok).toBe(true)
})

test('a status that is an object is still readable', () => {
  const status = { status: 'READY', value: 'R', code: 'RDY', name: 'Ready', current: true }
  const rest = stripOrder({ ...BODY, status: { ...status, by: text('who') } })
  expect(rest).toMatchObject({ id: 'o1', status })
  expect(parseOrder(rest)).toMatchObject({ ok: true, order: { status: 'READY' } })
  expect(JSON.stringify(rest)).not.toContain('CANARY')
})

test('a list member that is not an object becomes null, so that no item disappears', () => {
  expect(stripOrder({ items: [text('a'), null, { id: 'i' }, 7] })).toEqual({ items: [null, null, { id: 'i' }, null] })
})

test('property: a text is removed unless its field is kept, and a second stripping changes nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (unknown) => {
      const once = stripOrder({ ...BODY, novelty: unknown, customer: unknown, observations: unknown })
      expect(once).toEqual(stripOrder(BODY))
      expect(stripOrder(once)).toEqual(once)
    }),
  )
})
