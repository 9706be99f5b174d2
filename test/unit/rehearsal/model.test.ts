import { describe, expect, it } from 'vitest'
import { MOVES } from '../../../electron/rehearsal/vocabulary.ts'
import { createTestModel, KITCHEN, OTHER } from './test-model.ts'

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

  it('accepts a repeated move, and sends no event for it', () => {
    const { model, place, eventTypes } = createTestModel()
    const { id } = place()
    model.act(KITCHEN, id, 'confirm')
    expect(model.act(KITCHEN, id, 'confirm')).toEqual({ kind: 'accepted', applied: false })
    expect(eventTypes(id)).toEqual(['CREATED', 'CONFIRMED'])
  })

  it('ends TAKEOUT with delivered and refuses its dispatch', () => {
    const { model, place } = createTestModel()
    const { id } = place({ orderType: 'TAKEOUT', startsAs: 'READY' })
    expect(model.act(KITCHEN, id, 'dispatch').kind).toBe('conflict')
    expect(model.act(KITCHEN, id, 'delivered')).toEqual({ kind: 'accepted', applied: true })
  })

  it('finds neither orders that do not exist nor orders of another app', () => {
    const { model, place } = createTestModel()
    const { id } = place()
    expect(model.act(KITCHEN, 'no-such-order', 'confirm')).toEqual({ kind: 'unknown' })
    expect(model.act(OTHER, id, 'confirm')).toEqual({ kind: 'forbidden' })
    expect(model.read(OTHER, id)).toEqual({ kind: 'forbidden' })
    expect(model.validateCode(OTHER, id, '1')).toEqual({ kind: 'forbidden' })
    expect(model.requestCancellation(OTHER, id, REQUEST)).toEqual({ kind: 'forbidden' })
    expect(model.order(id)?.status).toBe('CREATED')
  })

  it('starts in the given status, with the earlier events in the past', () => {
    const { model, clock, place, eventTypes } = createTestModel()
    const { id } = place({ orderType: 'DELIVERY', startsAs: 'READY', backdateMs: 600_000 })
    expect(eventTypes(id)).toEqual(['CREATED', 'CONFIRMED', 'PREPARING', 'READY_FOR_PICKUP'])
    expect(model.order(id)?.history.map((step) => clock.now - step.at)).toEqual([600_000, 450_000, 300_000, 150_000])
  })

  it('sends the courier’s events, and hands over with ORDER_COLLECTED', () => {
    const { model, place } = createTestModel()
    const { id } = place({ orderType: 'DELIVERY', startsAs: 'READY' })
    model.courier(id, 'RIDER_ARRIVED_AT_STORE')
    expect(model.order(id)?.status).toBe('READY')
    model.courier(id, 'ORDER_COLLECTED')
    expect(model.order(id)).toMatchObject({ status: 'IN_DELIVERY', lastEvent: 'ORDER_COLLECTED' })
    expect(model.courier(place({ orderType: 'TAKEOUT' }).id, 'PICKUP_ONGOING')).toBe(false)
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

  it('accepts the right delivery code only, and sends no event', () => {
    const { model, place, eventTypes } = createTestModel()
    const { id } = place({ deliveryCode: '735194' })
    expect(model.validateCode(KITCHEN, id, '735194')).toEqual({ kind: 'valid' })
    expect(model.validateCode(KITCHEN, id, '000000')).toEqual({ kind: 'invalid' })
    expect(eventTypes(id)).toEqual(['CREATED'])
  })

  it('cannot be read at first when reads are behind the events', () => {
    const { model, clock, place } = createTestModel()
    const counted = place({ readLag: { reads: 2 } })
    expect([1, 2, 3].map(() => model.read(KITCHEN, counted.id).kind)).toEqual(['lagging', 'lagging', 'found'])
    const timed = place({ readLag: { ms: 1000 } })
    expect(model.read(KITCHEN, timed.id).kind).toBe('lagging')
    clock.now += 1000
    expect(model.read(KITCHEN, timed.id).kind).toBe('found')
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
  it('that is accepted: the status changes only with CANCELLED', () => {
    const { model, clock, place, eventTypes } = createTestModel({ cancellation: { answer: 'accept', delayMs: 50 } })
    const { id } = place({ startsAs: 'PREPARING' })
    expect(model.requestCancellation(KITCHEN, id, REQUEST)).toEqual({ kind: 'accepted', applied: true })
    expect(model.order(id)).toMatchObject({ status: 'PREPARING', cancellationRequested: true })
    clock.now += 50
    expect(model.order(id)).toMatchObject({ status: 'CANCELLED', cancellationRequested: false, cancelled: true })
    expect(eventTypes(id).slice(-3)).toEqual(['CANCELLATION_REQUESTED', 'CANCELLATION_REQUEST_ACCEPTED', 'CANCELLED'])
    expect(model.events().at(-1)?.metadata).toEqual(REQUEST)
    expect(model.requestCancellation(KITCHEN, id, REQUEST)).toEqual({ kind: 'accepted', applied: false })
    expect(model.act(KITCHEN, id, 'confirm').kind).toBe('conflict')
  })

  it('that is denied: the order continues, and a new request is possible', () => {
    const { model, place, eventTypes } = createTestModel()
    const { id } = place({ cancellation: { answer: 'deny', delayMs: 0 } })
    model.requestCancellation(KITCHEN, id, REQUEST)
    expect(model.order(id)).toMatchObject({ status: 'CREATED', cancellationRequested: false })
    expect(eventTypes(id).slice(-2)).toEqual(['CANCELLATION_REQUESTED', 'CANCELLATION_REQUEST_DENIED'])
    expect(model.requestCancellation(KITCHEN, id, REQUEST)).toEqual({ kind: 'accepted', applied: true })
  })

  it('that is not answered: nothing changes until a manual decision', () => {
    const { model, clock, place, eventTypes } = createTestModel()
    const { id } = place({ cancellation: { answer: 'silent', delayMs: 0 } })
    model.requestCancellation(KITCHEN, id, REQUEST)
    clock.now += 86_400_000
    expect(eventTypes(id)).toEqual(['CREATED', 'CANCELLATION_REQUESTED'])
    expect(model.decideCancellation(id, 'accept')).toBe(true)
    expect(model.order(id)?.status).toBe('CANCELLED')
    expect(model.decideCancellation(id, 'accept')).toBe(false)
  })

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

  it('by the platform is final and needs no request', () => {
    const { model, place, eventTypes } = createTestModel()
    const { id } = place({ startsAs: 'PREPARING' })
    expect(model.cancel(id, 'CUSTOMER_REQUEST', 'Desistiu')).toBe(true)
    expect(eventTypes(id).at(-1)).toBe('CANCELLED')
    expect(model.cancel(id, 'CUSTOMER_REQUEST', 'Desistiu')).toBe(false)
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

  it('distinguishes ids never delivered and unknown ids from the others', () => {
    const { model, place } = createTestModel()
    place()
    const eventId = model.events()[0]?.eventId ?? ''
    const sorted = model.acknowledge(KITCHEN, [eventId, 'made-up'])
    expect(sorted).toEqual({ accepted: [], repeated: [], neverDelivered: [eventId], unknown: ['made-up'] })
    expect(idsOf(model.poll(KITCHEN))).toEqual([eventId])
  })

  it('separates apps, and merchants if requested', () => {
    const { model, place } = createTestModel()
    place({ merchantId: 'm1' })
    place({ merchantId: 'm2' })
    place({ merchantId: 'm3' })
    expect(model.poll(KITCHEN).events).toHaveLength(2)
    expect(model.poll(OTHER).events).toHaveLength(1)
    expect(model.poll(KITCHEN, { merchantIds: ['m2'] }).events.map((event) => event.merchantId)).toEqual(['m2'])
  })

  it('never sends the events that a type filter leaves out', () => {
    const { model, place } = createTestModel()
    const { id } = place()
    model.act(KITCHEN, id, 'confirm')
    const page = model.poll(KITCHEN, { eventTypes: ['CONFIRMED'] })
    expect(page.events.map((event) => event.eventType)).toEqual(['CONFIRMED'])
    expect(page.filteredOut).toHaveLength(1)
    expect(model.poll(KITCHEN).events.map((event) => event.eventType)).toEqual(['CONFIRMED'])
  })

  it('fills a page with at most 1000 events', () => {
    const { model, place } = createTestModel()
    for (let count = 0; count < 1001; count += 1) place({ itemCount: 1 })
    expect(model.poll(KITCHEN).events).toHaveLength(1000)
    expect(model.poll(KITCHEN, { limit: 5 }).events).toHaveLength(5)
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

describe('reproducibility', () => {
  const history = (seed: number) => {
    const { model, clock, place, random } = createTestModel({ seed })
    for (let step = 0; step < 20; step += 1) {
      const { id } = place({ itemCount: 1 })
      for (const move of MOVES) if (random() < 0.7) model.act(KITCHEN, id, move)
      model.acknowledge(
        KITCHEN,
        model.poll(KITCHEN).events.flatMap((event) => event.eventId ?? []),
      )
      clock.now += 1000
    }
    return JSON.stringify([model.events(), model.orders()])
  }

  it('the same seed gives the same history, and another seed gives another history', () => {
    expect(history(3)).toBe(history(3))
    expect(history(3)).not.toBe(history(4))
  })
})
