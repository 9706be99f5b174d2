import { describe, expect, it } from 'vitest'
import type { StoredEvent, Tap, TapState } from '../../../electron/storage/ports.ts'
import { SENT_PATIENCE_MS, settleTap, settleTaps } from '../../../electron/sync/settle-taps.ts'
import type { QueuedAction } from '../../../shared/order/lifecycle.ts'
import { tapOf } from '../../fixtures/tap.ts'

const AT = 1_000_000
/** A read a minute after the times of the events below. */
const LATER = Date.parse('2026-03-02T12:01:00Z')

const evidence = (events: readonly StoredEvent[] = [], ...read: readonly string[]) => ({
  events,
  statusesRead: new Set(read),
})
const settle = (tap: Tap, status: string, beganAt = AT, events: readonly StoredEvent[] = []) =>
  settleTap(tap, { status, beganAt, at: beganAt + 5 }, evidence(events))

const inState = (state: TapState, action: QueuedAction = 'confirm', more: Partial<Tap> = {}) =>
  tapOf({ state, action, attempts: 1, firstAttemptAt: AT - 100, answeredAt: AT - 50, ...more })

describe('the effect of a read on a tap', () => {
  it.each(['held', 'queued', 'sent', 'disputed'] as const)(
    'is confirmed in the state %s when the target was reached',
    (state) => {
      expect(settle(inState(state), 'PREPARING')).toEqual({
        tapId: 'tap-1',
        state: 'confirmed',
        settledAt: AT + 5,
        onlyFrom: [state],
      })
    },
  )

  it.each(['held', 'queued', 'sent', 'disputed'] as const)(
    'is a conflict in the state %s when the order was cancelled',
    (state) => {
      expect(settle(inState(state), 'CANCELLED')).toEqual({
        tapId: 'tap-1',
        state: 'conflict',
        reason: 'order-cancelled',
        settledAt: AT + 5,
        onlyFrom: [state],
      })
    },
  )

  it.each(['held', 'queued', 'sent', 'disputed'] as const)(
    'is a conflict for a cancellation request in the state %s when the order was delivered',
    (state) => {
      expect(settle(inState(state, 'requestCancellation'), 'DELIVERED')).toMatchObject({
        state: 'conflict',
        reason: 'order-over',
      })
    },
  )

  it.each(['sending', 'confirmed', 'conflict', 'undone'] as const)('is nothing in the state %s', (state) => {
    const known = evidence([], 'CONFIRMED')
    expect(settleTap(inState(state), { status: 'CANCELLED', beganAt: AT, at: AT }, known)).toBeUndefined()
    expect(settle(inState(state), 'CONFIRMED')).toBeUndefined()
  })

  it('a dispute is decided only by a read that began after the answer', () => {
    const tap = inState('disputed', 'preparing', { answeredAt: AT })
    expect(settle(tap, 'CONFIRMED', AT - 1)).toBeUndefined()
    expect(settle(tap, 'CONFIRMED', AT)).toMatchObject({ state: 'conflict', reason: 'invalid-transition' })
    // An earlier attempt with a lost answer may have been applied; reads may lag behind it.
    const repeated = { ...tap, attempts: 2 }
    expect(settle(repeated, 'CONFIRMED', AT + SENT_PATIENCE_MS - 1)).toBeUndefined()
    expect(settle(repeated, 'CONFIRMED', AT + SENT_PATIENCE_MS)?.state).toBe('conflict')
  })

  it('a cancellation request stays open without an answer', () => {
    const tap = inState('sent', 'requestCancellation', { answeredAt: AT })
    expect(settle(tap, 'PREPARING', AT + 100 * SENT_PATIENCE_MS)).toBeUndefined()
  })

  it('a denial counts only when it came after the request', () => {
    const tap = inState('sent', 'requestCancellation', { firstAttemptAt: AT })
    const denied = (receivedAt: number): StoredEvent => ({
      seq: 1,
      eventId: 'e',
      orderId: 'o',
      eventType: 'CANCELLATION_REQUEST_DENIED',
      receivedAt,
      metadata: undefined,
    })
    expect(settle(tap, 'PREPARING', AT + 10, [denied(AT - 1)])).toBeUndefined()
    expect(settle(tap, 'PREPARING', AT + 10, [denied(AT + 1)])).toMatchObject({ reason: 'cancellation-denied' })
  })

  it('a cancellation request that an event reports has arrived, and is not repeated', () => {
    const cancellationEvent = (receivedAt: number, eventType = 'CANCELLATION_REQUESTED'): StoredEvent => ({
      seq: 1,
      eventId: `e-${eventType}`,
      orderId: 'o',
      eventType,
      receivedAt,
      metadata: undefined,
    })
    const queued = inState('queued', 'requestCancellation', { firstAttemptAt: AT, answeredAt: undefined })
    expect(settle(queued, 'PREPARING', AT + 10, [cancellationEvent(AT)])).toEqual({
      tapId: queued.tapId,
      state: 'sent',
      answeredAt: AT + 15,
      onlyFrom: ['queued'],
    })
    const both = [cancellationEvent(AT + 1), cancellationEvent(AT + 2, 'CANCELLATION_REQUEST_DENIED')]
    expect(settle(queued, 'PREPARING', AT + 10, both)).toMatchObject({ reason: 'cancellation-denied' })
    // An earlier request from another device.
    expect(settle(queued, 'PREPARING', AT + 10, [cancellationEvent(AT - 1)])).toBeUndefined()
    expect(
      settle({ ...queued, firstAttemptAt: undefined }, 'PREPARING', AT + 10, [cancellationEvent(AT)]),
    ).toBeUndefined()
    for (const state of ['held', 'sent'] as const) {
      expect(settle({ ...queued, state }, 'PREPARING', AT + 10, [cancellationEvent(AT)])).toBeUndefined()
    }
    expect(settle({ ...queued, action: 'confirm' }, 'CREATED', AT + 10, [cancellationEvent(AT)])).toBeUndefined()
  })

  describe('requests and denials are counted, in any order of their arrival', () => {
    const REQUESTED = 'CANCELLATION_REQUESTED'
    const DENIED = 'CANCELLATION_REQUEST_DENIED'
    /** `R` is a request and `D` a denial, in the order of their arrival. `R2` was created in second 2. */
    const arrived = (story: string): readonly StoredEvent[] =>
      story.split(' ').map((event, at) => ({
        seq: at + 1,
        eventId: `${at}`,
        orderId: 'o',
        eventType: event.startsWith('R') ? REQUESTED : DENIED,
        receivedAt: LATER,
        createdAt: event.length > 1 ? `2026-03-02T12:00:0${event[1]}Z` : undefined,
        metadata: undefined,
      }))
    const request = (state: TapState, sentAfterEvent: number, more: Partial<Tap> = {}) =>
      inState(state, 'requestCancellation', { args: { sentAfterEvent }, answeredAt: LATER - 50, ...more })
    const refused = { reason: 'invalid-transition', settledAt: AT } as const
    const denied = { reason: 'cancellation-denied', settledAt: AT } as const

    it.each([
      ['a late denial of another request changes nothing', request('sent', 1), 'R D', undefined],
      [
        'the own event after a denial of another request: the request stays open',
        request('sent', 1),
        'R D R',
        undefined,
      ],
      [
        'the own event after a denial that was counted for this request: the request is open again',
        request('conflict', 1, denied),
        'R D R',
        'sent',
      ],
      ['an older denial does not settle a request without an answer', request('queued', 1), 'R D', undefined],
      [
        'a denial settles two requests that the platform has joined',
        request('sent', 1, { answeredAt: LATER - 60_000 }),
        'R D',
        'conflict',
      ],
      [
        'a denial from before the request is that of the other request',
        request('sent', 1, { firstAttemptAt: Date.parse('2026-03-02T12:00:04Z'), answeredAt: LATER - 10_000 }),
        'R D1',
        undefined,
      ],
      [
        '… and counts for the request three minutes later without its own event',
        request('sent', 1, { firstAttemptAt: Date.parse('2026-03-02T12:00:04Z'), answeredAt: LATER - 180_000 }),
        'R D1',
        'conflict',
      ],
      ['events out of order, as many denials as requests: no change', request('disputed', 2), 'D R', undefined],
      ['events out of order, more requests than denials: the request is open', request('disputed', 3), 'D R R', 'sent'],
      ['one denial after the requests of two devices denies both', request('sent', 0), 'R1 R2 D3', 'conflict'],
      ['one denial at the time of two requests does not deny both', request('sent', 0), 'R2 R2 D2', undefined],
      [
        'a refused request is open when its event comes after the refusal',
        request('conflict', 0, refused),
        'R',
        'sent',
      ],
      [
        'a refused request is denied when its event and a denial come after the refusal',
        request('conflict', 0, refused),
        'D R',
        'conflict',
      ],
      ['a refused request stays refused without a new event', request('conflict', 1, refused), 'R', undefined],
      [
        'a request that was refused for another reason stays refused',
        request('conflict', 0, { ...refused, reason: 'forbidden' }),
        'R',
        undefined,
      ],
      [
        'a request and its denial, both from before the request, are those of another client',
        request('sent', 0, { firstAttemptAt: Date.parse('2026-03-02T12:00:06Z') }),
        'R1 D2',
        undefined,
      ],
      [
        '… and count for the request three minutes later',
        request('sent', 0, { firstAttemptAt: Date.parse('2026-03-02T12:00:06Z'), answeredAt: LATER - 180_000 }),
        'R1 D2',
        'conflict',
      ],
      [
        'a request and its denial after it are its own',
        request('sent', 0, { firstAttemptAt: Date.parse('2026-03-02T12:00:01Z') }),
        'R1 D2',
        'conflict',
      ],
      [
        'a lost answer: a request and its denial from before the request are those of another client',
        request('queued', 0, { firstAttemptAt: Date.parse('2026-03-02T12:00:06Z'), answeredAt: undefined }),
        'R1 D2',
        undefined,
      ],
    ] as const)('%s', (_, tap, story, state) => {
      expect(settle(tap, 'PREPARING', LATER, arrived(story))?.state).toBe(state)
    })

    it.each([
      ['the dates are an hour ahead', 3_600_000, 3_600_000],
      ['the dates are an hour behind', -3_600_000, -3_600_000],
      ['the dates stepped by an hour after the events arrived', 3_600_000, 0],
    ])('when %s, a denial is not delayed', (_, sentAheadMs, receivedAheadMs) => {
      const events = arrived('R1 D2').map((event) => ({ ...event, receivedAt: LATER + receivedAheadMs }))
      const sentAt = Date.parse('2026-03-02T12:00:01Z') + sentAheadMs
      const tap = request('sent', 0, { firstAttemptAt: sentAt, answeredAt: sentAt + 100 })
      expect(settle(tap, 'PREPARING', LATER + sentAheadMs, events)).toMatchObject({ reason: 'cancellation-denied' })
    })

    it('a refused request that was granted before its event came is confirmed', () => {
      expect(settle(request('conflict', 0, refused), 'CANCELLED', AT, arrived('R'))?.state).toBe('confirmed')
      expect(settle(request('conflict', 0, refused), 'DELIVERED', AT, arrived('R'))).toBeUndefined()
    })

    it('only the last request of an order is corrected', () => {
      const [first, second] = [request('conflict', 0, { ...denied, tapId: 'a' }), request('sent', 2, { tapId: 'b' })]
      const reading = { status: 'PREPARING', beganAt: AT, at: AT }
      expect(settleTaps([first, second], reading, evidence(arrived('R D R')))).toEqual([])
      expect(settleTaps([first], reading, evidence(arrived('R D R')))).toMatchObject([{ tapId: 'a', state: 'sent' }])
    })
  })

  describe('a refusal that a lagging read or a lost answer may have caused', () => {
    const refused = (more: Partial<Tap> = {}) =>
      inState('conflict', 'preparing', { reason: 'invalid-transition', settledAt: AT, ...more })

    it.each(['invalid-transition', 'not-applied', 'not-found', 'rejected', 'order-cancelled'] as const)(
      '%s: a later read that shows the target confirms it',
      (reason) => {
        expect(settle(refused({ reason }), 'PREPARING')).toMatchObject({ state: 'confirmed', onlyFrom: ['conflict'] })
        expect(settle(refused({ reason }), 'READY')?.state).toBe('confirmed')
        expect(settle(refused({ reason }), 'CONFIRMED')).toBeUndefined()
        expect(settle(refused({ reason }), 'CANCELLED')).toBeUndefined()
      },
    )

    it('stays for a tap that was never sent, and for one that is not authorised', () => {
      expect(settle(refused({ attempts: 0 }), 'PREPARING')).toBeUndefined()
      expect(settle(refused({ reason: 'forbidden' }), 'PREPARING')).toBeUndefined()
    })

    it('stays for a tap that was followed by another touch', () => {
      const reading = { status: 'READY', beganAt: AT, at: AT }
      const later = inState('confirmed', 'ready-for-pickup', { tapId: 'later' })
      const follower = inState('conflict', 'ready-for-pickup', { tapId: 'b', args: { follows: 'a' } })
      expect(settleTaps([refused({ tapId: 'a' }), later], reading, evidence())).toEqual([])
      expect(settleTaps([refused({ tapId: 'a' }), follower], reading, evidence())).toMatchObject([{ tapId: 'a' }])
      const refusedToo = { ...refused({ tapId: 'b' }), args: { follows: 'a' } }
      expect(settleTaps([refused({ tapId: 'a' }), refusedToo], reading, evidence())).toMatchObject([
        { tapId: 'a' },
        { tapId: 'b' },
      ])
    })
  })

  it('a dispute waits while a read lags behind the event that announces the effect', () => {
    const tap = inState('disputed', 'preparing')
    const event = (eventType: string, receivedAt: number): StoredEvent => ({
      seq: 1,
      eventId: 'e',
      orderId: 'o',
      eventType,
      receivedAt,
      metadata: undefined,
    })
    expect(settle(tap, 'CONFIRMED', AT, [event('PREPARING', AT)])).toBeUndefined()
    expect(settle(tap, 'CONFIRMED', AT, [event('READY_FOR_PICKUP', AT)])).toBeUndefined()
    for (const other of [event('PREPARING', AT - 121_000), event('CONFIRMED', AT), event('CANCELLED', AT)]) {
      expect(settle(tap, 'CONFIRMED', AT, [other])).toMatchObject({ reason: 'invalid-transition' })
    }
  })

  describe('an archived order', () => {
    const event = (eventType: string): StoredEvent => ({
      seq: 1,
      eventId: `e-${eventType}`,
      orderId: 'o',
      eventType,
      receivedAt: AT,
      metadata: undefined,
    })
    const reading = (status: string) => ({ status, beganAt: AT, at: AT + 5 })
    const lost = { attempts: 2 } as const
    const refusedOnce = { attempts: 1 } as const
    const accepted = { attempts: 2, args: { accepted: true } } as const
    const invalid = { state: 'conflict', reason: 'invalid-transition' } as const
    const over = { state: 'conflict', reason: 'order-over' } as const

    it.each<[string, Tap, ReturnType<typeof evidence>, object | undefined]>([
      ['refused', inState('disputed', 'preparing', refusedOnce), evidence(), invalid],
      [
        'refused, and the order is archived',
        inState('disputed', 'preparing', refusedOnce),
        evidence([event('CONCLUDED')]),
        invalid,
      ],
      [
        'refused, and its event came',
        inState('disputed', 'preparing', refusedOnce),
        evidence([event('PREPARING')]),
        { state: 'confirmed' },
      ],
      [
        'refused, and a later event came',
        inState('disputed', 'preparing', refusedOnce),
        evidence([event('DISPATCHED')]),
        { state: 'confirmed' },
      ],
      [
        'refused, and an earlier event came',
        inState('disputed', 'preparing', refusedOnce),
        evidence([event('CONFIRMED')]),
        invalid,
      ],
      [
        'refused, and a read showed it before',
        inState('disputed', 'preparing', refusedOnce),
        evidence([], 'READY'),
        { state: 'confirmed' },
      ],
      ['answered with 2xx', inState('sent', 'delivered'), evidence(), { state: 'confirmed' }],
      [
        'answered with 2xx, and refused when repeated',
        inState('disputed', 'delivered', accepted),
        evidence(),
        { state: 'confirmed' },
      ],
      [
        'without an answer, refused when repeated',
        inState('disputed', 'delivered', lost),
        evidence(),
        { state: 'concluded' },
      ],
      ['without an answer', inState('queued', 'delivered'), evidence(), { state: 'concluded' }],
      ['never sent', inState('queued', 'delivered', { attempts: 0 }), evidence(), over],
      ['held', inState('held', 'delivered', { attempts: 0 }), evidence(), over],
      [
        'a request to cancel without a decision',
        inState('sent', 'requestCancellation'),
        evidence(),
        { state: 'concluded' },
      ],
      [
        'a request to cancel, delivered before',
        inState('sent', 'requestCancellation'),
        evidence([], 'DELIVERED'),
        over,
      ],
      ['a request to cancel that was refused', inState('disputed', 'requestCancellation'), evidence(), over],
      [
        'a request to cancel that was denied',
        inState('sent', 'requestCancellation'),
        evidence([event('CANCELLATION_REQUEST_DENIED')]),
        { reason: 'cancellation-denied' },
      ],
      [
        'a refused move stays refused',
        inState('conflict', 'preparing', { reason: 'invalid-transition' }),
        evidence(),
        undefined,
      ],
      [
        'a refused move whose event came',
        inState('conflict', 'preparing', { reason: 'not-found' }),
        evidence([event('PREPARING')]),
        { state: 'confirmed' },
      ],
      [
        'unknown, and its event came',
        inState('concluded', 'preparing', lost),
        evidence([event('PREPARING')]),
        { state: 'confirmed' },
      ],
      ['unknown stays unknown', inState('concluded', 'preparing', lost), evidence(), undefined],
    ])('%s', (_, tap, known, ends) => {
      const change = settleTap(tap, reading('CONCLUDED'), known)
      if (ends === undefined) expect(change).toBeUndefined()
      else expect(change).toMatchObject({ ...ends, onlyFrom: [tap.state] })
    })

    const cancelled = { state: 'conflict', reason: 'order-cancelled' } as const
    it.each<[string, Tap, ReturnType<typeof evidence>, object | undefined]>([
      [
        'a move that only the archive had confirmed is corrected',
        inState('confirmed', 'delivered'),
        evidence([], 'READY', 'CONCLUDED'),
        cancelled,
      ],
      [
        'a move that a read had shown stays confirmed',
        inState('confirmed', 'preparing'),
        evidence([], 'READY'),
        undefined,
      ],
      [
        'a move whose event came stays confirmed',
        inState('confirmed', 'preparing'),
        evidence([event('PREPARING')]),
        undefined,
      ],
      ['a move of unknown end is refused', inState('concluded', 'preparing', lost), evidence(), cancelled],
      [
        'a request of unknown end was granted',
        inState('concluded', 'requestCancellation'),
        evidence(),
        { state: 'confirmed' },
      ],
      ['a granted request stays confirmed', inState('confirmed', 'requestCancellation'), evidence(), undefined],
    ])('that turns out to be cancelled: %s', (_, tap, known, ends) => {
      const change = settleTap(tap, reading('CANCELLED'), known)
      if (ends === undefined) expect(change).toBeUndefined()
      else expect(change).toMatchObject({ ...ends, onlyFrom: [tap.state] })
    })
  })

  it('an unknown status settles no tap, unless an event states what the status does not', () => {
    const told = (eventType: string): readonly StoredEvent[] => [
      { seq: 1, eventId: 'e', orderId: 'o', eventType, receivedAt: AT, metadata: undefined },
    ]
    expect(settle(inState('sent'), 'ON_THE_GRILL')).toBeUndefined()
    for (const state of ['sent', 'disputed'] as const) {
      expect(settle(inState(state, 'preparing'), 'ON_THE_GRILL', AT, told('PREPARING'))?.state).toBe('confirmed')
      expect(settle(inState(state, 'preparing'), 'ON_THE_GRILL', AT, told('CONFIRMED'))?.state).not.toBe('confirmed')
      expect(settle(inState(state, 'preparing'), 'CONFIRMED', AT, told('PREPARING'))).toBeUndefined()
    }
    expect(settle(inState('queued', 'preparing'), 'ON_THE_GRILL', AT, told('PREPARING'))).toBeUndefined()
  })
})
