import { describe, expect, it } from 'vitest'
import { MOVES } from '../../../electron/practice/platform/interface.ts'
import { createTestModel, KITCHEN } from './test-model.ts'

const REQUEST = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou a massa' }

describe('the model of an order', () => {
  it('sends an event for each change of a DELIVERY order', () => {
    const { model, place, eventTypes } = createTestModel()
    const { id } = place({ orderType: 'DELIVERY' })
    for (const move of MOVES) expect(model.act(KITCHEN, id, move)).toEqual({ kind: 'accepted', applied: true })
    expect(model.conclude(id)).toBe(true)
    expect(eventTypes(id)).toEqual([
      'CREATED',
      'CONFIRMED',
      'PREPARING',
      'READY_FOR_PICKUP',
      'DISPATCHED',
      'DELIVERED',
      'CONCLUDED',
    ])
    expect(model.order(id)?.history.map((step) => step.status)).toEqual([
      'CREATED',
      'CONFIRMED',
      'PREPARING',
      'READY',
      'IN_DELIVERY',
      'DELIVERED',
      'CONCLUDED',
    ])
  })

  it('cancels an order that is not confirmed before the deadline, and only that', () => {
    const { model, clock, place } = createTestModel({ confirmDeadlineMs: 480_000 })
    const late = place()
    const confirmed = place()
    model.act(KITCHEN, confirmed.id, 'confirm')
    clock.now += 479_999
    expect(model.order(late.id)?.status).toBe('CREATED')
    clock.now += 1
    expect(model.order(late.id)?.status).toBe('CANCELLED')
    expect(model.order(confirmed.id)?.status).toBe('CONFIRMED')
  })

  it('holds an ONDEMAND order until preparation is requested', () => {
    const { model, place, eventTypes } = createTestModel()
    const { id } = place({ orderTiming: 'ONDEMAND' })
    expect(model.order(id)?.preparationRequested).toBe(false)
    model.requestPreparation(id)
    expect(model.order(id)?.preparationRequested).toBe(true)
    expect(eventTypes(id)).toEqual(['CREATED', 'PREPARATION_REQUESTED'])
  })

  it('moves orders automatically where a platform would', () => {
    const automaticDelays = {
      courierSetsOutMs: [10, 10],
      courierArrivesMs: [10, 10],
      courierCollectsMs: [10, 10],
      customerReceivesMs: [100, 100],
      concludesMs: [1000, 1000],
    } as const
    const { model, clock, place, eventTypes } = createTestModel({ automaticDelays })
    const { id } = place({ orderType: 'DELIVERY', startsAs: 'READY', courier: true })
    clock.now += 10_000
    expect(model.order(id)?.status).toBe('CONCLUDED')
    expect(eventTypes(id).slice(4)).toEqual([
      'PICKUP_ONGOING',
      'RIDER_ARRIVED_AT_STORE',
      'ORDER_COLLECTED',
      'DELIVERED',
      'CONCLUDED',
    ])
    expect(
      model
        .order(id)
        ?.history.slice(-3)
        .map((step) => clock.now - step.at),
    ).toEqual([9970, 9870, 8870])
  })
})

describe('cancellation', () => {
  it('does not answer a second request with the answer to the first', () => {
    const { model, clock, place } = createTestModel({ cancellation: { answer: 'accept', delayMs: 100 } })
    const { id } = place()
    model.requestCancellation(KITCHEN, id, REQUEST)
    clock.now += 60
    model.decideCancellation(id, 'deny')
    model.requestCancellation(KITCHEN, id, { ...REQUEST })
    clock.now += 40
    expect(model.order(id)).toMatchObject({ status: 'CREATED', cancellationRequested: true })
    clock.now += 60
    expect(model.order(id)?.status).toBe('CANCELLED')
  })

  it('is denied when the order was delivered before the answer', () => {
    const { model, clock, place, eventTypes } = createTestModel({ cancellation: { answer: 'accept', delayMs: 50 } })
    const { id } = place({ orderType: 'TAKEOUT', startsAs: 'READY' })
    model.requestCancellation(KITCHEN, id, REQUEST)
    model.act(KITCHEN, id, 'delivered')
    clock.now += 50
    expect(model.order(id)?.status).toBe('DELIVERED')
    expect(eventTypes(id).at(-1)).toBe('CANCELLATION_REQUEST_DENIED')
  })
})

describe('the queue of a credential', () => {
  const idsOf = (page: ReturnType<ReturnType<typeof createTestModel>['model']['poll']>) =>
    page.events.map((event) => event.eventId)

  it('sends an event again until it is acknowledged, and never afterwards', () => {
    const { model, place } = createTestModel()
    place()
    const [first] = idsOf(model.poll(KITCHEN))
    expect(idsOf(model.poll(KITCHEN))).toEqual([first])
    expect(model.acknowledge(KITCHEN, [first ?? '']).accepted).toEqual([first])
    expect(idsOf(model.poll(KITCHEN))).toEqual([])
    expect(model.acknowledge(KITCHEN, [first ?? '']).repeated).toEqual([first])
  })

  it('delays a delivered event when configured', () => {
    const { model, clock, place } = createTestModel({ redeliverAfterMs: 30_000 })
    place()
    expect(model.poll(KITCHEN).events).toHaveLength(1)
    expect(model.poll(KITCHEN).events).toHaveLength(0)
    clock.now += 30_000
    expect(model.poll(KITCHEN).events).toHaveLength(1)
  })

  it('sends an event without an id once, and keeps an invalid event with an id', () => {
    const { model } = createTestModel()
    model.publishRaw({ eventType: 'CREATED' }, { merchantId: 'm1' })
    model.publishRaw({ eventId: 'odd', eventType: 42 }, { merchantId: 'm1' })
    expect(model.poll(KITCHEN).events).toHaveLength(2)
    expect(idsOf(model.poll(KITCHEN))).toEqual(['odd'])
    model.acknowledge(KITCHEN, ['odd'])
    expect(model.poll(KITCHEN).events).toHaveLength(0)
  })
})
