import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventSource, ReceivedEvent } from '../../../electron/storage/ports.ts'
import { readsDue } from '../../fixtures/reads-due.ts'
import { createTestLedger, event, openTestLedger, rawDatabase } from './test-ledger.ts'

const kinds = (timeline: readonly { kind: string; detail?: string | undefined }[]) =>
  timeline.map(({ kind, detail }) => (detail === undefined ? kind : `${kind} ${detail}`))

test('an event is durable, its order is stored and marked to read, and its acknowledgment is pending', () => {
  const { ledger, path } = createTestLedger()
  const outcome = ledger.receiveEvents([event('e1', 'o1'), event('e2', 'o1'), event('e3', 'o2')], [], 'poll', 100)
  expect(outcome).toEqual({ freshOrderIds: ['o1', 'o2'], freshEvents: 3, droppedOrderIds: [] })
  ledger.close()
  const after = openTestLedger(path).ledger
  expect(after.unacknowledgedEvents(10)).toEqual([
    { eventId: 'e1', orderId: 'o1', eventType: 'CREATED' },
    { eventId: 'e2', orderId: 'o1', eventType: 'CREATED' },
    { eventId: 'e3', orderId: 'o2', eventType: 'CREATED' },
  ])
  expect(after.unacknowledgedEvents(2).map(({ eventId }) => eventId)).toEqual(['e1', 'e2'])
  expect(after.order('o1')).toMatchObject({ firstSeenAt: 100, status: undefined })
  expect(readsDue(after, 100, 10)).toEqual([
    { orderId: 'o1', generation: 1, wantedSince: 100, attempts: 0, nextReadAt: 100 },
    { orderId: 'o2', generation: 1, wantedSince: 100, attempts: 0, nextReadAt: 100 },
  ])
  expect(kinds(after.timeline('o1'))).toEqual(['received CREATED', 'received CREATED'])
})

test('an event type in its other spelling is the same event, stored under one name and acknowledged as it was sent', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1', { eventType: 'ORDER_CANCELLED' })], [], 'webhook', 100)
  const again = ledger.receiveEvents([event('e1', 'o1', { eventType: 'CANCELLED' })], [], 'poll', 110)
  expect(again.freshEvents).toBe(0)
  ledger.receiveEvents([event('e2', 'o1', { eventType: 'ORDER_COLLECTED' })], [], 'webhook', 120)
  ledger.receiveEvents([event('e3', 'o1', { eventType: 'ORDER_CONFIRMED' })], [], 'poll', 130)
  expect(ledger.decidingEvents('o1').map(({ eventType }) => eventType)).toEqual([
    'CANCELLED',
    'ORDER_COLLECTED',
    'CONFIRMED',
  ])
  expect(ledger.unacknowledgedEvents(10).map(({ eventType }) => eventType)).toEqual([
    'ORDER_CANCELLED',
    'ORDER_CONFIRMED',
  ])
})

test('an event without a readable order is stored with its problem and acknowledged', () => {
  const { ledger, path } = createTestLedger()
  const outcome = ledger.receiveEvents([event('e1', undefined, { problem: 'orderId: missing' })], [], 'poll', 100)
  expect(outcome).toEqual({ freshOrderIds: [], freshEvents: 1, droppedOrderIds: [] })
  expect(ledger.unacknowledgedEvents(10)).toEqual([{ eventId: 'e1', orderId: '', eventType: 'CREATED' }])
  expect(rawDatabase(path).prepare('SELECT problem FROM events').pluck().get()).toBe('orderId: missing')
})

test('an element without an id is stored raw and once, up to a limit', () => {
  const { ledger, path } = createTestLedger()
  const raw = `{"a":"${'x'.repeat(100_000)}"}`
  ledger.receiveEvents([], [{ raw, problem: 'eventId: missing' }], 'poll', 100)
  ledger.receiveEvents([], [{ raw, problem: 'eventId: missing' }], 'poll', 200)
  const rows = rawDatabase(path).prepare('SELECT length(raw) AS size, problem FROM unreadable_events').all()
  expect(rows).toEqual([{ size: 1_000, problem: 'eventId: missing' }])
})

