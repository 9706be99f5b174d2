import { describe, expect, it } from 'vitest'
import type { StoredEvent, Tap, TapState } from '../../../electron/storage/ports.ts'
import { SENT_PATIENCE_MS, settleTap } from '../../../electron/sync/settle.ts'
import type { QueuedAction } from '../../../shared/lifecycle.ts'
import { tapOf } from '../../fixtures/tap.ts'

const AT = 1_000_000

const settle = (tap: Tap, status: string, beganAt = AT, events: readonly StoredEvent[] = []) =>
  settleTap(tap, { status, beganAt, at: beganAt + 5 }, events)

const inState = (state: TapState, action: QueuedAction = 'confirm', more: Partial<Tap> = {}) =>
  tapOf({ state, action, attempts: 1, firstAttemptAt: AT - 100, answeredAt: AT - 50, ...more })

describe('what a read settles', () => {
  it.each(['held', 'queued', 'sent', 'disputed'] as const)('%s and the target reached: confirmed', (state) => {
    expect(settle(inState(state), 'PREPARING')).toMatchObject({ state: 'confirmed', onlyFrom: [state] })
  })

  it.each(['held', 'queued', 'sent', 'disputed'] as const)('%s and the order cancelled: reports it', (state) => {
    expect(settle(inState(state), 'CANCELLED')).toMatchObject({ state: 'conflict', reason: 'order-cancelled' })
  })

  it.each(['held', 'queued', 'sent', 'disputed'] as const)(
    '%s cancellation request and the order delivered',
    (state) => {
      expect(settle(inState(state, 'requestCancellation'), 'DELIVERED')).toMatchObject({
        state: 'conflict',
        reason: 'order-over',
      })
    },
  )

  it.each(['sending', 'confirmed', 'conflict', 'undone'] as const)('%s is not changed', (state) => {
    expect(settle(inState(state), 'CANCELLED')).toBeUndefined()
    expect(settle(inState(state), 'CONFIRMED')).toBeUndefined()
  })

  it('a dispute is decided only by a read that began after the answer', () => {
    const tap = inState('disputed', 'preparing', { answeredAt: AT })
    expect(settle(tap, 'CONFIRMED', AT - 1)).toBeUndefined()
    expect(settle(tap, 'CONFIRMED', AT)).toMatchObject({ state: 'conflict', reason: 'invalid-transition' })
  })

  it('an accepted call without effect waits, is repeated, and ends as a conflict', () => {
    const tap = inState('sent', 'preparing', { answeredAt: AT })
    expect(settle(tap, 'CONFIRMED', AT + SENT_PATIENCE_MS - 1)).toBeUndefined()
    expect(settle(tap, 'CONFIRMED', AT + SENT_PATIENCE_MS)).toMatchObject({ state: 'queued', onlyFrom: ['sent'] })
    expect(settle({ ...tap, attempts: 4 }, 'CONFIRMED', AT + SENT_PATIENCE_MS)).toMatchObject({
      state: 'conflict',
      reason: 'not-applied',
    })
  })

  it('a cancellation request stays open without an answer', () => {
    const tap = inState('sent', 'requestCancellation', { answeredAt: AT })
    expect(settle(tap, 'PREPARING', AT + 100 * SENT_PATIENCE_MS)).toBeUndefined()
  })

  it('a denial counts only when it came after the request', () => {
    const tap = inState('sent', 'requestCancellation', { firstAttemptAt: AT })
    const denied = (receivedAt: number): StoredEvent => ({
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
    const told = (receivedAt: number, eventType = 'CANCELLATION_REQUESTED'): StoredEvent => ({
      eventId: `e-${eventType}`,
      orderId: 'o',
      eventType,
      receivedAt,
      metadata: undefined,
    })
    const queued = inState('queued', 'requestCancellation', { firstAttemptAt: AT, answeredAt: undefined })
    expect(settle(queued, 'PREPARING', AT + 10, [told(AT)])).toEqual({
      tapId: queued.tapId,
      state: 'sent',
      answeredAt: AT + 15,
      onlyFrom: ['queued'],
    })
    const both = [told(AT + 1), told(AT + 2, 'CANCELLATION_REQUEST_DENIED')]
    expect(settle(queued, 'PREPARING', AT + 10, both)).toMatchObject({ reason: 'cancellation-denied' })
    // Somebody else's, from before.
    expect(settle(queued, 'PREPARING', AT + 10, [told(AT - 1)])).toBeUndefined()
    expect(settle({ ...queued, firstAttemptAt: undefined }, 'PREPARING', AT + 10, [told(AT)])).toBeUndefined()
    for (const state of ['held', 'sent'] as const) {
      expect(settle({ ...queued, state }, 'PREPARING', AT + 10, [told(AT)])).toBeUndefined()
    }
    expect(settle({ ...queued, action: 'confirm' }, 'CREATED', AT + 10, [told(AT)])).toBeUndefined()
  })

  it('an unknown status settles nothing', () => {
    expect(settle(inState('sent'), 'ON_THE_GRILL')).toBeUndefined()
  })
})
