import { describe, expect, it } from 'vitest'
import { decidingName, eventName, parseEvent } from '../../../shared/order/event.ts'

describe('reading an event', () => {
  it('accepts an event of an unknown type with unknown fields', () => {
    const parsed = parseEvent({ eventId: 'e1', eventType: 'DRONE_LANDED', orderId: 'o1', createdAt: 'x', altitude: 3 })
    expect(parsed).toMatchObject({ ok: true, event: { eventId: 'e1', eventType: 'DRONE_LANDED', orderId: 'o1' } })
  })

  it('accepts ids as numbers, a missing type, and metadata of another type', () => {
    const parsed = parseEvent({ eventId: 7, orderId: 8, metadata: 'none' })
    expect(parsed).toMatchObject({ ok: true, event: { eventId: '7', orderId: '8', eventType: 'UNKNOWN' } })
  })

  it.each(['null', 'undefined', 'N/A', 'None'])('takes the id "%s" as it was sent', (id) => {
    const { eventId, orderId } = { eventId: `${id}`, orderId: id }
    expect(parseEvent({ eventId, eventType: 'CREATED', orderId })).toMatchObject({
      ok: true,
      event: { eventId, orderId },
    })
    expect(parseEvent({ eventId: id, id: 'e1', orderId: 'o' })).toMatchObject({ ok: true, event: { eventId: 'e1' } })
  })

  it.each([
    { eventId: 'e', orderId: 'o', eventType: { code: 'CREATED' }, createdAt: 7 },
    { event: { eventId: 'e', orderId: 'o', eventType: 'CREATED', createdAt: '7' } },
    { id: 'e', type: 'CREATED', createdAt: '7', data: { orderId: 'o', id: 'other' } },
    { eventId: 'e', eventType: 'CREATED', createdAt: '7', order: { id: 'o' } },
    { eventId: 'e', eventType: 'CREATED', createdAt: '7', orderURL: 'https://host/v2/orders/o?full=1' },
    '{"merchantId":"m","orderId":"o","id":"e","type":"CREATED","createdAt":"7","note',
  ])('finds its order: %j', (raw) => {
    expect(parseEvent(raw)).toMatchObject({
      event: { eventId: 'e', orderId: 'o', eventType: 'CREATED', createdAt: '7' },
    })
  })

  it('keeps the id of an event that names no order, because it must be acknowledged', () => {
    expect(parseEvent({ eventId: 'e1', eventType: 'CREATED' })).toMatchObject({ ok: false, eventId: 'e1' })
  })

  it.each([null, 3, 'CREATED', [], {}, { eventId: '', orderId: 'o' }, { eventId: {}, orderId: 'o' }])(
    'does not fail for %j',
    (raw) => {
      expect(parseEvent(raw)).toMatchObject({ ok: false, eventId: undefined })
    },
  )
})

describe('the name of an event type', () => {
  it.each([
    ['ORDER_CREATED', 'CREATED'],
    ['CREATED', 'CREATED'],
    ['ORDER_CANCELLED', 'CANCELLED'],
    ['ORDER_CANCELLATION_REQUEST_DENIED', 'CANCELLATION_REQUEST_DENIED'],
    ['ORDER_COLLECTED', 'ORDER_COLLECTED'],
    ['ORDER_ORDER_COLLECTED', 'ORDER_COLLECTED'],
    ['ORDER_LOST', 'ORDER_LOST'],
    ['ORDER_', 'ORDER_'],
    ['', ''],
  ])('%s is %s', (type, name) => {
    expect(eventName(type)).toBe(name)
  })
})

describe('the steps of a courier, in the words of other platforms', () => {
  it.each([
    ['RIDER_ARRIVED_AT_STORE', ['COURIER_ARRIVED_AT_RESTAURANT', 'Courier arrived', 'DELIVERY_PERSON_AT_STORE']],
    ['RIDER_ARRIVED_AT_STORE', ['ARRIVED_AT_MERCHANT', 'driver-has-arrived', 'DELIVERYMAN_ARRIVED', 'RIDER_AT_SHOP']],
    ['RIDER_ARRIVED_AT_STORE', ['MOTOBOY_ARRIVED_AT_PICKUP_POINT', 'DELIVERY_ARRIVED_AT_ORIGIN', 'COURIER_AT_PICKUP']],
    ['PICKUP_ONGOING', ['COURIER_GOING_TO_STORE', 'DRIVER_ON_THE_WAY_TO_RESTAURANT', 'RIDER_HEADING_TO_MERCHANT']],
    ['ARRIVED_AT_CUSTOMER', ['COURIER_ARRIVED_AT_CUSTOMER', 'DRIVER_AT_DESTINATION', 'ARRIVED_AT_CLIENT']],
    ['DELIVERY_ONGOING', ['COURIER_ON_THE_WAY_TO_CUSTOMER', 'GOING_TO_DESTINATION']],
  ])('%s is also %j', (name, sent) => {
    expect(sent.map(eventName)).toEqual(sent.map(() => name))
  })

  it.each([
    'ARRIVED',
    'ORDER_ARRIVED',
    'RIDER_ASSIGNED',
    'STORE_CLOSED',
    'CUSTOMER_ARRIVED_AT_STORE',
    'ATTORNEY_STORE',
  ])('but not %s', (sent) => {
    expect(eventName(sent)).toBe(sent)
  })
})

it.each([
  ['orderCancellationRequest', 'ORDER_CANCELLATION_REQUEST'],
  ['Cancelled-Denied', 'CANCELLED_DENIED'],
  ['CANCELLATION_DENIED', 'CANCELLED_DENIED'],
  ['pickup area assigned', 'PICKUP_AREA_ASSIGNED'],
  ['RecommendedPreparationStart', 'RECOMMENDED_PREPARATION_START'],
])('%s of 1.x is %s', (sent, name) => {
  expect(eventName(sent)).toBe(name)
  expect(decidingName(sent)).toBe(name)
})
