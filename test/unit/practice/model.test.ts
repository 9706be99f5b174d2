import { describe, expect, it } from 'vitest'
import { createTestModel, KITCHEN } from './test-model.ts'

const REQUEST = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou a massa' }

describe('the model of an order', () => {
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
