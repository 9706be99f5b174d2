import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimiseOrder, stripOrder } from '../../../electron/storage/stored-body.ts'
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
  const rest = stripOrder(minimiseOrder(BODY))
  expect(JSON.stringify(rest)).not.toContain('CANARY')
  expect(rest).toEqual({
    id: 'o1',
    displayId: '17',
    createdAt: '2026-03-01T12:00:00Z',
    status: 'DELIVERED',
    merchant: { id: 'm', name: 'Casa' },
    timing: { orderTiming: 'INSTANT' },
    fulfillment: {
      orderType: 'DELIVERY',
      delivery: { estimatedDeliveryDateTime: 'x' },
      indoor: { operationMode: 'TABLE' },
    },
    items: [
      {
        id: 'i',
        name: 'Burger',
        quantity: 1.5,
        unit: 'KG',
        options: [{ name: 'Side', quantity: 1, options: [{ name: 'Salt', quantity: 1, options: [] }] }],
      },
    ],
    payments: { prepaid: 0, pending: 9 },
  })
  expect(parseOrder(rest).ok).toBe(true)
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

test.each(['telefone', 'celular', 'contato', 'recebedor', 'titular', 'notaFiscal', 'Customer', 'e-mail', 'novelty'])(
  'a field that is not listed is removed, at any place: %s',
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

test('names of built-in properties are not listed fields', () => {
  const body: unknown = JSON.parse(
    '{"id":"o","__proto__":{"x":"CANARY"},"constructor":{"y":"CANARY"},"customer":{"__proto__":{"name":"CANARY"}}}',
  )
  expect(JSON.stringify(minimiseOrder(body))).not.toContain('CANARY')
})

test('an order of endlessly nested options is cut and does not crash', () => {
  const depth = 50_000
  const body: unknown = JSON.parse(`{"items":[${'{"options":['.repeat(depth)}1${']}'.repeat(depth)}]}`)
  expect(JSON.stringify(minimiseOrder(body)).length).toBeLessThan(2_000)
})

/** Values that a platform may send for the fields that a kitchen reads: right ones, wrong ones, and objects of both. */
const scalar = fc.oneof(
  fc.constantFrom('', 'CREATED', '1,5', '-3', '1e9', 0, -0, 2.5, 1e21, true, null),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const block = fc.dictionary(fc.constantFrom('value', 'currency', 'status', 'code', 'name', 'other'), scalar)
const field = fc.oneof(
  { weight: 4, arbitrary: scalar },
  block,
  fc.array(fc.oneof(scalar, block), { maxLength: 2 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const fieldsOf = (...names: readonly string[]): fc.Arbitrary<object> =>
  fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: [] })
const someFields = (members: Record<string, fc.Arbitrary<unknown>>, ...names: readonly string[]) =>
  fc
    .tuple(fieldsOf(...names), fc.record(members, { requiredKeys: [] }))
    .map(([plain, inner]): object => ({ ...plain, ...inner }))
const orField = (inner: fc.Arbitrary<unknown>) => fc.oneof({ weight: 5, arbitrary: inner }, field)
const WORDS = ['observations', 'specialInstructions']
const pricing = orField(fieldsOf('unitPrice', 'totalPrice', 'originalPrice', 'tax'))
const { option } = fc.letrec<{ option: object }>((tie) => ({
  option: someFields(
    { name: fc.string(), options: orField(fc.array(fc.oneof(tie('option'), field), { maxLength: 3 })) },
    ...['id', 'quantity', 'optionGroupName', 'allergens', ...WORDS],
  ),
}))
const item = fc
  .tuple(
    someFields(
      { pricing, options: orField(fc.array(fc.oneof(option, field), { maxLength: 3 })) },
      ...['id', 'unit', 'externalCode', 'imageUrl', ...WORDS],
    ),
    fc.string(),
    fc.oneof(fc.integer(), fc.constantFrom('2', '1,5')),
  )
  .map(([more, name, quantity]) => ({ ...more, name, quantity }))
const anOrder = fc.record(
  {
    id: fc.oneof(fc.string({ minLength: 1 }), fc.integer()),
    status: fc.oneof(fc.constant('CREATED'), block),
    fulfillment: someFields(
      {
        orderType: fc.string(),
        delivery: orField(
          someFields(
            { address: orField(fieldsOf('street', 'number', 'complement', 'neighborhood', 'city', 'postalCode')) },
            ...['estimatedDeliveryDateTime', 'observations', 'recipient'],
          ),
        ),
        takeout: orField(fieldsOf('pickupCode', 'observations', 'mode')),
        indoor: orField(fieldsOf('operationMode', 'identifier', 'table')),
      },
      'schedule',
    ),
    items: fc.array(item, { maxLength: 3 }),
    comandaCut: field,
    displayId: field,
    createdAt: field,
    lastEvent: field,
    observations: field,
    extraInfo: field,
    loyalty: field,
    merchant: orField(fieldsOf('id', 'name', 'externalCode', 'document')),
    timing: orField(
      someFields(
        { schedule: orField(fieldsOf('scheduledDateTimeStart', 'scheduledDateTimeEnd', 'zone')) },
        ...['orderTiming', 'preparationStartDateTime', 'orderPriority'],
      ),
    ),
    context: orField(fieldsOf('salesChannel', 'virtualBrand', 'campaign')),
    customer: orField(fieldsOf('name', 'ordersCountOnMerchant', 'phone')),
    total: orField(fieldsOf('orderAmount', 'taxes')),
    payments: orField(
      someFields(
        {
          methods: orField(
            fc.array(orField(fieldsOf('type', 'method', 'brand', 'value', 'currency', 'changeFor', 'card'))),
          ),
        },
        ...['prepaid', 'pending', 'transactions'],
      ),
    ),
  },
  { requiredKeys: ['id', 'status', 'fulfillment', 'items'] },
)

test('property: the stored body gives the same order as the read', () => {
  let read = 0
  fc.assert(
    fc.property(anOrder, (body) => {
      // As JSON.parse returns it.
      const sent: unknown = JSON.parse(JSON.stringify(body))
      const parsed = parseOrder(sent)
      if (!parsed.ok) return
      read += 1
      const stored = JSON.stringify(minimiseOrder(sent))
      expect(parseOrder(JSON.parse(stored))).toEqual(parsed)
      expect(JSON.stringify(minimiseOrder(parsed.order))).toBe(stored)
    }),
    { numRuns: 500 },
  )
  expect(read).toBeGreaterThan(100)
})
