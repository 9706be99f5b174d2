import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/storage/migration.ts'
import { LEDGER } from '../../../electron/storage/migrations/ledger-migrations.ts'
import type { StoredEvent } from '../../../electron/storage/ports.ts'
import { lagWaitMs } from '../../../electron/sync/read-results.ts'
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
    fc.property(arrived, fc.constantFrom('CREATED', 'CONFIRMED', 'CANCELLED'), (types, status) => {
      const ledger = ledgerInMemory()
      let at = 0
      ledger.inTransaction(() => {
        for (const [index, [eventType, later]] of types.entries()) {
          at += later
          const over = { eventType, metadata: { code: `code ${index}`, reason: undefined } }
          ledger.receiveEvents([event(`e${index}`, 'o1', over), event(`x${index}`, 'o2', over)], [], 'poll', at)
        }
      })
      const [all, deciding] = [ledger.eventsOf('o1'), ledger.decidingEvents('o1')]
      ledger.close()
      expect(ticketFrom(deciding, status)).toEqual(ticketFrom(all, status))
      const wait = (events: readonly StoredEvent[], of: string) =>
        lagWaitMs({ status: of, at: at + 119_990, attempts: 1 }, events, () => 1)
      for (const of of ['CREATED', 'CONFIRMED']) expect(wait(deciding, of)).toBe(wait(all, of))
      expect(deciding.length).toBeLessThanOrEqual(40)
    }),
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
