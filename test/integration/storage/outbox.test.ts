import { expect, test } from 'vitest'
import type { Ledger, TapState } from '../../../electron/storage/ports.ts'
import { createTestLedger, event, newTap, openTestLedger } from './test-ledger.ts'

const story = (ledger: Ledger, orderId: string) =>
  ledger.timeline(orderId).map(({ at, kind, detail }) => [at, kind, detail])

test('a tap with an undo window is held, and one without is queued; both are in the timeline', () => {
  const { ledger, path } = createTestLedger()
  const held = ledger.addTap(newTap('t1', 'o1', { tappedAt: 1_000, holdUntil: 6_000.4 }))
  expect(held).toMatchObject({ state: 'held', seq: 1, attempts: 0, nextAttemptAt: 1_000, settledAt: undefined })
  const cancellation = { code: 'RISK_AREA', reason: 'too far' }
  ledger.addTap(newTap('t2', 'o1', { action: 'requestCancellation', args: { cancellation } }))
  ledger.addTap(newTap('t3', 'o2', { args: { preparationMinutes: 20 } }))
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(after.openTaps().map(({ tapId, seq, state }) => [tapId, seq, state])).toEqual([
    ['t1', 1, 'held'],
    ['t2', 2, 'queued'],
    ['t3', 3, 'queued'],
  ])
  expect(after.tap('t1')).toEqual({ ...held, holdUntil: 6_000 })
  expect(after.tap('t2')?.args).toEqual({ cancellation })
  expect(after.tap('t3')?.args).toEqual({ preparationMinutes: 20 })
  expect(after.tap('unknown')).toBeUndefined()
  expect(story(after, 'o1')).toEqual([
    [1_000, 'tapped', 'confirm'],
    [1_000, 'tapped', 'requestCancellation'],
  ])
})

test('the same tap twice is one tap', () => {
  const { ledger } = createTestLedger()
  ledger.addTap(newTap('t1', 'o1'))
  ledger.changeTaps([{ tapId: 't1', state: 'sent', onlyFrom: ['queued'] }], 2_000)
  expect(ledger.addTap(newTap('t1', 'o1'))).toMatchObject({ seq: 1, state: 'sent' })
  expect(ledger.openTaps()).toHaveLength(1)
  expect(story(ledger, 'o1')).toHaveLength(2)
})

test('undo works while the tap is held; afterwards it changes nothing and reports that it is too late', () => {
  const { ledger } = createTestLedger()
  ledger.addTap(newTap('t1', 'o1', { holdUntil: 6_000 }))
  ledger.addTap(newTap('t2', 'o1'))
  expect(ledger.undoTap('t1', 2_000)).toBe(true)
  expect(ledger.undoTap('t1', 2_001)).toBe(false)
  expect(ledger.undoTap('t2', 2_002)).toBe(false)
  expect(ledger.undoTap('unknown', 2_003)).toBe(false)
  expect(ledger.tap('t1')).toMatchObject({ state: 'undone', settledAt: 2_000 })
  expect(ledger.tapsOf('o1').map(({ tapId }) => tapId)).toEqual(['t2'])
  expect(story(ledger, 'o1').at(-1)).toEqual([2_000, 'undone', 'confirm'])
})

test('a change applies only to the states that it lists, and changes only the fields that it lists', () => {
  const { ledger } = createTestLedger()
  ledger.addTap(newTap('t1', 'o1'))
  ledger.changeTaps(
    [
      { tapId: 't1', state: 'sending', attempts: 1, firstAttemptAt: 10, lastAttemptAt: 10, onlyFrom: ['queued'] },
      { tapId: 't1', state: 'confirmed', onlyFrom: ['queued', 'sent'] },
      { tapId: 'unknown', state: 'sent', onlyFrom: ['queued'] },
    ],
    20,
  )
  expect(ledger.tap('t1')).toMatchObject({ state: 'sending', attempts: 1, firstAttemptAt: 10, answeredAt: undefined })
  ledger.changeTaps([{ tapId: 't1', answeredAt: 30, nextAttemptAt: 99.5, onlyFrom: ['sending'] }], 30)
  expect(ledger.tap('t1')).toMatchObject({
    state: 'sending',
    attempts: 1,
    firstAttemptAt: 10,
    lastAttemptAt: 10,
    answeredAt: 30,
    nextAttemptAt: 100,
  })
})

test('sent, confirmed and conflict are added to the timeline once, and other transitions are not', () => {
  const { ledger } = createTestLedger()
  ledger.addTap(newTap('t1', 'o1'))
  ledger.addTap(newTap('t2', 'o1', { action: 'preparing' }))
  const go = (tapId: string, state: TapState, at: number, from: TapState, more: object = {}) =>
    ledger.changeTaps([{ tapId, state, onlyFrom: [from], ...more }], at)
  go('t1', 'sending', 1_010, 'queued')
  go('t1', 'sent', 1_020, 'sending', { answeredAt: 1_020 })
  go('t1', 'sent', 1_030, 'sent')
  go('t1', 'disputed', 1_040, 'sent')
  go('t1', 'conflict', 1_050, 'disputed', { reason: 'invalid-transition', detail: 'no such move' })
  go('t2', 'confirmed', 1_060, 'queued', { settledAt: 1_055 })
  expect(story(ledger, 'o1').slice(2)).toEqual([
    [1_020, 'sent', 'confirm'],
    [1_050, 'conflict', 'invalid-transition'],
    [1_060, 'confirmed', 'preparing'],
  ])
  expect(ledger.tap('t1')).toMatchObject({ reason: 'invalid-transition', detail: 'no such move', settledAt: 1_050 })
  expect(ledger.tap('t2')?.settledAt).toBe(1_055)
  expect(ledger.openTaps()).toEqual([])
  expect(ledger.tapsOf('o1')).toHaveLength(2)
})