test('an acknowledgment that the platform refuses is not repeated until the event comes again', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 100)
  ledger.markUnacknowledgeable('e1', 'unknown id', 110)
  expect(ledger.unacknowledgedEvents(10)).toEqual([])
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 120)
  expect(ledger.unacknowledgedEvents(10)).toHaveLength(1)
})

test('hostile ids and texts are read back unchanged: NUL, quotes, emoji, prototype names', () => {
  const { ledger, damages } = createTestLedger()
  const ids = ['__proto__', 'constructor', "o'; DROP TABLE orders; --", 'nul\0inside', '🌮'.repeat(50), 'á\u0301']
  ledger.receiveEvents(
    ids.map((id) => event(id, id, { eventType: id })),
    [],
    'poll',
    100,
  )
  expect(ledger.unacknowledgedEvents(10).map(({ eventId }) => eventId)).toEqual(ids)
  for (const id of ids) expect(ledger.decidingEvents(id)).toMatchObject([{ eventId: id, eventType: id }])
  // A lone surrogate has no form in UTF-8. It is stored as the replacement character and still found by its own id.
  ledger.receiveEvents([event('lone\ud800', 'order\ud800')], [], 'poll', 100)
  expect(ledger.receiveEvents([event('lone\ud800', 'order\ud800')], [], 'poll', 101).freshEvents).toBe(0)
  expect(ledger.decidingEvents('order\ud800')).toHaveLength(1)
  expect(ledger.timeline('order\ud800')).toHaveLength(1)
  expect(damages).toEqual([])
})

test('a page is stored completely or not at all', () => {
  const { ledger } = createTestLedger()
  const broken = event('e2', 'o2', { eventType: Number.NaN as unknown as string })
  expect(() => ledger.receiveEvents([event('e1', 'o1'), broken], [], 'poll', 100)).toThrow()
  expect(ledger.unacknowledgedEvents(10)).toEqual([])
  expect(ledger.order('o1')).toBeUndefined()
})

test('property: an event has its effect once, for any repetition, any pages and any mix of polls and deliveries', () => {
  const pages = fc.array(
    fc.record({
      source: fc.constantFrom<EventSource>('poll', 'webhook'),
      ids: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 8 }),
      acknowledges: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  const toEvent = (id: number): ReceivedEvent => event(`e${id}`, `o${id % 4}`)
  fc.assert(
    fc.property(pages, (history) => {
      const { ledger, damages } = createTestLedger()
      const seen = new Set<number>()
      const owed = new Set<number>()
      /** Number of pages that contained a new event for each order. */
      const marked = [0, 0, 0, 0]
      for (const [index, page] of history.entries()) {
        const fresh = new Set(page.ids.filter((id) => !seen.has(id)))
        const outcome = ledger.receiveEvents(page.ids.map(toEvent), [], page.source, index)
        expect(outcome.freshEvents).toBe(fresh.size)
        for (const order of new Set([...fresh].map((id) => id % 4))) marked[order] = (marked[order] ?? 0) + 1
        for (const id of page.ids) {
          seen.add(id)
          if (page.source === 'poll') owed.add(id)
        }
        if (page.acknowledges) {
          ledger.markAcknowledged(
            [...owed].map((id) => `e${id}`),
            index,
          )
          owed.clear()
        }
        expect(new Set(ledger.unacknowledgedEvents(100).map(({ eventId }) => eventId))).toEqual(
          new Set([...owed].map((id) => `e${id}`)),
        )
      }
      for (const order of [0, 1, 2, 3]) {
        const mine = [...seen].filter((id) => id % 4 === order)
        expect(ledger.decidingEvents(`o${order}`)).toHaveLength(mine.length)
        expect(ledger.timeline(`o${order}`)).toHaveLength(mine.length)
        const mark = readsDue(ledger, 1_000, 10).find(({ orderId }) => orderId === `o${order}`)
        expect(mark?.generation ?? 0).toBe(marked[order])
      }
      expect(damages).toEqual([])
      ledger.close()
    }),
    { numRuns: 60 },
  )
})

test('an event id that comes again for another order marks that order too, once, and is recorded', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 100)
  ledger.markAcknowledged(['e1'], 110)
  const again = () => ledger.receiveEvents([event('e1', 'o2')], [], 'poll', 120)
  expect(again()).toMatchObject({ freshOrderIds: ['o2'], freshEvents: 1 })
  expect(readsDue(ledger, 200, 10).map(({ orderId }) => orderId)).toEqual(['o1', 'o2'])
  expect(kinds(ledger.timeline('o2'))).toEqual(['event-id-reused CREATED'])
  expect(again()).toMatchObject({ freshOrderIds: [], freshEvents: 0 })
  // The platform has one event with this id, so it is acknowledged once.
  expect(ledger.unacknowledgedEvents(10).map(({ eventId }) => eventId)).toEqual(['e1'])
})

