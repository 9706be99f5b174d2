import { describe, expect, it } from 'vitest'
import { neutralEvents } from '../../../electron/platform/dialects/open-delivery-1/events.ts'
import { neutralOrder } from '../../../electron/platform/dialects/open-delivery-1/order.ts'
import type { Handling } from '../../../shared/order/handling.ts'
import { movesAt, openWish, statusByEvents } from '../../../shared/order/moves/moves.ts'
import { stepsHere } from '../../../shared/order/moves/open-delivery-1.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { wishOf } from '../../../shared/ticket/ticket-handling.ts'

const NONE = new Set<never>()
const settings = { deliveredFromReady: false }
const moves = (status: string, orderType: string, handling: Handling, hasWish = false) =>
  movesAt({ status, orderType, handling, learned: NONE, hasWish }, settings)
const events = (...types: readonly string[]) => types.map((eventType) => ({ eventType }))

describe('the status of an order of 1.x', () => {
  it.each([
    [[''], ['CREATED'], 'TAKEOUT', 'CREATED'],
    [[''], ['READY_FOR_PICKUP', 'CONFIRMED', 'CREATED'], 'TAKEOUT', 'READY'],
    [['IN_DELIVERY'], ['CONFIRMED'], 'DELIVERY', 'IN_DELIVERY'],
    [['CONFIRMED'], ['CANCELLATION_REQUESTED', 'PREPARATION_REQUESTED', 'CANCELLED_DENIED'], 'DELIVERY', 'CONFIRMED'],
    [['CONCLUDED'], ['CANCELLED'], 'DELIVERY', 'CANCELLED'],
    [['READY'], ['ORDER_COLLECTED'], 'TAKEOUT', 'DELIVERED'],
    [['READY'], ['ORDER_COLLECTED'], 'DELIVERY', 'IN_DELIVERY'],
    [[''], ['PICKUP_AREA_ASSIGNED'], 'DELIVERY', ''],
  ] as const)('from %j and the events %j of a %s order is %s', (floors, types, orderType, status) => {
    expect(statusByEvents(floors, events(...types), orderType)).toBe(status)
  })

  it('is not asked for where the order has none, and the last event is its floor', () => {
    const read = (more: object) =>
      parseOrder(neutralOrder({ id: 'o', type: 'TAKEOUT', items: [{ name: 'a', quantity: 1 }], ...more }))
    expect(read({})).toMatchObject({ ok: true, order: { status: '' } })
    expect(read({})).not.toMatchObject({ order: { comandaUnread: 1 } })
    expect(read({ lastEvent: 'READY_FOR_PICKUP' })).toMatchObject({ order: { status: 'READY' } })
    expect(read({ lastEvent: 'PICKED_UP' })).toMatchObject({ order: { status: 'DELIVERED' } })
  })
})

describe('the buttons of an order of 1.x', () => {
  it.each([
    ['CREATED', 'DELIVERY', {}, ['confirm', 'requestCancellation']],
    ['READY', 'DELIVERY', { deliveredBy: 'merchant' }, ['dispatch', 'validateCode', 'requestCancellation']],
    ['READY', 'DELIVERY', { deliveredBy: 'platform' }, ['requestCancellation']],
    ['IN_DELIVERY', 'DELIVERY', { deliveredBy: 'merchant' }, ['delivered', 'validateCode', 'requestCancellation']],
    ['READY', 'TAKEOUT', { expects: { pickedUp: true } }, ['pickedUp', 'requestCancellation']],
    ['READY', 'TAKEOUT', {}, ['pickedUp', 'requestCancellation']],
    ['READY', 'INDOOR', { expects: { delivered: true } }, ['delivered', 'requestCancellation']],
    ['CONCLUDED', 'DELIVERY', {}, []],
  ] as const)('%s %s %j', (status, orderType, handling, expected) => {
    expect(moves(status, orderType, handling)).toEqual(expected)
  })

  it('are all steps without a status, and the two answers while the customer waits', () => {
    expect(moves('', 'DELIVERY', {})).toEqual([
      'confirm',
      'preparing',
      'ready-for-pickup',
      'dispatch',
      'delivered',
      'validateCode',
      'requestCancellation',
    ])
    expect(moves('CONFIRMED', 'TAKEOUT', {}, true)).toContain('denyCancellation')
  })
})

it.each([
  [['ORDER_CANCELLATION_REQUEST'], true],
  [['ORDER_CANCELLATION_REQUEST', 'CANCELLED_DENIED'], false],
  [['ORDER_CANCELLATION_REQUEST', 'CANCELLATION_DENIED'], false],
  [['ORDER_CANCELLATION_REQUEST', 'CANCELLED_DENIED', 'ORDER_CANCELLATION_REQUEST'], true],
  // Events come in any sequence.
  [['ORDER_CANCELLATION_REQUEST', 'ORDER_CANCELLATION_REQUEST', 'CANCELLED_DENIED'], true],
  [['CANCELLED_DENIED', 'ORDER_CANCELLATION_REQUEST'], false],
])('after %j a customer waits for an answer: %s', (types, isOpen) => {
  const asked = types.map((eventType, index) => ({ eventId: `e${index}`, eventType }))
  expect(openWish('CONFIRMED', asked) !== undefined).toBe(isOpen)
})

