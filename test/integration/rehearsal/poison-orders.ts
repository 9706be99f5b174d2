import type { OrderBehaviour } from '../../../electron/rehearsal/model-order.ts'
import type { Json } from '../../../electron/rehearsal/wire.ts'

const HUGE_ITEM_COUNT = 2_000
const DEEP_OPTIONS = 60

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

/** Malformed orders: fields that replace those of an order, or answers that replace it. */
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
} as const satisfies { readonly [name: string]: Pick<OrderBehaviour, 'raw' | 'rawBody'> }
