import { type RowOf, tableOf } from './sealed-table.ts'

/** Rows of the ledger as they are stored. A changed column needs a migration that writes new checksums. */

export const FACTS = tableOf('facts', { name: 'text', value: 'text' }, 'name')

export const ORDERS = tableOf(
  'orders',
  {
    order_id: 'text',
    first_seen_at: 'number',
    status: 'text?',
    status_before_cancellation: 'text?',
    last_read_at: 'number?',
    problem: 'text?',
    cancellation_acknowledged_at: 'number?',
    started_by_hand_at: 'number?',
    ended_at: 'number?',
    /** Only grows, also while no read is queued. */
    read_generation: 'number',
    /** NULL: no read is queued. */
    read_wanted_since: 'number?',
    read_attempts: 'number',
    next_read_at: 'number?',
  },
  'order_id',
)
export type OrderRow = RowOf<typeof ORDERS>

export const EVENTS = tableOf(
  'events',
  {
    seq: 'number',
    event_id: 'text',
    order_id: 'text?',
    event_type: 'text',
    created_at: 'text?',
    code: 'text?',
    reason: 'text?',
    problem: 'text?',
    source: 'text',
    received_at: 'number',
    acknowledgment: 'text',
    acknowledgment_at: 'number?',
  },
  'event_id',
)
export type EventRow = RowOf<typeof EVENTS>

export const UNREADABLE = tableOf(
  'unreadable_events',
  { digest: 'text', raw: 'text', problem: 'text', source: 'text', received_at: 'number' },
  'digest',
)

export const TAPS = tableOf(
  'taps',
  {
    seq: 'number',
    tap_id: 'text',
    order_id: 'text',
    action: 'text',
    args: 'text',
    state: 'text',
    tapped_at: 'number',
    hold_until: 'number',
    attempts: 'number',
    first_attempt_at: 'number?',
    last_attempt_at: 'number?',
    answered_at: 'number?',
    next_attempt_at: 'number',
    reason: 'text?',
    detail: 'text?',
    settled_at: 'number?',
  },
  'tap_id',
)
export type TapRow = RowOf<typeof TAPS>

export const TIMELINE = tableOf(
  'timeline',
  { seq: 'number', order_id: 'text', at: 'number', kind: 'text', detail: 'text?' },
  'seq',
)

export const STRUCK_LINES = tableOf(
  'struck_lines',
  { order_id: 'text', line_id: 'text', struck_at: 'number' },
  'order_id',
  'line_id',
)

/**
 * `owed`: still to be acknowledged; `none`: came by webhook, never acknowledged; `refused`: the platform refused the
 * id.
 */
export type Acknowledgment = 'owed' | 'done' | 'refused' | 'none'

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
