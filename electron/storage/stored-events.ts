import { eventName } from '../../shared/event.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { Acknowledgment, EventRow } from './ledger-tables.ts'
import type { Ledger, StoredEvent } from './ports.ts'

export type StoredEvents = Pick<
  Ledger,
  'unacknowledgedEvents' | 'markAcknowledged' | 'markUnacknowledgeable' | 'eventsOf' | 'lastCancellation'
>

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
  const cancellations = events.select<[string]>(
    "WHERE order_id = ? AND event_type LIKE '%cancel%ed%' ORDER BY seq DESC",
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
    lastCancellation: (orderId) => {
      const rows = cancellations.all(orderId.toWellFormed())
      const row = rows.find(({ event_type: type }) => eventName(type) === 'CANCELLED')
      return row && toStored(row)
    },
    eventsOf: (orderId) => ofOrder.all(orderId.toWellFormed()).map(toStored),
  }
}
