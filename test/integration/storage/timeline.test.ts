import { expect, test } from 'vitest'
import { createTestLedger, read } from './test-ledger.ts'

test('a timeline is in the order of its times; entries of the same time stay in the order in which they were added', () => {
  const { ledger } = createTestLedger()
  ledger.recordRead(read('o1', 'CREATED', 1))
  ledger.addTimeline({ orderId: 'o1', at: 5, kind: 'rang', detail: 'new' })
  ledger.addTimeline({ orderId: 'o1', at: 20, kind: 'tapped', detail: 'confirm' })
  ledger.addTimeline({ orderId: 'o1', at: 20, kind: 'alarm-opened' })
  // The last ring is stored after the tap has ended the alarm.
  ledger.addTimeline({ orderId: 'o1', at: 15, kind: 'rang-until', detail: 'new 3' })
  ledger.addTimeline({ orderId: 'o1', at: 20, kind: 'sent', detail: 'confirm' })
  const story = ledger.timeline('o1').map(({ at, kind }) => [at, kind])
  expect(story).toEqual([
    [1, 'read'],
    [5, 'rang'],
    [15, 'rang-until'],
    [20, 'tapped'],
    [20, 'alarm-opened'],
    [20, 'sent'],
  ])
})
