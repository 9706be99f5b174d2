import { expect, test } from 'vitest'
import type { Ledger } from '../../../electron/storage/ports.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { createTestLedger, event, newTap, openTestLedger, read } from './test-ledger.ts'

const story = (ledger: Ledger, orderId: string) =>
  ledger.timeline(orderId).map(({ at, kind, detail }) => [at, kind, detail])

test('a read sets the status, clears the mark, and adds to the timeline only when the status changed', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 100)
  ledger.recordRead(read('o1', 'CREATED', 110, { generation: 1 }))
  ledger.recordRead(read('o1', 'CREATED', 120))
  ledger.recordRead(read('o1', 'CONFIRMED', 130))
  expect(ledger.order('o1')).toMatchObject({ status: 'CONFIRMED', lastReadAt: 130, endedAt: undefined })
  expect(readsDue(ledger, 1_000, 10)).toEqual([])
  expect(story(ledger, 'o1')).toEqual([
    [100, 'received', 'CREATED'],
    [110, 'read', 'CREATED'],
    [130, 'read', 'CONFIRMED'],
  ])
})

test('a mark that changed during the read is kept, and so is a mark from another cause', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 100)
  ledger.receiveEvents([event('e2', 'o1')], [], 'poll', 105)
  ledger.recordRead(read('o1', 'CREATED', 110, { generation: 1 }))
  expect(readsDue(ledger, 1_000, 10)).toMatchObject([{ generation: 2, wantedSince: 100 }])
  ledger.recordRead(read('o1', 'CREATED', 111))
  expect(readsDue(ledger, 1_000, 10)).toHaveLength(1)
  ledger.recordRead(read('o1', 'CREATED', 112, { generation: 2 }))
  expect(readsDue(ledger, 1_000, 10)).toEqual([])
  // The generation increases: a late answer to the first read must not clear a later mark.
  ledger.markToRead(['o1'], 120)
  expect(readsDue(ledger, 1_000, 10)).toMatchObject([{ generation: 3, wantedSince: 120 }])
  ledger.recordRead(read('o1', 'CREATED', 125, { generation: 1 }))
  expect(readsDue(ledger, 1_000, 10)).toHaveLength(1)
})

test.each([
  ['CANCELLED', 'PREPARING'],
  ['DELIVERED', undefined],
  ['CONCLUDED', undefined],
])('%s ends the order at its first read', (status, before) => {
  const { ledger } = createTestLedger()
  ledger.recordRead(read('o1', 'PREPARING', 100))
  ledger.recordRead(read('o1', status, 200))
  ledger.recordRead(read('o1', status, 300))
  expect(ledger.order('o1')).toMatchObject({ status, endedAt: 200, statusBeforeCancellation: before })
})

test('a cancelled order that is concluded later keeps its end and its status before the cancellation', () => {
  const { ledger } = createTestLedger()
  for (const [at, status] of [
    [100, 'READY'],
    [200, 'CANCELLED'],
    [300, 'CONCLUDED'],
  ] as const) {
    ledger.recordRead(read('o1', status, at))
  }
  expect(ledger.order('o1')).toMatchObject({ status: 'CONCLUDED', endedAt: 200, statusBeforeCancellation: 'READY' })
})

test('an ended order whose status goes back is open again', () => {
  const { ledger } = createTestLedger()
  ledger.recordRead(read('o1', 'DELIVERED', 100))
  ledger.recordRead(read('o1', 'IN_DELIVERY', 200))
  expect(ledger.order('o1')?.endedAt).toBeUndefined()
  expect(ledger.boardOrders(10_000)).toHaveLength(1)
})

test.each(['CANCELLED', 'ORDER_CANCELLED'])(
  'a cancellation is returned with the code of its event: %s',
  (eventType) => {
    const { ledger } = createTestLedger()
    const cancelled = { eventType, metadata: { code: 'RISK_AREA', reason: 'a text about a person' } }
    ledger.receiveEvents([event('e1', 'o1', cancelled)], [], 'poll', 100)
    ledger.recordRead(read('o1', 'CANCELLED', 110))
    expect(story(ledger, 'o1').slice(1)).toEqual([
      [110, 'read', 'CANCELLED'],
      [110, 'cancelled', 'RISK_AREA'],
    ])
  },
)

