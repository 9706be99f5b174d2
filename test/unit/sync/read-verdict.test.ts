import { describe, expect, it } from 'vitest'
import type { ReadAnswer } from '../../../electron/platform/answers.ts'
import { readVerdictOf } from '../../../electron/sync/read-verdict.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const BODY = {
  id: 'o-1',
  status: 'CREATED',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ name: 'Pizza', quantity: 1 }],
}

const verdict = (
  answer: ReadAnswer,
  waitedMs: number,
  { attempts = 0, chance = 0, timesUnreadable = 0, hasEnded = false } = {},
) =>
  readVerdictOf({ orderId: 'o-1', attempts }, answer, {
    waitedMs,
    random: () => chance,
    timesUnreadable,
    isKnown: () => false,
    hasEnded: () => hasEnded,
  })
const body = (over: object = {}): ReadAnswer => ({ kind: 'order', body: { ...BODY, ...over } })
const refused = (status: number): ReadAnswer => ({ kind: 'refused', status })

describe('the verdict on a read', () => {
  it('returns the order, by the requested id when the body has none', () => {
    expect(verdict(body(), 0)).toMatchObject({ kind: 'read', order: { status: 'CREATED' }, againMs: undefined })
    expect(verdict(body({ id: null }), 0)).toMatchObject({ kind: 'read', order: { id: 'o-1' } })
  })

  it.each([
    ['another order', body({ id: 'o-2' }), 'another-order'],
    ['an order whose id only begins so', body({ id: 'o-11' }), 'another-order'],
    ['404', refused(404), 'not-found'],
    ['410', refused(410), 'not-found'],
    ['400', refused(400), 'rejected'],
  ])('%s is read again at growing intervals for ten minutes, then it is unreadable', (_what, answer, problem) => {
    expect(verdict(answer, 0)).toEqual({ kind: 'again', waitMs: 500 })
    expect(verdict(answer, 9 * MINUTE, { attempts: 4, chance: 1 })).toEqual({ kind: 'again', waitMs: 16_000 })
    expect(verdict(answer, 10 * MINUTE - 1, { attempts: 30, chance: 1 })).toEqual({ kind: 'again', waitMs: 30_000 })
    expect(verdict(answer, 10 * MINUTE, { attempts: 30 })).toEqual({ kind: 'unreadable', problem, waitMs: MINUTE })
  })

  it('404 of an order that has ended: it is archived after half a minute', () => {
    expect(verdict(refused(404), 30 * SECOND - 1, { hasEnded: true })).toMatchObject({ kind: 'again' })
    expect(verdict(refused(404), 30 * SECOND, { hasEnded: true })).toMatchObject({ problem: 'not-found' })
    expect(verdict(refused(400), 30 * SECOND, { hasEnded: true })).toMatchObject({ kind: 'again' })
  })

  it.each([
    ['a body that is no order', { kind: 'order', body: { code: 'E1' } } as const, MINUTE],
    ['403', refused(403), 15 * MINUTE],
  ])('%s is unreadable at once; the pause doubles with each such answer, up to an hour', (_what, answer, soonest) => {
    const waitMs = (timesUnreadable: number, chance = 0) => {
      const found = verdict(answer, 0, { attempts: 30, timesUnreadable, chance })
      return found.kind === 'unreadable' && found.waitMs
    }
    expect([0, 1, 2].map((times) => waitMs(times))).toEqual([soonest, 2 * soonest, 4 * soonest])
    expect(waitMs(1, 1)).toBeCloseTo(2.2 * soonest)
    expect([7, 5_000].map((times) => waitMs(times))).toEqual([60 * MINUTE, 60 * MINUTE])
  })

  it('causes another read soon after the first answer, regardless of how long there was no answer', () => {
    const outage = 8 * 60 * MINUTE
    expect(verdict(refused(404), outage, { attempts: 5_000 })).toMatchObject({ kind: 'unreadable', waitMs: MINUTE })
  })

  it.each([{ items: [] }, { items: null }, { status: null }])(
    'shows an order with %j, and reads it again',
    (change) => {
      const againMs = (timesUnreadable: number) => verdict(body(change), 0, { timesUnreadable })
      expect([0, 1].map(againMs)).toMatchObject([{ againMs: MINUTE }, { againMs: 2 * MINUTE }])
    },
  )

  it.each(['server', 'unintelligible'] as const)(
    'a platform that fails for one order (%s) is called as often as before; after ten minutes the board shows this',
    (cause) => {
      const failing = { kind: 'unavailable', cause } as const
      expect(verdict(failing, 10 * MINUTE - 1)).toEqual({ kind: 'again', waitMs: 250 })
      expect(verdict(failing, 10 * MINUTE)).toEqual({ kind: 'unreadable', problem: cause, waitMs: 250 })
      const seldom = verdict(failing, 600 * MINUTE, { attempts: 1_000, chance: 1 })
      expect(seldom).toEqual({ kind: 'unreadable', problem: cause, waitMs: 30_000 })
    },
  )

  it.each(['network', 'timeout', 'throttled', 'aborted'] as const)(
    'a failure that does not concern the order (%s) never makes it unreadable',
    (cause) => {
      expect(verdict({ kind: 'unavailable', cause }, 600 * MINUTE)).toEqual({ kind: 'again', waitMs: 250 })
    },
  )

  it('a platform that requests a wait gets the full wait, of any length', () => {
    const late: ReadAnswer = { kind: 'unavailable', cause: 'server', retryAfterMs: 90_000 }
    expect(verdict(late, 60 * MINUTE)).toEqual({ kind: 'retry-after', waitMs: 90_250 })
    const throttled: ReadAnswer = { kind: 'unavailable', cause: 'throttled', retryAfterMs: 90_000 }
    expect(verdict(throttled, 0)).toEqual({ kind: 'retry-after', waitMs: 90_250 })
    expect(verdict({ kind: 'unauthorized', cause: 'credentials-refused' }, 0)).toEqual({
      kind: 'again',
      waitMs: 30_000,
    })
  })
})
