import type { TableShape } from './sealed-table.ts'

/** Rows of the ledger as they are stored. A changed column needs a migration that writes new checksums. */

export type FactRow = { readonly name: string; readonly value: string }

export type OrderRow = {
  readonly order_id: string
  readonly first_seen_at: number
  readonly status: string | null
  readonly status_before_cancellation: string | null
  readonly last_read_at: number | null
  readonly problem: string | null
  readonly cancellation_acknowledged_at: number | null
  readonly started_by_hand_at: number | null
  readonly ended_at: number | null
  /** Only grows, also while no read is queued. */
  readonly read_generation: number
  /** NULL: no read is queued. */
  readonly read_wanted_since: number | null
  readonly read_attempts: number
  readonly next_read_at: number | null
}

/**
 * `owed`: still to be acknowledged; `none`: came by webhook, never acknowledged; `refused`: the platform refused the
 * id.
 */
export type Acknowledgment = 'owed' | 'done' | 'refused' | 'none'

export type EventRow = {
  readonly seq: number
  readonly event_id: string
  readonly order_id: string | null
  readonly event_type: string
  readonly created_at: string | null
  readonly code: string | null
  readonly reason: string | null
  readonly problem: string | null
  readonly source: string
  readonly received_at: number
  readonly acknowledgment: string
  readonly acknowledgment_at: number | null
}

export type UnreadableRow = {
  readonly digest: string
  readonly raw: string
  readonly problem: string
  readonly source: string
  readonly received_at: number
}

export type TapRow = {
  readonly seq: number
  readonly tap_id: string
  readonly order_id: string
  readonly action: string
  readonly args: string
  readonly state: string
  readonly tapped_at: number
  readonly hold_until: number
  readonly attempts: number
  readonly first_attempt_at: number | null
  readonly last_attempt_at: number | null
  readonly answered_at: number | null
  readonly next_attempt_at: number
  readonly reason: string | null
  readonly detail: string | null
  readonly settled_at: number | null
}

export type TimelineRow = {
  readonly seq: number
  readonly order_id: string
  readonly at: number
  readonly kind: string
  readonly detail: string | null
}

export type StruckLineRow = { readonly order_id: string; readonly line_id: string; readonly struck_at: number }

export const FACTS: TableShape<FactRow> = { name: 'facts', columns: ['name', 'value'], key: ['name'] }

export const ORDERS: TableShape<OrderRow> = {
  name: 'orders',
  columns: [
    'order_id',
    'first_seen_at',
    'status',
    'status_before_cancellation',
    'last_read_at',
    'problem',
    'cancellation_acknowledged_at',
    'started_by_hand_at',
    'ended_at',
    'read_generation',
    'read_wanted_since',
    'read_attempts',
    'next_read_at',
  ],
  key: ['order_id'],
}

export const EVENTS: TableShape<EventRow> = {
  name: 'events',
  columns: [
    'seq',
    'event_id',
    'order_id',
    'event_type',
    'created_at',
    'code',
    'reason',
    'problem',
    'source',
    'received_at',
    'acknowledgment',
    'acknowledgment_at',
  ],
  key: ['event_id'],
}

export const UNREADABLE: TableShape<UnreadableRow> = {
  name: 'unreadable_events',
  columns: ['digest', 'raw', 'problem', 'source', 'received_at'],
  key: ['digest'],
}

export const TAPS: TableShape<TapRow> = {
  name: 'taps',
  columns: [
    'seq',
    'tap_id',
    'order_id',
    'action',
    'args',
    'state',
    'tapped_at',
    'hold_until',
    'attempts',
    'first_attempt_at',
    'last_attempt_at',
    'answered_at',
    'next_attempt_at',
    'reason',
    'detail',
    'settled_at',
  ],
  key: ['tap_id'],
}

export const TIMELINE: TableShape<TimelineRow> = {
  name: 'timeline',
  columns: ['seq', 'order_id', 'at', 'kind', 'detail'],
  key: ['seq'],
}

export const STRUCK_LINES: TableShape<StruckLineRow> = {
  name: 'struck_lines',
  columns: ['order_id', 'line_id', 'struck_at'],
  key: ['order_id', 'line_id'],
}

/** A table of any version, for the checks and the salvage, which handle rows as lists of values. */
export type SealedShape = {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

const FIRST_TABLES: readonly SealedShape[] = [FACTS, ORDERS, EVENTS, UNREADABLE, TAPS, TIMELINE, STRUCK_LINES]

/**
 * The sealed tables of each version of the schema, parents before children. A migration that changes a row's columns adds
 * its own list here and leaves the older ones: a damaged file may be of any version.
 */
export const TABLES_BY_VERSION: ReadonlyMap<number, readonly SealedShape[]> = new Map([
  [10, FIRST_TABLES],
  [20, FIRST_TABLES],
  [30, FIRST_TABLES],
  [40, FIRST_TABLES],
])
