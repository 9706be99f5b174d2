import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { createTestLedger, openTestLedger, read } from './test-ledger.ts'

test('lines are struck and restored, and each change is reported once', () => {
  const { ledger } = createTestLedger()
  ledger.recordRead(read('o1', 'CREATED', 1))
  ledger.strikeLine('o1', '0:burger', true, 10)
  ledger.strikeLine('o1', '0:burger', true, 11)
  ledger.strikeLine('o1', '1:fries', true, 12)
  ledger.strikeLine('o1', '0:burger', false, 13)
  ledger.strikeLine('o1', '0:burger', false, 14)
  expect(ledger.struckLines('o1')).toEqual(new Set(['1:fries']))
  expect(ledger.struckLines('o2')).toEqual(new Set())
  expect(
    ledger
      .timeline('o1')
      .slice(1)
      .map(({ at, kind, detail }) => [at, kind, detail]),
  ).toEqual([
    [10, 'line-struck', '0:burger'],
    [12, 'line-struck', '1:fries'],
    [13, 'line-restored', '0:burger'],
  ])
})

test('a cancellation is acknowledged once, and an order is started by hand once', () => {
  const { ledger, path } = createTestLedger()
  ledger.recordRead(read('o1', 'CANCELLED', 1))
  ledger.acknowledgeCancellation('o1', 10)
  ledger.acknowledgeCancellation('o1', 20)
  ledger.startByHand('o1', 30)
  ledger.startByHand('o1', 40)
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(after.order('o1')).toMatchObject({ cancellationAcknowledgedAt: 10, startedByHandAt: 30 })
  expect(
    after
      .timeline('o1')
      .slice(2)
      .map(({ at, kind }) => [at, kind]),
  ).toEqual([
    [10, 'cancellation-seen'],
    [30, 'started-by-hand'],
  ])
})

test('marks and timeline entries of an unknown order are not stored', () => {
  const { ledger } = createTestLedger()
  ledger.strikeLine('o1', '0:burger', true, 10)
  ledger.acknowledgeCancellation('o1', 10)
  ledger.startByHand('o1', 10)
  ledger.addTimeline({ orderId: 'o1', at: 10, kind: 'shown' })
  expect(ledger.order('o1')).toBeUndefined()
  expect(ledger.struckLines('o1').size).toBe(0)
  expect(ledger.timeline('o1')).toEqual([])
})

test('settings and the last poll remain after a restart; only a value of another version gets its default', () => {
  const { ledger, path } = createTestLedger()
  expect(ledger.facts.settings.get()).toEqual(DEFAULT_SETTINGS)
  expect(ledger.facts.lastPollAt.get()).toBeUndefined()
  const settings = { ...DEFAULT_SETTINGS, locale: 'es', undoSeconds: 2.5, preparationMinutes: 15 } as const
  ledger.facts.settings.set(settings)
  ledger.facts.lastPollAt.set(100)
  ledger.facts.lastPollAt.set(200)
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(after.facts.settings.get()).toEqual(settings)
  expect(after.facts.lastPollAt.get()).toBe(200)
})
