import { decidingName, eventName, isCounted } from '../../shared/order/event.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { EventRow, StoredEvent } from './ledger-tables.ts'

/** An order with so many events: reading them all costs less than an index of the deciding ones. */
const MAX_FEW = 40
/** Of the events whose number decides, the latest of each name. */
const MAX_COUNTED = 100
/** Orders with many events whose index is kept in memory. */
const MAX_INDEXED = 500

/** The places of the first and of the latest deciding events of an order, oldest first, by the name of their type. */
type Places = Map<string, number[]>

/** The first of these places and the latest ones. */
const shortened = (name: string, seqs: readonly number[]): number[] => {
  const kept = isCounted(name) ? MAX_COUNTED : 1
  return seqs.length > kept + 1 ? [...seqs.slice(0, 1), ...seqs.slice(-kept)] : [...seqs]
}

function addPlace(places: Places, eventType: string, seq: number): void {
  const name = decidingName(eventType)
  if (name !== undefined) places.set(name, shortened(name, [...(places.get(name) ?? []), seq]))
}

/** Normalises the event type: platforms use two spellings, and readers compare one. */
const toStored = ({
  seq,
  eventId,
  orderId = '',
  eventType,
  receivedAt,
  createdAt,
  code,
  reason,
}: EventRow): StoredEvent => ({
  seq,
  eventId,
  orderId,
  eventType: eventName(eventType),
  receivedAt,
  createdAt,
  metadata: code === undefined && reason === undefined ? undefined : { code, reason },
})

/** The events of one order that can change a decision, however many events and types of events it has. */
export interface OrderEvents {
  /**
   * Of each name that can change a decision at least the first and the latest event, in the order of their arrival; of requests to
   * cancel and their denials, which are counted, the latest hundred.
   */
  decidingEvents(orderId: string): readonly StoredEvent[]
  /** `seq` of the latest event of the order; 0 without one. */
  lastEventSeq(orderId: string): number
}

/** Receives the place of each stored event. It may be taken back: the rows are compared with their places. */
export type AddEvent = (orderId: string, eventType: string, seq: number) => void

export function orderEvents({ db, events }: LedgerDatabase): { readonly read: OrderEvents; readonly add: AddEvent } {
  const someOfOrder = events.select<[string, number]>('WHERE order_id = ? LIMIT ?')
  const atPlace = events.select<[number, string]>('WHERE seq = ? AND order_id = ?')
  const lastSeq = db.prepare<[string], number | null>('SELECT max(seq) FROM events WHERE order_id = ?').pluck()
  // Both read the index `events_of_order_by_type` alone.
  const typesOf = db
    .prepare<[string], [type: string, first: number, latest: number, count: number]>(
      'SELECT event_type, min(seq), max(seq), count(*) FROM events WHERE order_id = ? GROUP BY event_type',
    )
    .raw()
  const latestOfType = db
    .prepare<[string, string, number], number>(
      'SELECT seq FROM events WHERE order_id = ? AND event_type = ? ORDER BY seq DESC LIMIT ?',
    )
    .pluck()
  const indexed = new Map<string, Places>()

  const indexOf = (orderId: string): Places => {
    const found = new Map<string, Set<number>>()
    for (const [type, first, latest, count] of typesOf.all(orderId)) {
      const name = decidingName(type)
      if (name === undefined) continue
      const seqs = found.get(name) ?? new Set()
      seqs.add(first).add(latest)
      if (count > 2 && isCounted(name)) for (const seq of latestOfType.all(orderId, type, MAX_COUNTED)) seqs.add(seq)
      found.set(name, seqs)
    }
    const places: Places = new Map(
      [...found].map(([name, seqs]) => [
        name,
        shortened(
          name,
          [...seqs].sort((a, b) => a - b),
        ),
      ]),
    )
    const [oldest] = indexed.size >= MAX_INDEXED ? indexed.keys() : []
    if (oldest !== undefined) indexed.delete(oldest)
    indexed.set(orderId, places)
    return places
  }

  const rowsAt = (orderId: string, places: Places): readonly EventRow[] =>
    [...places.values()]
      .flat()
      .sort((a, b) => a - b)
      .flatMap((seq) => atPlace.first(seq, orderId) ?? [])

  /** The rows, if each of them still stands at its place. */
  const indexedRows = (orderId: string): readonly EventRow[] | undefined => {
    const places = indexed.get(orderId)
    if (places === undefined) return undefined
    const rows = rowsAt(orderId, places)
    const nameAt = new Map(rows.map(({ seq, eventType }) => [seq, decidingName(eventType)]))
    const isCurrent = [...places].every(([name, seqs]) => seqs.every((seq) => nameAt.get(seq) === name))
    return isCurrent ? rows : undefined
  }

  const rowsOf = (orderId: string): readonly EventRow[] => {
    const known = indexedRows(orderId)
    if (known) return known
    const few = someOfOrder.all(orderId, MAX_FEW + 1)
    return few.length <= MAX_FEW ? few.toSorted((a, b) => a.seq - b.seq) : rowsAt(orderId, indexOf(orderId))
  }

  return {
    read: {
      decidingEvents: (orderId) => rowsOf(orderId.toWellFormed()).map(toStored),
      lastEventSeq: (orderId) => lastSeq.get(orderId.toWellFormed()) ?? 0,
    },
    add(orderId, eventType, seq) {
      const places = indexed.get(orderId.toWellFormed())
      if (places) addPlace(places, eventType, seq)
    },
  }
}