test('an order that cannot be read keeps its last known status and has the reason; the next successful read clears the reason', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 90)
  ledger.recordRead(read('o1', 'CREATED', 100))
  const failure = { orderId: 'o1', problem: 'items: missing', generation: 1 }
  ledger.recordReadFailure({ ...failure, at: 110, nextReadAt: 200 })
  expect(ledger.order('o1')).toMatchObject({ status: 'CREATED', problem: 'items: missing', lastReadAt: 100 })
  expect(readsDue(ledger, 199, 10)).toEqual([])
  expect(readsDue(ledger, 200, 10)).toMatchObject([{ attempts: 1, wantedSince: 90, generation: 1 }])
  ledger.recordReadFailure({ ...failure, at: 200, nextReadAt: 400 })
  ledger.recordRead(read('o1', 'CREATED', 500, { generation: 1 }))
  expect(ledger.order('o1')).toMatchObject({ problem: undefined, lastReadAt: 500 })
  expect(ledger.nextReadAt()).toBeUndefined()
  // Reported once, for any number of failed reads.
  expect(story(ledger, 'o1').slice(2)).toEqual([[110, 'unreadable', 'items: missing']])
})

test('a failed read waits; a later failure without a reason keeps the earlier reason', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 100)
  ledger.recordReadFailure({ orderId: 'o1', at: 110, nextReadAt: 150.7 })
  expect(readsDue(ledger, 150, 10)).toEqual([])
  expect(ledger.nextReadAt()).toBe(151)
  expect(readsDue(ledger, 151, 10)).toMatchObject([{ attempts: 1, wantedSince: 100, generation: 1 }])
  ledger.recordReadFailure({ orderId: 'o1', at: 160, nextReadAt: 170, problem: 'not-found' })
  ledger.recordReadFailure({ orderId: 'o1', at: 170, nextReadAt: 180 })
  expect(ledger.order('o1')).toMatchObject({ problem: 'not-found', status: undefined })
  expect(story(ledger, 'o1').at(-1)).toEqual([160, 'unreadable', 'not-found'])
  // The order is not read again, but it has not ended, so it stays on the board.
  expect(ledger.boardOrders(10_000)).toHaveLength(1)
})

test('a new reason to read restarts the time limit of an order that could not be read', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 100)
  ledger.recordReadFailure({ orderId: 'o1', at: 110, nextReadAt: 5_000, problem: 'not-found' })
  ledger.receiveEvents([event('e2', 'o1')], [], 'poll', 200)
  expect(readsDue(ledger, 200, 10)).toMatchObject([{ attempts: 0, wantedSince: 200, generation: 2 }])
  ledger.recordReadFailure({ orderId: 'o1', at: 210, nextReadAt: 5_000, problem: 'not-found', generation: 2 })
  ledger.markOpenOrdersToRead(300)
  expect(readsDue(ledger, 300, 10)).toMatchObject([{ attempts: 0, wantedSince: 300 }])
})

test('an order that is over and cannot be read is not read again', () => {
  const { ledger } = createTestLedger()
  ledger.recordRead(read('o1', 'DELIVERED', 100))
  ledger.markToRead(['o1'], 200)
  ledger.recordReadFailure({ orderId: 'o1', at: 210, nextReadAt: 300, problem: 'not-found', generation: 1 })
  expect(ledger.nextReadAt()).toBeUndefined()
  ledger.resetAfterStart(400)
  expect(ledger.nextReadAt()).toBeUndefined()
})

test('after a start an order that could not be read is read again as a repeated read', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 100)
  ledger.recordReadFailure({ orderId: 'o1', at: 110, nextReadAt: 9_000_000, problem: 'not-found' })
  ledger.resetAfterStart(500)
  expect(readsDue(ledger, 500, 10)).toMatchObject([{ orderId: 'o1', attempts: 1, wantedSince: 100 }])
})

test('a failed read keeps a reason to read that arrived during the read', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 100)
  ledger.receiveEvents([event('e2', 'o1')], [], 'poll', 105)
  ledger.recordReadFailure({ orderId: 'o1', at: 110, nextReadAt: 900, problem: 'not-found', generation: 1 })
  expect(readsDue(ledger, 110, 10)).toMatchObject([{ generation: 2, attempts: 0 }])
})

test('the orders that have waited longest are read first, up to the limit', () => {
  const { ledger } = createTestLedger()
  ledger.markToRead(['late'], 300)
  ledger.markToRead(['first'], 100)
  ledger.markToRead(['second'], 200)
  expect(readsDue(ledger, 300, 2).map(({ orderId }) => orderId)).toEqual(['first', 'second'])
  expect(readsDue(ledger, 250, 9).map(({ orderId }) => orderId)).toEqual(['first', 'second'])
  expect(ledger.nextReadAt()).toBe(100)
})

