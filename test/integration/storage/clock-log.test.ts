import { expect, test } from 'vitest'
import { platformMs } from '../../../shared/time/time.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { createTestLedger, event, newTap, openTestLedger, read } from './test-ledger.ts'

test('the latest two hundred readings of the platform’s time are kept over restarts', () => {
  const { ledger, path } = createTestLedger()
  expect(ledger.facts.clockLog.get()).toEqual([])
  for (let at = 1; at <= 205; at += 1) {
    const entry = { at: platformMs(at), source: at % 2 === 0 ? 'machine' : 'platform', offsetMs: -at } as const
    ledger.facts.clockLog.set([...ledger.facts.clockLog.get(), entry])
  }
  ledger.close()
  const log = openTestLedger(path).ledger.facts.clockLog.get()
  expect(log).toHaveLength(200)
  expect([log[0], log.at(-1)]).toEqual([
    { at: 6, source: 'machine', offsetMs: -6 },
    { at: 205, source: 'platform', offsetMs: -205 },
  ])
})

test('a step of the platform’s time moves waiting times, and no settled time', () => {
  const { ledger } = createTestLedger()
  ledger.markToRead(['waits'], 1_000)
  ledger.addTap(newTap('open', 'waits', { tappedAt: 1_000, holdUntil: 6_000 }))
  ledger.addTap(newTap('undone', 'waits', { tappedAt: 1_000, holdUntil: 6_000 }))
  ledger.undoTap('undone', 1_500)
  ledger.correctTimes(3_600_000, 3_602_000)
  expect(readsDue(ledger, Number.MAX_SAFE_INTEGER, 9)).toMatchObject([
    { orderId: 'waits', wantedSince: 3_601_000, nextReadAt: 3_601_000 },
  ])
  expect(ledger.openTaps()).toMatchObject([{ tapId: 'open', tappedAt: 3_601_000, holdUntil: 3_606_000 }])
  expect(ledger.tap('undone')).toMatchObject({ tappedAt: 1_000, holdUntil: 6_000 })
  expect(ledger.timeline('waits')[0]?.at).toBe(1_000)
  expect(ledger.order('waits')?.firstSeenAt).toBe(1_000)
})

test('a step back corrects the orders that came or ended in the future, and no others', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'before'), event('e2', 'ended-before')], [], 'poll', 1_000)
  ledger.recordRead(read('ended-before', 'DELIVERED', 2_000))
  ledger.receiveEvents([event('e3', 'came'), event('e4', 'ended')], [], 'poll', 3_601_000)
  ledger.recordRead(read('ended', 'DELIVERED', 3_602_000))
  ledger.recordRead(read('before', 'CANCELLED', 3_603_000))
  ledger.addTap(newTap('t1', 'came', { tappedAt: 3_602_000, holdUntil: 3_603_000 }))
  ledger.undoTap('t1', 3_603_000)
  ledger.correctTimes(-3_600_000, 4_000)
  expect(ledger.order('ended-before')).toMatchObject({ firstSeenAt: 1_000, endedAt: 2_000 })
  expect(ledger.order('came')).toMatchObject({ firstSeenAt: 1_000, endedAt: undefined })
  expect(ledger.decidingEvents('came')).toMatchObject([{ receivedAt: 1_000 }])
  expect(ledger.timeline('came').map(({ at }) => at)).toEqual([1_000, 2_000, 3_000])
  expect(ledger.tap('t1')).toMatchObject({ state: 'undone', tappedAt: 2_000 })
  expect(ledger.timeline('ended-before')).toMatchObject([{ at: 1_000 }, { at: 2_000 }])
  expect(ledger.order('ended')).toMatchObject({ firstSeenAt: 1_000, endedAt: 2_000 })
  expect(ledger.order('before')).toMatchObject({ firstSeenAt: 1_000, endedAt: 3_000 })
  ledger.markToRead(['later'], 5_000_000)
  ledger.correctTimes(-1_000, 4_000)
  expect(ledger.order('later')?.firstSeenAt).toBe(4_000)
})
