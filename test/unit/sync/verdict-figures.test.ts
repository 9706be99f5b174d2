import { describe, expect, it } from 'vitest'
import type { ActAnswer } from '../../../electron/platform/answers.ts'
import { SENT_PATIENCE_MS, settleTap } from '../../../electron/sync/settle.ts'
import { verdictOf } from '../../../electron/sync/verdict.ts'
import { tapOf } from '../../fixtures/tap.ts'

const AT = 10_000_000
const sending = tapOf({ state: 'sending', attempts: 2, firstAttemptAt: AT - 5_000 })
const verdict = (answer: ActAnswer, tap = sending, others: readonly ReturnType<typeof tapOf>[] = []) =>
  verdictOf(tap, answer, { tapsOfOrder: [tap, ...others], at: AT, random: () => 0.5 })

const change = { tapId: 'tap-1', onlyFrom: ['sending'] }

describe('the effects of an answer', () => {
  it('accepted: the time of the answer is stored', () => {
    expect(verdict({ kind: 'accepted', status: 202 })).toEqual({
      changes: [{ ...change, state: 'sent', answeredAt: AT }],
      retryAfterMs: 0,
      unauthorizedMs: 0,
    })
  })

  it.each([409, 422])('%i: the tap is disputed, with the platform’s message or else its code', (status) => {
    const disputed = { ...change, state: 'disputed', answeredAt: AT }
    expect(verdict({ kind: 'refused', status, code: 'X', message: 'Não pode' }).changes).toEqual([
      { ...disputed, detail: 'Não pode' },
    ])
    expect(verdict({ kind: 'refused', status, code: 'X' }).changes).toEqual([{ ...disputed, detail: 'X' }])
    expect(verdict({ kind: 'refused', status }).changes).toEqual([{ ...disputed, detail: undefined }])
  })

  it.each([
    [400, 'rejected'],
    [403, 'forbidden'],
  ])('%i: the tap is a conflict at once', (status, reason) => {
    expect(verdict({ kind: 'refused', status, code: 'X' })).toEqual({
      changes: [{ ...change, state: 'conflict', reason, detail: 'X', answeredAt: AT, settledAt: AT }],
      retryAfterMs: 0,
      unauthorizedMs: 0,
    })
  })

  it('404: the tap is repeated after the back-off, for two minutes from the first answer', () => {
    expect(verdict({ kind: 'refused', status: 404 })).toEqual({
      changes: [{ ...change, state: 'queued', nextAttemptAt: AT + 625, answeredAt: AT }],
      retryAfterMs: 0,
      unauthorizedMs: 0,
    })
    const late = tapOf({ ...sending, answeredAt: AT - 120_000 })
    expect(verdict({ kind: 'refused', status: 404, code: 'GONE' }, late).changes).toEqual([
      { ...change, state: 'conflict', reason: 'not-found', detail: 'GONE', answeredAt: AT, settledAt: AT },
    ])
  })

  it('not authorised: all taps wait half a minute', () => {
    expect(verdict({ kind: 'unauthorized', cause: 'credentials-refused' })).toEqual({
      changes: [{ ...change, state: 'queued', nextAttemptAt: AT + 30_000 }],
      retryAfterMs: 0,
      unauthorizedMs: 30_000,
    })
  })

  it('no answer: only this tap waits for the back-off', () => {
    expect(verdict({ kind: 'unavailable', cause: 'network' })).toEqual({
      changes: [{ ...change, state: 'queued', nextAttemptAt: AT + 625 }],
      retryAfterMs: 0,
      unauthorizedMs: 0,
    })
  })

  it('throttled: all taps wait as long as the platform requests', () => {
    expect(verdict({ kind: 'unavailable', cause: 'throttled', retryAfterMs: 60_000 })).toEqual({
      changes: [{ ...change, state: 'queued', nextAttemptAt: AT + 60_625 }],
      retryAfterMs: 60_000,
      unauthorizedMs: 0,
    })
  })

  it('403: waiting taps behind it end for the same reason, and sent taps do not', () => {
    const others = [
      tapOf({ tapId: 'b', state: 'queued' }),
      tapOf({ tapId: 'c', state: 'sent' }),
      tapOf({ tapId: 'd', state: 'disputed' }),
    ]
    expect(verdict({ kind: 'refused', status: 403 }, sending, others).changes.map(({ tapId }) => tapId)).toEqual([
      'tap-1',
      'b',
    ])
  })
})

const reading = (status: string, beganAt = AT) => ({ status, beganAt, at: beganAt + 5 })

describe('the effects of a read', () => {
  it("proved: the time of the read's end is stored", () => {
    expect(settleTap(tapOf({ state: 'queued' }), reading('CONFIRMED'), [])).toEqual({
      tapId: 'tap-1',
      state: 'confirmed',
      settledAt: AT + 5,
      onlyFrom: ['queued'],
    })
  })

  it("impossible: the reason and the time of the read's end are stored", () => {
    expect(settleTap(tapOf({ state: 'held' }), reading('CANCELLED'), [])).toEqual({
      tapId: 'tap-1',
      state: 'conflict',
      reason: 'order-cancelled',
      settledAt: AT + 5,
      onlyFrom: ['held'],
    })
  })

  it.each(['held', 'queued'] as const)('%s and still possible: nothing changes, at any time', (state) => {
    expect(settleTap(tapOf({ state, attempts: 9, answeredAt: 0 }), reading('CREATED'), [])).toBeUndefined()
  })

  it('a dispute without a stored answer is decided by the next read', () => {
    expect(settleTap(tapOf({ state: 'disputed' }), reading('CREATED', 0), [])).toMatchObject({
      state: 'conflict',
      reason: 'invalid-transition',
      onlyFrom: ['disputed'],
    })
  })

  it('sent without an effect: repeated after a minute, and ended after the fourth time', () => {
    const tap = tapOf({ state: 'sent', attempts: 3, answeredAt: AT - SENT_PATIENCE_MS })
    expect(SENT_PATIENCE_MS).toBe(60_000)
    expect(settleTap(tap, reading('CREATED'), [])).toEqual({
      tapId: 'tap-1',
      state: 'queued',
      nextAttemptAt: AT + 5,
      onlyFrom: ['sent'],
    })
    expect(settleTap({ ...tap, attempts: 4 }, reading('CREATED'), [])).toEqual({
      tapId: 'tap-1',
      state: 'conflict',
      reason: 'not-applied',
      settledAt: AT + 5,
      onlyFrom: ['sent'],
    })
    expect(settleTap({ ...tap, answeredAt: undefined }, reading('CREATED', SENT_PATIENCE_MS - 1), [])).toBeUndefined()
    expect(settleTap({ ...tap, answeredAt: undefined }, reading('CREATED', SENT_PATIENCE_MS), [])).toMatchObject({
      state: 'queued',
    })
  })
})
