import type { QueuedAction } from '../../shared/lifecycle.ts'
import type { ConflictReason } from '../../shared/ticket.ts'
import type { TapRow } from './ledger-tables.ts'
import type { Tap, TapState } from './ports.ts'

export const toRow = (tap: Tap): TapRow => ({
  seq: tap.seq,
  tap_id: tap.tapId,
  order_id: tap.orderId,
  action: tap.action,
  args: JSON.stringify(tap.args),
  state: tap.state,
  tapped_at: tap.tappedAt,
  hold_until: tap.holdUntil,
  attempts: tap.attempts,
  first_attempt_at: tap.firstAttemptAt ?? null,
  last_attempt_at: tap.lastAttemptAt ?? null,
  answered_at: tap.answeredAt ?? null,
  next_attempt_at: tap.nextAttemptAt,
  reason: tap.reason ?? null,
  detail: tap.detail ?? null,
  settled_at: tap.settledAt ?? null,
})

/** The assertions hold because the row's checksum was verified: it is what `toRow` wrote from a `Tap`. */
export const toTap = (row: TapRow): Tap => ({
  tapId: row.tap_id,
  seq: row.seq,
  orderId: row.order_id,
  action: row.action as QueuedAction,
  args: JSON.parse(row.args),
  state: row.state as TapState,
  tappedAt: row.tapped_at,
  holdUntil: row.hold_until,
  attempts: row.attempts,
  firstAttemptAt: row.first_attempt_at ?? undefined,
  lastAttemptAt: row.last_attempt_at ?? undefined,
  answeredAt: row.answered_at ?? undefined,
  nextAttemptAt: row.next_attempt_at,
  reason: (row.reason ?? undefined) as ConflictReason | undefined,
  detail: row.detail ?? undefined,
  settledAt: row.settled_at ?? undefined,
})
