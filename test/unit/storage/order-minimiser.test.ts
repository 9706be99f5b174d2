import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimiseOrder } from '../../../electron/storage/order-minimiser.ts'
import { parseOrder } from '../../../shared/order.ts'

const FULL = {
  id: 'o1',
  displayId: 'A1',
  status: 'CREATED',
  novelty: { kept: true, inner: [{ kept: 1 }] },
  merchant: { id: 'm1', name: 'Casa', document: 'CANARY', phone: 'CANARY', address: { postalCode: 'CANARY' } },
  fulfillment: {
    orderType: 'DELIVERY',
    delivery: {
      observations: 'ring twice',
      recipientPhone: { number: 'CANARY' },
      recipient: { name: 'Bia', phone: 'CANARY', email: 'CANARY' },
      address: {
        street: 'Rua A',
        number: '10',
        complement: 'ap 2',
        neighborhood: 'Centro',
        city: 'Recife',
        state: 'CANARY',
        postalCode: 'CANARY',
        coordinates: { latitude: 'CANARY', longitude: 'CANARY' },
        reference: 'CANARY',
      },
    },
  },
  customer: {
    id: 'c1',
    name: 'Ana',
    ordersCountOnMerchant: 3,
    phone: { number: 'CANARY', extension: 'CANARY' },
    documentNumber: 'CANARY',
    email: 'CANARY',
    birthDate: 'CANARY',
    loyalty: 'CANARY',
  },
  items: [
    { id: 'i1', name: 'Burger', quantity: 1, observations: 'no onion', options: [{ name: 'Bacon', quantity: 2 }] },
  ],
  payments: {
    prepaid: 10,
    pending: 0,
    methods: [
      {
        type: 'PREPAID',
        method: 'CREDIT',
        brand: 'VISA',
        value: 10,
        currency: 'BRL',
        changeFor: 20,
        card: { number: 'CANARY' },
        authorizationCode: 'CANARY',
      },
    ],
    transactions: [{ nsu: 'CANARY' }],
  },
}

test('what a kitchen does not need is gone, what it needs and what is unknown elsewhere stays', () => {
  const body = minimiseOrder(FULL)
  expect(JSON.stringify(body)).not.toContain('CANARY')
  expect(body).toMatchObject({
    id: 'o1',
    novelty: { kept: true, inner: [{ kept: 1 }] },
    merchant: { id: 'm1', name: 'Casa' },
    customer: { id: 'c1', name: 'Ana', ordersCountOnMerchant: 3 },
    fulfillment: {
      orderType: 'DELIVERY',
      delivery: {
        observations: 'ring twice',
        address: { street: 'Rua A', number: '10', complement: 'ap 2', neighborhood: 'Centro', city: 'Recife' },
      },
    },
    items: FULL.items,
    payments: {
      prepaid: 10,
      pending: 0,
      methods: [{ type: 'PREPAID', method: 'CREDIT', brand: 'VISA', value: 10, currency: 'BRL', changeFor: 20 }],
    },
  })
})

test('spelling does not help it through', () => {
  const body = { a: { Document_Number: 'CANARY', 'E-Mail': 'CANARY', PHONE: ['CANARY'], birth_date: 'CANARY' } }
  expect(minimiseOrder(body)).toEqual({ a: {} })
  const parted = { 'zip code': 'CANARY', Post_Code: 'CANARY', 'card-number': 'CANARY', 'C P F': 'CANARY' }
  expect(minimiseOrder({ a: parted })).toEqual({ a: {} })
  expect(minimiseOrder({ 'delivery address': { city: 'Recife', reference: 'CANARY' } })).toEqual({
    'delivery address': { city: 'Recife' },
  })
  expect(minimiseOrder({ Customer: [{ name: 'Ana', phone: 'CANARY' }] })).toEqual({ Customer: [{ name: 'Ana' }] })
})

test('the ticket made of it is the same', () => {
  const whole = parseOrder(FULL)
  const minimal = parseOrder(minimiseOrder(FULL))
  if (!whole.ok || !minimal.ok) throw new Error('not parsed')
  expect(minimal.order.items).toEqual(whole.order.items)
  expect(minimal.order.customer?.name).toBe('Ana')
  expect(minimal.order.fulfillment.delivery?.address).toMatchObject({ street: 'Rua A', neighborhood: 'Centro' })
  expect(minimal.order.payments?.methods).toHaveLength(1)
})

test('names of the language’s own objects are data like any other', () => {
  const body: unknown = JSON.parse('{"__proto__":{"x":1},"constructor":{"y":2},"customer":{"__proto__":{"name":"z"}}}')
  expect(JSON.stringify(minimiseOrder(body))).toBe('{"__proto__":{"x":1},"constructor":{"y":2},"customer":{}}')
})

test.each([
  ['objects', '{"a":', '}'],
  ['lists', '[', ']'],
])('an order of %s nested without end is cut, not a crash', (_name, begin, end) => {
  const nested = (depth: number): unknown => JSON.parse(begin.repeat(depth) + 1 + end.repeat(depth))
  expect(JSON.stringify(minimiseOrder(nested(50_000))).length).toBeLessThan(1_000)
  // Deeper than any menu, and whole.
  expect(minimiseOrder(nested(65))).toEqual(nested(65))
})

test('property: minimising twice is minimising once, and anything may be minimised', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const once = minimiseOrder(value)
      expect(minimiseOrder(once)).toEqual(once)
    }),
  )
})
