import type { OrderTerms } from './order-record.ts'
import type { Json } from './wire.ts'

const HUGE_TEXT_LENGTH = 200_000
const HUGE_ITEM_COUNT = 2_000
const DEEP_OPTIONS = 60

/** Events that are not as they should be. Each takes the id and the order that it pretends to be about. */
export const POISON_EVENTS = {
  'missing-id': (_id, orderId) => ({ eventType: 'CREATED', orderId, createdAt: '2026-07-01T14:30:00Z' }),
  'numeric-id': (_id, orderId) => ({
    eventId: 12345,
    eventType: 'CREATED',
    orderId,
    createdAt: '2026-07-01T14:30:00Z',
  }),
  'missing-order': (eventId) => ({ eventId, eventType: 'CREATED', createdAt: '2026-07-01T14:30:00Z' }),
  'null-order': (eventId) => ({ eventId, eventType: 'CREATED', orderId: null, createdAt: null }),
  'strange-order': (eventId) => ({
    eventId,
    eventType: 'CREATED',
    orderId: '../oauth/token?x=#',
    createdAt: '2026-07-01T14:30:00Z',
  }),
  'missing-type': (eventId, orderId) => ({ eventId, orderId, createdAt: '2026-07-01T14:30:00Z' }),
  'unknown-type': (eventId, orderId) => ({
    eventId,
    eventType: 'ORDER_TELEPORTED',
    orderId,
    createdAt: '2026-07-01T14:30:00Z',
  }),
  'wrong-types': (eventId, orderId) => ({ eventId, eventType: 42, orderId, createdAt: 17, metadata: 'text' }),
  'bad-date': (eventId, orderId) => ({ eventId, eventType: 'CREATED', orderId, createdAt: 'ontem à noite' }),
  huge: (eventId, orderId) => ({
    eventId,
    eventType: 'CREATED',
    orderId,
    createdAt: '2026-07-01T14:30:00Z',
    metadata: { reason: 'x'.repeat(HUGE_TEXT_LENGTH) },
  }),
  'just-text': () => 'CREATED',
  'just-null': () => null,
  'just-a-list': () => [],
} as const satisfies { readonly [name: string]: (eventId: string, orderId: string) => Json }
export type PoisonEvent = keyof typeof POISON_EVENTS

const HOSTILE_STRINGS = [
  '<img src=x onerror=alert(1)>',
  '\u202Eodatrevni\u202C',
  'zero\u200Bwidth\u0000null',
  '{{constructor.constructor("return process")()}}',
  "'; DROP TABLE orders; --",
  '👩🏽‍🍳🍕 ação ÀÉÎÕÜ ñ 漢字',
  'a'.repeat(5_000),
] as const

function nested(depth: number): Json {
  let inner: Json = { id: 'deep', name: 'fundo', quantity: 1, options: [] }
  for (let level = 0; level < depth; level += 1) {
    inner = { id: `level-${level}`, name: `nível ${level}`, quantity: 1, options: [inner] }
  }
  return inner
}

/** Orders that are not as they should be: what is laid over an order, or answered in its place. */
export const POISON_ORDERS = {
  'only-the-essentials': {
    raw: Object.fromEntries(
      [
        'displayId',
        'createdAt',
        'merchant',
        'timing',
        'context',
        'customer',
        'total',
        'payments',
        'otherFees',
        'discounts',
        'sourceAppId',
        'observations',
        'lastEvent',
      ].map((field) => [field, undefined]),
    ),
  },
  'no-items': { raw: { items: undefined } },
  'empty-items': { raw: { items: [] } },
  nulls: {
    raw: {
      timing: null,
      customer: null,
      payments: null,
      total: null,
      context: null,
      merchant: null,
      observations: null,
      displayId: null,
    },
  },
  'wrong-types': {
    raw: {
      displayId: 1234,
      createdAt: 1_770_000_000,
      timing: 'INSTANT',
      customer: 'Ana',
      total: '12,90',
      payments: [],
      observations: { text: 'sem cebola' },
      items: [
        { id: 7, name: 'Pastel de carne', quantity: '2', options: 'nenhuma', observations: 5 },
        { name: null, quantity: -1 },
        'Guaraná',
        null,
      ],
    },
  },
  'unknown-status': { raw: { status: 'TELEPORTED' } },
  'status-missing': { raw: { status: undefined } },
  'status-object': { raw: { status: { status: 'CREATED', since: '2026-07-01T14:30:00Z' } } },
  'unknown-order-type': { raw: { fulfillment: { orderType: 'DRONE', drone: { altitude: 120 } } } },
  'hostile-strings': {
    raw: {
      displayId: HOSTILE_STRINGS[0],
      observations: HOSTILE_STRINGS.join('\n'),
      items: HOSTILE_STRINGS.map((name, index) => ({
        id: `item-${index}`,
        name,
        quantity: 1,
        observations: name,
        options: [],
      })),
    },
  },
  'deep-options': { raw: { items: [{ id: 'item-1', name: 'Pizza', quantity: 1, options: [nested(DEEP_OPTIONS)] }] } },
  huge: {
    raw: {
      items: Array.from({ length: HUGE_ITEM_COUNT }, (_, index) => ({
        id: `item-${index}`,
        name: `Pastel ${index}`,
        quantity: 1,
      })),
    },
  },
  'just-text': { rawBody: 'CREATED' },
  'just-null': { rawBody: null },
  'just-a-list': { rawBody: [] },
  'empty-object': { rawBody: {} },
} as const satisfies { readonly [name: string]: Pick<OrderTerms, 'raw' | 'rawBody'> }
export type PoisonOrder = keyof typeof POISON_ORDERS