test('after a start no tap is in transit, and none waits because the clock was set back', () => {
  const { ledger, path } = createTestLedger()
  ledger.addTap(newTap('t1', 'o1'))
  ledger.addTap(newTap('t2', 'o1', { holdUntil: 9_000 }))
  ledger.addTap(newTap('t3', 'o2'))
  ledger.changeTaps(
    [
      { tapId: 't1', state: 'sending', attempts: 1, nextAttemptAt: 8_000, onlyFrom: ['queued'] },
      { tapId: 't3', state: 'sent', nextAttemptAt: 7_000, onlyFrom: ['queued'] },
    ],
    1_100,
  )
  ledger.markToRead(['o1'], 1_100)
  ledger.recordReadFailure({ orderId: 'o1', at: 1_100, nextReadAt: 9_000 })
  ledger.close()
  const after = openTestLedger(path).ledger
  after.resetAfterStart(500)
  expect(after.tap('t1')).toMatchObject({ state: 'queued', attempts: 1, nextAttemptAt: 500 })
  // The tap may have been sent, because the sending is not stored before the answer.
  expect(after.tap('t2')).toMatchObject({ state: 'queued', attempts: 1, holdUntil: 500, nextAttemptAt: 500 })
  expect(after.tap('t3')).toMatchObject({ state: 'sent', nextAttemptAt: 500 })
  expect(after.nextReadAt()).toBe(500)
})

test('after a start the answer of a tap is not in the future because the clock was set back', () => {
  const { ledger, path } = createTestLedger()
  ledger.addTap(newTap('t1', 'o1', { tappedAt: 7_000, holdUntil: 7_000 }))
  const sent = { state: 'sent', attempts: 1, firstAttemptAt: 7_100, lastAttemptAt: 7_100, answeredAt: 7_200 } as const
  ledger.changeTaps([{ tapId: 't1', ...sent, onlyFrom: ['queued'] }], 7_200)
  ledger.receiveEvents([event('e1', 'o2')], [], 'poll', 7_300)
  ledger.recordReadFailure({ orderId: 'o2', at: 7_400, nextReadAt: 7_500 })
  ledger.close()
  const after = openTestLedger(path).ledger
  after.resetAfterStart(500)
  const past = { tappedAt: 500, firstAttemptAt: 500, lastAttemptAt: 500, answeredAt: 500 }
  expect(after.tap('t1')).toMatchObject({ state: 'sent', ...past })
  expect(after.repeatedReads(500, 10)).toMatchObject([{ orderId: 'o2', wantedSince: 500 }])
})

test('a tap for an order whose row was lost restores the order', () => {
  const { ledger } = createTestLedger()
  ledger.addTap(newTap('t1', 'o1', { tappedAt: 77 }))
  expect(ledger.order('o1')).toMatchObject({ firstSeenAt: 77 })
})

const pair = (over: Partial<Parameters<typeof newTap>[2]> = {}) => [
  newTap('t1', 'o1', over),
  newTap('t2', 'o1', { action: 'preparing', args: { follows: 't1' }, ...over }),
]

test('the taps of one touch are undone and released together, also after a restart', () => {
  const { ledger, path } = createTestLedger()
  ledger.addTaps(pair({ holdUntil: 6_000 }))
  ledger.addTap(newTap('t3', 'o2', { holdUntil: 6_000 }))
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(after.tap('t2')?.args).toEqual({ follows: 't1' })
  expect(after.undoTap('t2', 2_000)).toBe(true)
  expect(['t1', 't2', 't3'].map((tapId) => after.tap(tapId)?.state)).toEqual(['undone', 'undone', 'held'])
  expect(after.releaseTap('t1', 2_001)).toBe(false)
  expect(after.releaseTap('t3', 2_002)).toBe(true)
  expect(after.tap('t3')).toMatchObject({ state: 'queued', nextAttemptAt: 2_002 })
})

test('a held tap is released alone when the first tap of its touch is already settled', () => {
  const { ledger } = createTestLedger()
  ledger.addTaps(pair({ holdUntil: 6_000 }))
  ledger.changeTaps([{ tapId: 't1', state: 'confirmed', onlyFrom: ['held'] }], 2_000)
  expect(ledger.releaseTap('t2', 6_000)).toBe(true)
  expect(['t1', 't2'].map((tapId) => ledger.tap(tapId)?.state)).toEqual(['confirmed', 'queued'])
})

test('a refused tap drops the later taps that were not sent, with its reason', () => {
  const { ledger } = createTestLedger()
  ledger.addTaps(pair())
  ledger.addTap(newTap('t3', 'o1', { action: 'dispatch' }))
  ledger.changeTaps(
    [{ tapId: 't1', state: 'conflict', reason: 'rejected', detail: 'closed', settledAt: 2_000, onlyFrom: ['queued'] }],
    2_000,
  )
  const refused = { state: 'conflict', reason: 'rejected', detail: 'closed', settledAt: 2_000 }
  expect(ledger.tap('t1')).toMatchObject(refused)
  expect(ledger.tap('t2')).toMatchObject(refused)
  expect(ledger.tap('t3')?.state).toBe('queued')
  expect(story(ledger, 'o1').slice(-2)).toEqual([
    [2_000, 'conflict', 'rejected'],
    [2_000, 'conflict', 'rejected'],
  ])
})

test('all taps of one touch are stored, or none', () => {
  const { ledger } = createTestLedger()
  const broken = { ...newTap('t2', 'o1'), args: { cancellation: 1n } } as never
  expect(() => ledger.addTaps([newTap('t1', 'o1'), broken])).toThrow()
  expect(ledger.openTaps()).toEqual([])
  expect(story(ledger, 'o1')).toEqual([])
})
