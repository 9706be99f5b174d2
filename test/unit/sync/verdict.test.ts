import { describe, expect, it } from 'vitest'
import type { ActAnswer } from '../../../electron/platform/answers.ts'
import type { TapState } from '../../../electron/storage/ports.ts'
import { verdictOf } from '../../../electron/sync/verdict.ts'
import { QUEUED_ACTIONS } from '../../../shared/lifecycle.ts'
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

  it('applies the full time of Retry-After to all orders', () => {
    const tap = tapOf({ state: 'sending', attempts: 1 })
    const day = 86_400_000
    const verdict = verdictOf(tap, unavailable('throttled', day), { tapsOfOrder: [tap], at: AT, random: () => 0 })
    expect(verdict.retryAfterMs).toBe(day)
    expect(verdict.changes[0]?.nextAttemptAt).toBeGreaterThanOrEqual(AT + day)
  })
})
