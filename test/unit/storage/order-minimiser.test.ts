import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimiseOrder } from '../../../electron/storage/order-minimiser.ts'
import { parseOrder } from '../../../shared/order.ts'

const FULL = {
  id: 'o1',
  displayId: 'A1',
  status: 'CREATED',
  novelty: { kept: 'CANARY', inner: [{ kept: 'CANARY' }] },
  telefone: 'CANARY',
  celular: 'CANARY',
  contato: { nome: 'CANARY' },
  recebedor: { nome: 'CANARY' },
  invoice: { holder: 'CANARY', taxId: 'CANARY' },
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

test('what a kitchen does not need is gone, by whatever name, and what it needs stays', () => {
  const body = minimiseOrder(FULL)
  expect(JSON.stringify(body)).not.toContain('CANARY')
  expect(body).toMatchObject({
    id: 'o1',
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

test.each(['telefone', 'celular', 'contato', 'recebedor', 'titular', 'notaFiscal', 'Customer', 'e-mail', 'novelty'])(
  'nothing under a name that is not listed stays, at any place: %s',
  (name) => {
    const foreign = { [name]: { nome: 'CANARY', value: 'CANARY' } }
    const order = {
      ...foreign,
      merchant: foreign,
      context: foreign,
      timing: { ...foreign, schedule: foreign },
      fulfillment: { ...foreign, delivery: { ...foreign, address: foreign }, takeout: foreign, indoor: foreign },
      customer: { ...foreign, name: 'Ana' },
      items: [{ ...foreign, name: 'Burger', pricing: foreign, options: [{ ...foreign, options: [foreign] }] }],
      payments: { ...foreign, prepaid: foreign, methods: [foreign] },
      total: { ...foreign, orderAmount: foreign },
      status: { value: 'CREATED', ...foreign },
    }
    const text = JSON.stringify(minimiseOrder(order))
    expect(text).not.toContain('CANARY')
    expect(text).toContain('Burger')
  },
)

test('a member of a list that is no object leaves its place, so that an order never loses a line unseen', () => {
  const body = {
    id: 'o',
    status: 'CREATED',
    fulfillment: { orderType: 'TAKEOUT' },
    items: [{ name: 'A', quantity: 1 }, 'B'],
  }
  expect(parseOrder(body).ok).toBe(false)
  expect(parseOrder(minimiseOrder(body)).ok).toBe(false)
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

test('names of the language’s own objects are fields that nobody listed', () => {
  const body: unknown = JSON.parse(
    '{"id":"o","__proto__":{"x":1},"constructor":{"y":2},"customer":{"__proto__":{"name":"z"}}}',
  )
  expect(JSON.stringify(minimiseOrder(body))).toBe('{"id":"o","customer":{}}')
})

test('options nest as deep as a menu does', () => {
  const nested = (depth: number): object =>
    depth === 0 ? { name: 'last' } : { name: 'n', options: [nested(depth - 1)] }
  const body = { items: [nested(20)] }
  expect(minimiseOrder(body)).toEqual(body)
})

test('an order of options nested without end is cut, not a crash', () => {
  const depth = 50_000
  const body: unknown = JSON.parse(`{"items":[${'{"options":['.repeat(depth)}1${']}'.repeat(depth)}]}`)
  expect(JSON.stringify(minimiseOrder(body)).length).toBeLessThan(2_000)
})

test('property: minimising twice is minimising once, and anything may be minimised', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const once = minimiseOrder(value)
      expect(minimiseOrder(once)).toEqual(once)
    }),
  )
})
