import { describe, expect, it } from 'vitest'
import type { ActAnswer } from '../../../electron/platform/answers.ts'
import type { TapState } from '../../../electron/storage/ports.ts'
import { SENT_PATIENCE_MS, settleTap } from '../../../electron/sync/read-results.ts'
import { verdictOf } from '../../../electron/sync/tap-posts.ts'
import { QUEUED_ACTIONS } from '../../../shared/order/lifecycle.ts'
import { tapOf } from '../../fixtures/tap.ts'

const AT = 10_000_000
const random = () => 0.5
const refused = (status: number): ActAnswer => ({ kind: 'refused', status, code: 'SOME_CODE', message: undefined })
const unavailable = (cause: 'network' | 'timeout' | 'throttled' | 'server', retryAfterMs?: number): ActAnswer => ({
  kind: 'unavailable',
  cause,
  retryAfterMs,
})

/** Each answer that a POST can get, and the resulting state of the tap (docs/protocol.md, "Lifecycle"). */
const answers: readonly (readonly [string, ActAnswer, TapState, string | undefined])[] = [
  ['202', { kind: 'accepted', status: 202 }, 'sent', undefined],
  ['200', { kind: 'accepted', status: 200 }, 'sent', undefined],
  ['409', refused(409), 'disputed', undefined],
  ['422', refused(422), 'disputed', undefined],
  ['403', refused(403), 'conflict', 'forbidden'],
  ['404 within the lag', refused(404), 'queued', undefined],
  ['400', refused(400), 'conflict', 'rejected'],
  ['410', refused(410), 'conflict', 'rejected'],
  ['401 twice', { kind: 'unauthorized', cause: 'credentials-refused' }, 'queued', undefined],
  ['429', unavailable('throttled', 5_000), 'queued', undefined],
  ['503', unavailable('server'), 'queued', undefined],
  ['time-out', unavailable('timeout'), 'queued', undefined],
  ['no network', unavailable('network'), 'queued', undefined],
]

describe('the verdict on each answer to each action', () => {
  it.each(QUEUED_ACTIONS.flatMap((action) => answers.map((answer) => [action, ...answer] as const)))(
    '%s answered %s: %3$s',
    (action, _name, answer, state, reason) => {
      const tap = tapOf({ action, state: 'sending', attempts: 1, firstAttemptAt: AT })
      const { changes } = verdictOf(tap, answer, { tapsOfOrder: [tap], at: AT, random })
      expect(changes).toHaveLength(1)
      expect(changes[0]).toMatchObject({ tapId: tap.tapId, state, onlyFrom: ['sending'] })
      expect(changes[0]?.reason).toBe(reason)
      if (state === 'queued') expect(changes[0]?.nextAttemptAt).toBeGreaterThan(AT)
    },
  )

  it('counts the two minutes of a 404 from the first answer, not from an attempt without an answer', () => {
    const tap = tapOf({ state: 'sending', attempts: 2, firstAttemptAt: AT - 3_600_000 })
    const { changes } = verdictOf(tap, refused(404), { tapsOfOrder: [tap], at: AT, random })
    expect(changes[0]).toMatchObject({ state: 'queued', answeredAt: AT })
    const again = tapOf({ ...tap, answeredAt: AT - 119_000 })
    expect(verdictOf(again, refused(404), { tapsOfOrder: [again], at: AT, random }).changes[0]).toMatchObject({
      state: 'queued',
      answeredAt: AT - 119_000,
    })
  })

  it('ends with a 403 the taps that wait behind it, and changes no settled tap', () => {
    const tap = tapOf({ tapId: 'a', state: 'sending', attempts: 1 })
    const others = [
      tapOf({ tapId: 'b', state: 'queued' }),
      tapOf({ tapId: 'c', state: 'held' }),
      tapOf({ tapId: 'd', state: 'confirmed' }),
    ]
    const { changes } = verdictOf(tap, refused(403), { tapsOfOrder: [tap, ...others], at: AT, random })
    expect(changes.map(({ tapId, onlyFrom }) => [tapId, onlyFrom])).toEqual([
      ['a', ['sending']],
      ['b', ['queued']],
      ['c', ['held']],
    ])
  })
})

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