test('an event with the id of an element that could not be read counts as new', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('e1', undefined)], [], 'poll', 100)
  expect(ledger.receiveEvents([event('e1', 'o1')], [], 'poll', 120).freshOrderIds).toEqual(['o1'])
})

test('elements without an id use at most five hundred rows; the oldest are removed first', () => {
  const { ledger, path } = createTestLedger()
  for (let page = 0; page < 30; page += 1) {
    const unreadable = Array.from({ length: 50 }, (_, index) => ({ raw: `${page} ${index}`, problem: 'x' }))
    ledger.receiveEvents([], unreadable, 'poll', 100 + page)
  }
  const db = rawDatabase(path)
  expect(db.prepare('SELECT count(*), min(received_at) FROM unreadable_events').raw().get()).toEqual([500, 120])
  db.close()
})

test('a backlog waits only for first reads, not for orders whose reads failed', () => {
  const { ledger } = createTestLedger()
  const ids = Array.from({ length: 3_000 }, (_, index) => `ghost-${index}`)
  ledger.receiveEvents(
    ids.map((id) => event(`e-${id}`, id)),
    [],
    'poll',
    1,
  )
  expect(ledger.hasTooManyUnread()).toBe(true)
  ledger.deferred(() => {
    for (const orderId of ids) ledger.recordReadFailure({ orderId, at: 2, nextReadAt: 99 })
  }, 'soon')
  expect(ledger.hasTooManyUnread()).toBe(false)
})

test('an order whose reads failed is removed for later ones, and an order that was not read yet is not removed', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents([event('real', 'o-read')], [], 'poll', 1)
  ledger.recordRead({ orderId: 'o-read', generation: undefined, status: 'CREATED', at: 2, readAt: 2, settlements: [] })
  ledger.receiveEvents([event('first', 'o-waits')], [], 'poll', 3)
  const ghosts = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => event(`e${from + index}`, `ghost-${from + index}`))
  ledger.receiveEvents(ghosts(0, 2_998), [], 'poll', 4)
  expect(ledger.hasTooManyUnread()).toBe(false)
  ledger.recordReadFailure({ orderId: 'ghost-7', at: 5, nextReadAt: 6 })
  const { droppedOrderIds } = ledger.receiveEvents(ghosts(3_000, 3), [], 'poll', 7)
  expect(droppedOrderIds).toEqual(['ghost-7'])
  expect(ledger.hasTooManyUnread()).toBe(true)
  expect(ledger.order('o-waits')).toBeDefined()
  expect(ledger.order('o-read')).toBeDefined()
  expect(ledger.boardOrders(0)).toHaveLength(3_002)
})

test('an event that comes again after its acknowledgment is counted, and acknowledged again', () => {
  const { ledger } = createTestLedger()
  const poll = (at: number, askedAt: number) =>
    ledger.receiveEvents([event('e1', 'o1'), event('e2', 'o1')], [], 'poll', at, askedAt).cameAgain
  expect(poll(100, 99)).toBeUndefined()
  ledger.markAcknowledged(['e1', 'e2'], 110)
  // This poll began before the acknowledgment.
  expect(poll(111, 109)).toBeUndefined()
  ledger.markAcknowledged(['e1'], 120)
  expect(poll(130, 125)).toBe(1)
  expect(ledger.unacknowledgedEvents(10)).toHaveLength(2)
  ledger.markAcknowledged(['e1'], 131)
  ledger.markUnacknowledgeable('e2', 'refused with 400', 131)
  expect(poll(140, 135)).toBe(1)
})