it.each([
  ['confirmed', undefined, 10, false],
  // The platform waits for no answer: another one ended the wish, or the same wish came under a new id.
  ['conflict', 'invalid-transition', 10, false],
  ['conflict', 'rejected', 10, true],
  ['conflict', 'invalid-transition', 1, true],
] as const)(
  'after an answer that is %s (%s), tapped at %d, a wish of second 5 is open: %s',
  (truth, reason, at, isOpen) => {
    const read = parseOrder(neutralOrder({ id: 'o', type: 'DELIVERY', lastEvent: 'CONFIRMED', items: [{ name: 'a' }] }))
    if (!read.ok) throw new Error(read.reason)
    const events = [{ eventId: 'e', eventType: 'ORDER_CANCELLATION_REQUEST', receivedAt: 5 }]
    const taps = [{ tapId: 't', action: 'denyCancellation', truth, reason, tappedAt: at } as const]
    expect(wishOf(read.order, { events, taps }) !== undefined).toBe(isOpen)
  },
)

it('a cook’s own words, and the station that the platform names, are on the line', () => {
  const item = {
    id: 'i1',
    name: 'Chope',
    quantity: 2,
    unit: 'UNIT',
    specialInstructions: 'sem espuma',
    indoor: { productionPoint: 'Bar' },
    options: [{ id: 'o', name: 'Limão', quantity: 1, specialInstructions: 'fino' }],
  }
  const read = parseOrder(neutralOrder({ id: 'o', type: 'INDOOR', items: [item], indoor: { mode: 'TAB', tab: '12' } }))
  const stored = parseOrder(read.ok ? JSON.parse(JSON.stringify(read.order)) : undefined)
  expect(stored).toEqual(read)
  expect(read).toMatchObject({
    ok: true,
    order: {
      fulfillment: { indoor: { operationMode: 'TAB', identifier: '12' } },
      items: [
        {
          unit: 'UN',
          productionPoint: 'Bar',
          specialInstructions: 'sem espuma',
          options: [{ specialInstructions: 'fino' }],
        },
      ],
    },
  })
})

it('what Keeta does not disclose counts as not told', () => {
  const read = parseOrder(
    neutralOrder({
      id: 'o',
      type: 'DELIVERY',
      items: [{ name: 'a', quantity: 1 }],
      customer: { name: 'ENC_x' },
      delivery: { deliveredBy: 'MARKETPLACE', deliveryAddress: { street: 'ENC_y', city: 'Recife' } },
    }),
  )
  expect(read).toMatchObject({ ok: true, order: { handling: { deliveredBy: 'platform' } } })
  expect(JSON.stringify(read)).not.toContain('ENC_')
})

it.each([
  [{}, [], ['preparing', 'delivered', 'pickedUp']],
  [{ preparing: true, delivered: false }, [], ['delivered', 'pickedUp']],
  [{ preparing: true, delivered: true, pickedUp: true }, [], []],
  [{ preparing: true, delivered: true, pickedUp: true }, ['preparing'], ['preparing']],
] as const)('of an order with the flags %j and the lessons %j, %j stay in this kitchen', (expects, learned, here) => {
  expect(stepsHere({ handling: { expects }, learned: new Set(learned) })).toEqual(here)
})

it.each([
  ['2026-01-01T10:40:00Z', undefined, '2026-01-01T10:40:00Z'],
  // Hosts that have no time fill in that of the creation.
  ['2026-01-01T10:00:00Z', undefined, undefined],
  ['0001-01-01T00:00:00', undefined, undefined],
  ['soon', undefined, undefined],
  ['2026-01-01T10:40:00Z', { scheduledDateTimeEnd: '2026-01-01T12:00:00Z' }, '2026-01-01T12:00:00Z'],
])('an order to be collected at %s, with the schedule %j, is due at %s', (takeoutDateTime, schedule, due) => {
  const items = [{ name: 'a', quantity: 1 }]
  const order = { id: 'o', type: 'TAKEOUT', items, createdAt: '2026-01-01T10:00:00Z', schedule }
  const read = parseOrder(neutralOrder({ ...order, takeout: { mode: 'DEFAULT', takeoutDateTime } }))
  expect(read.ok && read.order.timing?.schedule?.scheduledDateTimeEnd).toBe(due)
})

it.each([
  [
    { mode: 'TAB', place: '3', tab: '45' },
    { operationMode: 'TAB', identifier: '45' },
  ],
  [
    { mode: 'PLACE', place: '3', tab: '45' },
    { operationMode: 'TABLE', identifier: '3' },
  ],
  [{ mode: 'TAB', place: '3' }, { identifier: '3' }],
  [{ mode: 'DEFAULT', seat: '7' }, { identifier: '7' }],
])('the number of a guest in %j is %j', (indoor, place) => {
  const read = parseOrder(neutralOrder({ id: 'o', type: 'INDOOR', items: [{ name: 'a', quantity: 1 }], indoor }))
  expect(read).toMatchObject({ ok: true, order: { fulfillment: { indoor: place } } })
})

it('the time of an event is that of its order, and says nothing', () => {
  const event = { eventId: 'e', eventType: 'CREATED', orderId: 'o', createdAt: '2020-01-01T00:00:00Z' }
  expect(neutralEvents([event, 'no event'])).toEqual([{ eventId: 'e', eventType: 'CREATED', orderId: 'o' }, 'no event'])
})

it.each([
  ['2026-01-01T10:00:00Z', undefined],
  ['2026-01-01T07:00:00-03:00', undefined],
  ['2026-01-01T11:00:00Z', '2026-01-01T11:00:00Z'],
])(
  'a preparation that starts at %s, for an order of ten o’clock, is known as %s',
  (preparationStartDateTime, known) => {
    const createdAt = '2026-01-01T10:00:00Z'
    const items = [{ name: 'a', quantity: 1 }]
    const read = parseOrder(neutralOrder({ id: 'o', type: 'TAKEOUT', items, createdAt, preparationStartDateTime }))
    expect(read.ok && read.order.timing?.preparationStartDateTime).toBe(known)
  },
)
