import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import type { StoredEvent } from '../../../electron/storage/ports.ts'
import { lagWaitMs } from '../../../electron/sync/read-results.ts'
import { eventName } from '../../../shared/order/event.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { projectTicket } from '../../../shared/ticket/ticket-projection.ts'
import { ledgerOn } from '../../fixtures/databases.ts'
import { createTestLedger, event } from './test-ledger.ts'

const RULES = {
  dialect: { deliveredFromReady: false },
  confirmDeadlineMinutes: 8,
  preparationMinutes: 20,
  travelMinutes: 15,
}
const TYPES = [
  'CREATED',
  'Confirmed',
  'ORDER_CONFIRMED',
  'preparation-requested',
  'PREPARATION_REQUESTED',
  'PICKUP_ONGOING',
  'ORDER_COLLECTED',
  'arrived at customer',
  'CANCELLED',
  'order_canceled',
  'CANCEL_OF_A_NEW_KIND',
  'NEW_KIND',
  '',
]

function ledgerInMemory() {
  const db = new Database(':memory:')
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  return ledgerOn(db)
}

function ticketFrom(events: readonly StoredEvent[], status: string) {
  const parsed = parseOrder({
    id: 'o1',
    status,
    timing: { orderTiming: 'ONDEMAND' },
    fulfillment: { orderType: 'DELIVERY' },
    items: [{ id: 'i1', name: 'Pastel', quantity: 1 }],
  })
  if (!parsed.ok) throw new Error(parsed.reason)
  const source = {
    orderId: 'o1',
    reading: { kind: 'read' as const, order: parsed.order },
    firstSeenAt: 0,
    events,
    taps: [],
    struckLines: new Set<string>(),
    cancellationAcknowledged: false,
    statusBeforeCancellation: 'CONFIRMED',
    startedByHand: false,
  }
  return projectTicket(source, RULES, 1_000)
}

test('property: the ticket and the waiting of a lagging read are the same from the deciding events as from all', () => {
  const arrived = fc.array(fc.tuple(fc.constantFrom(...TYPES), fc.integer({ min: 1, max: 20 })), {
    minLength: 1,
    maxLength: 100,
    size: 'max',
  })
  fc.assert(
    fc.property(
      arrived,
      fc.constantFrom('CREATED', 'CONFIRMED', 'CANCELLED'),
      fc.nat(100),
      (types, status, readAfter) => {
        const ledger = ledgerInMemory()
        const all: StoredEvent[] = []
        let at = 0
        ledger.inTransaction(() => {
          for (const [index, [eventType, later]] of types.entries()) {
            at += later
            const over = { eventType, metadata: { code: `code ${index}`, reason: undefined } }
            const received = event(`e${index}`, 'o1', over)
            ledger.receiveEvents([received, event(`x${index}`, 'o2', over)], [], 'poll', at)
            all.push({
              ...received,
              ...over,
              orderId: 'o1',
              seq: index,
              eventType: eventName(eventType),
              receivedAt: at,
            })
            if (index === readAfter) ledger.decidingEvents('o1')
          }
        })
        const deciding = ledger.decidingEvents('o1')
        ledger.close()
        expect(ticketFrom(deciding, status)).toEqual(ticketFrom(all, status))
        const wait = (events: readonly StoredEvent[], of: string) =>
          lagWaitMs({ status: of, at: at + 119_990, attempts: 1 }, events, () => 1)
        for (const of of ['CREATED', 'CONFIRMED']) expect(wait(deciding, of)).toBe(wait(all, of))
        expect(deciding.length).toBeLessThanOrEqual(40)
      },
    ),
    { numRuns: 30, endOnFailure: true },
  )
})

test('an event that may concern a cancellation is found among a thousand others', () => {
  const { ledger } = createTestLedger()
  const many = Array.from({ length: 1_000 }, (_, index) => event(`e${index}`, 'o1', { eventType: `NEW_${index % 5}` }))
  ledger.receiveEvents([...many, event('last', 'o1', { eventType: 'ＣＡＮＣＥＬ_BY_LAW' })], [], 'poll', 1)
  expect(ledger.decidingEvents('o1')).toMatchObject([{ eventId: 'last' }])
  expect(ledger.decidingEvents('another')).toEqual([])
})

const REQUESTED = 'CANCELLATION_REQUESTED'
const DENIED = 'CANCELLATION_REQUEST_DENIED'
const pages = (count: number, typeOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => event(`e${index}`, 'o1', { eventType: typeOf(index) }))

test.each([
  ['events of one type', () => 'CREATED', 2],
  ['unknown types', (index: number) => `NEW_KIND_${index}`, 0],
  ['unknown types about a cancellation', (index: number) => `CANCEL_BY_${index}`, 2],
  ['spellings of one type', (index: number) => `${'_'.repeat(index % 50)}cancelled${'-'.repeat(index / 50)}`, 2],
  ['requests to cancel', () => REQUESTED, 101],
  ['requests and denials', (index: number) => (index % 2 === 0 ? REQUESTED : DENIED), 202],
])('of 2,000 %s few rows decide, before and after further events', (_of, typeOf, rows) => {
  const { ledger } = createTestLedger()
  const [first = [], further = []] = [pages(2_000, typeOf), pages(2_100, typeOf).slice(2_000)]
  ledger.receiveEvents(first, [], 'poll', 1)
  expect(ledger.decidingEvents('o1')).toHaveLength(rows)
  ledger.receiveEvents(further, [], 'poll', 2)
  const deciding = ledger.decidingEvents('o1')
  expect(deciding).toHaveLength(rows)
  if (rows > 0) expect([deciding[0]?.eventId, deciding.at(-1)?.eventId]).toEqual(['e0', 'e2099'])
  expect(ledger.lastEventSeq('o1')).toBe(2_100)
})

test('an order with very many events is searched once, not at each further event', () => {
  let searches = 0
  const db = new Database(':memory:', {
    verbose: (statement) => {
      if (String(statement).startsWith('SELECT event_type, min(seq)')) searches += 1
    },
  })
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  const ledger = ledgerOn(db)
  ledger.receiveEvents(
    pages(500, (index) => `NEW_${index}`),
    [],
    'poll',
    1,
  )
  for (const eventId of ['a', 'b', 'c']) {
    ledger.receiveEvents([event(eventId, 'o1', { eventType: 'CANCELLED' })], [], 'poll', 2)
    expect(ledger.decidingEvents('o1').at(-1)?.eventId).toBe(eventId)
  }
  ledger.close()
  expect(searches).toBe(1)
})

test('events that were taken back, or removed with their order, decide nothing', () => {
  const { ledger } = createTestLedger()
  ledger.receiveEvents(
    pages(100, () => 'CREATED'),
    [],
    'poll',
    1,
  )
  ledger.receiveEvents([event('stop', 'o1', { eventType: 'CANCELLED' })], [], 'poll', 2)
  expect(ledger.decidingEvents('o1').at(-1)?.eventId).toBe('stop')
  const refused = () =>
    ledger.inTransaction(() => {
      ledger.receiveEvents([event('refused', 'o1', { eventType: 'CANCELLED' })], [], 'poll', 3)
      throw new Error('disk full')
    })
  expect(refused).toThrow('disk full')
  ledger.receiveEvents([event('other', 'o1', { eventType: 'CONFIRMED' })], [], 'poll', 4)
  expect(
    ledger
      .decidingEvents('o1')
      .slice(-2)
      .map(({ eventId }) => eventId),
  ).toEqual(['stop', 'other'])
})
