import { describe, expect, it } from 'vitest'
import type { ActAnswer } from '../../../electron/platform/answers.ts'
import type { TapChange } from '../../../electron/storage/ports.ts'
import { SENT_PATIENCE_MS, settleTap } from '../../../electron/sync/settle-taps.ts'
import { verdictOf } from '../../../electron/sync/tap-verdict.ts'
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
const sent: Partial<TapChange> = { state: 'sent', answeredAt: AT, accepted: true }
const disputed = (detail: string | undefined): Partial<TapChange> => ({ state: 'disputed', detail, answeredAt: AT })
const conflict = (reason: NonNullable<TapChange['reason']>): Partial<TapChange> => ({
  state: 'conflict',
  reason,
  detail: 'SOME_CODE',
  answeredAt: AT,
  settledAt: AT,
})
const again = (afterMs: number): Partial<TapChange> => ({ state: 'queued', nextAttemptAt: AT + afterMs })

/**
 * Each answer that a POST can get, the resulting change of the tap (docs/protocol.md, "Lifecycle"), and for how long all
 * taps wait.
 */
const answers: readonly (readonly [string, ActAnswer, Partial<TapChange>, waits?: object])[] = [
  ['202', { kind: 'accepted', status: 202 }, sent],
  ['200', { kind: 'accepted', status: 200 }, sent],
  ['409', refused(409), disputed('SOME_CODE')],
  ['409 with a message', { kind: 'refused', status: 409, code: 'X', message: 'Não pode' }, disputed('Não pode')],
  ['422', refused(422), disputed('SOME_CODE')],
  ['422 without words', { kind: 'refused', status: 422 }, disputed(undefined)],
  ['403', refused(403), conflict('forbidden')],
  ['401 for this order alone', refused(401), conflict('forbidden')],
  ['404 within the lag', refused(404), { ...again(625), answeredAt: AT }],
  ['400', refused(400), conflict('rejected')],
  [
    '400 with the code of 409',
    { kind: 'refused', status: 400, code: 'INVALID_ORDER_STATE_TRANSITION' },
    disputed('INVALID_ORDER_STATE_TRANSITION'),
  ],
  ['410', refused(410), conflict('rejected')],
  ['401 twice', { kind: 'unauthorized', cause: 'credentials-refused' }, again(30_000), { unauthorizedMs: 30_000 }],
  ['429', unavailable('throttled', 60_000), again(60_625), { retryAfterMs: 60_000 }],
  ['503', unavailable('server'), again(625)],
  ['time-out', unavailable('timeout'), again(625)],
  ['no network', unavailable('network'), again(625)],
]

describe('the verdict on each answer to each action', () => {
  const cases = QUEUED_ACTIONS.flatMap((action) =>
    answers.map(([name, answer, change, waits]) => ({ action, name, answer, change, waits })),
  )
  it.each(cases)('$action answered $name', ({ action, answer, change, waits }) => {
    const tap = tapOf({ action, state: 'sending', attempts: 2, firstAttemptAt: AT - 5_000 })
    expect(verdictOf(tap, answer, { tapsOfOrder: [tap], at: AT, random })).toEqual({
      changes: [{ tapId: tap.tapId, onlyFrom: ['sending'], ...change }],
      retryAfterMs: 0,
      unauthorizedMs: 0,
      ...waits,
    })
  })

  it('counts the two minutes of a 404 from the first answer, not from an attempt without an answer', () => {
    const tap = tapOf({ state: 'sending', attempts: 2, firstAttemptAt: AT - 3_600_000 })
    const { changes } = verdictOf(tap, refused(404), { tapsOfOrder: [tap], at: AT, random })
    expect(changes[0]).toMatchObject({ state: 'queued', answeredAt: AT })
    const second = tapOf({ ...tap, answeredAt: AT - 119_000 })
    expect(verdictOf(second, refused(404), { tapsOfOrder: [second], at: AT, random }).changes[0]).toMatchObject({
      state: 'queued',
      answeredAt: AT - 119_000,
    })
    const late = tapOf({ ...tap, answeredAt: AT - 120_000 })
    expect(verdictOf(late, refused(404), { tapsOfOrder: [late], at: AT, random }).changes).toEqual([
      { tapId: tap.tapId, onlyFrom: ['sending'], ...conflict('not-found') },
    ])
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

const NOTHING = { events: [], statusesRead: new Set<string>() }
const reading = (status: string, beganAt = AT) => ({ status, beganAt, at: beganAt + 5 })

describe('the effects of a read', () => {
  it.each(['held', 'queued'] as const)('%s and still possible: nothing changes, at any time', (state) => {
    expect(settleTap(tapOf({ state, attempts: 9, answeredAt: 0 }), reading('CREATED'), NOTHING)).toBeUndefined()
  })

  it('a dispute without a stored answer is decided by the next read', () => {
    expect(settleTap(tapOf({ state: 'disputed' }), reading('CREATED', 0), NOTHING)).toMatchObject({
      state: 'conflict',
      reason: 'invalid-transition',
      onlyFrom: ['disputed'],
    })
  })

  it('sent without an effect: repeated after a minute, and ended after the fourth time', () => {
    const tap = tapOf({ state: 'sent', attempts: 3, answeredAt: AT - SENT_PATIENCE_MS })
    expect(SENT_PATIENCE_MS).toBe(60_000)
    expect(settleTap(tap, reading('CREATED'), NOTHING)).toEqual({
      tapId: 'tap-1',
      state: 'queued',
      nextAttemptAt: AT + 5,
      onlyFrom: ['sent'],
    })
    expect(settleTap({ ...tap, attempts: 4 }, reading('CREATED'), NOTHING)).toEqual({
      tapId: 'tap-1',
      state: 'conflict',
      reason: 'not-applied',
      settledAt: AT + 5,
      onlyFrom: ['sent'],
    })
    expect(
      settleTap({ ...tap, answeredAt: undefined }, reading('CREATED', SENT_PATIENCE_MS - 1), NOTHING),
    ).toBeUndefined()
    expect(settleTap({ ...tap, answeredAt: undefined }, reading('CREATED', SENT_PATIENCE_MS), NOTHING)).toMatchObject({
      state: 'queued',
    })
  })
})