test('makeReadsDue makes every waiting read due and keeps the number of tries', () => {
  const { ledger } = createTestLedger()
  ledger.markToRead(['o1', 'o2'], 100)
  ledger.recordReadFailure({ orderId: 'o1', at: 110, nextReadAt: 9_000 })
  ledger.makeReadsDue(200, 'all')
  expect(readsDue(ledger, 200, 10)).toEqual([
    { orderId: 'o2', generation: 1, wantedSince: 100, attempts: 0, nextReadAt: 100 },
    { orderId: 'o1', generation: 1, wantedSince: 100, attempts: 1, nextReadAt: 200 },
  ])
})

test('makeReadsDue keeps the wait of orders that could not be read when this is requested', () => {
  const { ledger } = createTestLedger()
  ledger.markToRead(['o1', 'o2'], 100)
  ledger.recordReadFailure({ orderId: 'o1', at: 110, nextReadAt: 9_000, problem: 'forbidden' })
  ledger.recordReadFailure({ orderId: 'o2', at: 110, nextReadAt: 9_000 })
  ledger.makeReadsDue(200, 'but-unreadable')
  expect(readsDue(ledger, 200, 10).map(({ orderId }) => orderId)).toEqual(['o2'])
  ledger.makeReadsDue(210, 'all')
  expect(readsDue(ledger, 210, 10).map(({ orderId }) => orderId)).toEqual(['o2', 'o1'])
})

test('first reads are returned from either end, and repeated reads separately', () => {
  const { ledger } = createTestLedger()
  ledger.markToRead(['o1', 'o2'], 100)
  ledger.markToRead(['o3', 'o4'], 110)
  ledger.recordReadFailure({ orderId: 'o2', at: 115, nextReadAt: 120 })
  const ids = (reads: readonly { readonly orderId: string }[]) => reads.map(({ orderId }) => orderId)
  expect(ids(ledger.firstReads(200, 2, 'longest'))).toEqual(['o1', 'o3'])
  expect(ids(ledger.firstReads(200, 2, 'latest'))).toEqual(['o4', 'o3'])
  expect(ids(ledger.repeatedReads(119, 9))).toEqual([])
  expect(ids(ledger.repeatedReads(120, 9))).toEqual(['o2'])
})

test('after a long absence only orders that are not over are read again', () => {
  const { ledger } = createTestLedger()
  ledger.recordRead(read('open', 'PREPARING', 100))
  ledger.recordRead(read('over', 'DELIVERED', 100))
  ledger.markOpenOrdersToRead(500)
  expect(readsDue(ledger, 500, 10).map(({ orderId }) => orderId)).toEqual(['open'])
})

test('the board has open orders, recently ended orders, and cancellations that were not acknowledged', () => {
  const { ledger } = createTestLedger()
  ledger.markToRead(['unread'], 1)
  ledger.recordRead(read('open', 'READY', 2))
  ledger.recordRead(read('old', 'DELIVERED', 3))
  ledger.recordRead(read('recent', 'DELIVERED', 500))
  ledger.recordRead(read('unseen', 'CANCELLED', 4))
  ledger.recordRead(read('seen', 'CANCELLED', 5))
  ledger.acknowledgeCancellation('seen', 6)
  expect(ledger.boardOrders(500).map(({ orderId }) => orderId)).toEqual(['unread', 'open', 'unseen', 'recent'])
})

test('a read settles the taps that it proves in the same transaction, and no others', () => {
  const { ledger, path } = createTestLedger()
  ledger.recordRead(read('o1', 'CREATED', 100))
  ledger.addTap(newTap('t1', 'o1'))
  ledger.addTap(newTap('t2', 'o1', { action: 'preparing', holdUntil: 6_000 }))
  ledger.recordRead(
    read('o1', 'CONFIRMED', 2_000, {
      settlements: [
        { tapId: 't1', state: 'confirmed', settledAt: 2_000, onlyFrom: ['queued', 'sent'] },
        { tapId: 't2', state: 'conflict', reason: 'order-over', onlyFrom: ['sent'] },
      ],
    }),
  )
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(after.tap('t1')).toMatchObject({ state: 'confirmed', settledAt: 2_000 })
  expect(after.tap('t2')).toMatchObject({ state: 'held', reason: undefined })
  expect(story(after, 'o1').slice(-2)).toEqual([
    [2_000, 'read', 'CONFIRMED'],
    [2_000, 'confirmed', 'confirm'],
  ])
})
