import { eventName, isDeciding } from '../../shared/event.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { Acknowledgment, EventRow } from './ledger-tables.ts'
import type { Ledger, StoredEvent } from './ports.ts'

export type StoredEvents = Pick<
  Ledger,
  'unacknowledgedEvents' | 'markAcknowledged' | 'markUnacknowledgeable' | 'eventsOf' | 'decidingEvents'
>

/** An order with so many events: reading them all costs less than a search for the deciding ones. */
const MAX_FEW = 40

/** Normalises the event type: platforms use two spellings, and readers compare one. */
const toStored = (row: EventRow): StoredEvent => ({
  eventId: row.event_id,
  orderId: row.order_id ?? '',
  eventType: eventName(row.event_type),
  receivedAt: row.received_at,
  createdAt: row.created_at ?? undefined,
  metadata:
    row.code === null && row.reason === null
      ? undefined
      : { code: row.code ?? undefined, reason: row.reason ?? undefined },
})

/** The events of the ledger, and which of them are still to be acknowledged. */
export function storedEvents(ledger: LedgerDatabase): StoredEvents {
  const { events } = ledger
  const byId = events.select<[string]>('WHERE event_id = ?')
  const unacknowledged = events.select<[number]>("WHERE acknowledgment = 'owed' ORDER BY seq LIMIT ?")
  const ofOrder = events.select<[string]>('WHERE order_id = ? ORDER BY seq')
  const someOfOrder = events.select<[string, number]>('WHERE order_id = ? LIMIT ?')
  // Goes from type to type in the index `events_of_order_by_type`, so the number of events does not matter.
  const typesOf = ledger.db
    .prepare<[{ orderId: string }], string>(`WITH RECURSIVE types (type) AS (
      SELECT min(event_type) FROM events WHERE order_id = :orderId
      UNION ALL SELECT (SELECT min(event_type) FROM events WHERE order_id = :orderId AND event_type > type)
        FROM types WHERE type IS NOT NULL
    ) SELECT type FROM types WHERE type IS NOT NULL`)
    .pluck()
  const ofType = 'FROM events WHERE order_id = ? AND event_type = ?'
  const firstAndLatest = events.select<[string, string, string, string]>(
    `WHERE seq IN (SELECT min(seq) ${ofType} UNION ALL SELECT max(seq) ${ofType})`,
  )

  const setAcknowledgment = (
    eventId: string,
    acknowledgment: Acknowledgment,
    problem: string | null,
    at: number,
  ): void => {
    const row = byId.first(eventId.toWellFormed())
    if (row?.acknowledgment !== 'owed') return
    events.put({ ...row, acknowledgment, acknowledgment_at: at, problem: problem ?? row.problem })
  }

  return {
    unacknowledgedEvents: (limit) =>
      unacknowledged.all(limit).map((row) => ({
        eventId: row.event_id,
        orderId: row.order_id ?? '',
        eventType: row.event_type,
      })),
    markAcknowledged: (eventIds, at) =>
      ledger.atomically(() => {
        for (const eventId of eventIds) setAcknowledgment(eventId, 'done', null, at)
      }),
    markUnacknowledgeable: (eventId, problem, at) =>
      ledger.atomically(() => {
        setAcknowledgment(eventId, 'refused', problem, at)
      }),
    decidingEvents: (orderId) => {
      const id = orderId.toWellFormed()
      const few = someOfOrder.all(id, MAX_FEW + 1)
      const rows =
        few.length <= MAX_FEW
          ? few
          : typesOf
              .all({ orderId: id })
              .filter(isDeciding)
              .flatMap((type) => firstAndLatest.all(id, type, id, type))
      return rows.toSorted((a, b) => a.seq - b.seq).map(toStored)
    },
    eventsOf: (orderId) => ofOrder.all(orderId.toWellFormed()).map(toStored),
  }
}
