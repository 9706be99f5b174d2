import type { QueuedAction } from '../../shared/order/lifecycle.ts'
import type { ConflictReason } from '../../shared/ticket/ticket.ts'
import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type { TapRow } from './ledger-tables.ts'
import type { OrderRepository, TimelineRepository } from './order-repository.ts'
import type { Ledger, NewTap, Tap, TapChange, TapState } from './ports.ts'

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
const toTap = (row: TapRow): Tap => ({
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

export type Outbox = Pick<
  Ledger,
  'addTap' | 'addTaps' | 'undoTap' | 'releaseTap' | 'changeTaps' | 'tap' | 'tapsOf' | 'openTaps' | 'openTapCount'
> & {
  /** The taps' part of `resetAfterStart`. */
  releaseTaps(at: number): void
  /** The taps' part of `correctTimes`. */
  shiftTaps(byMs: number): void
}

const OPEN = "state IN ('held', 'queued', 'sending', 'sent', 'disputed')"

const changed = (tap: Tap, change: TapChange, at: number): Tap => {
  const state = change.state ?? tap.state
  const isSettled = state === 'confirmed' || state === 'conflict' || state === 'undone'
  // A later event has refuted the refusal: its reason no longer holds.
  const isCorrected = tap.state === 'conflict' && state !== 'conflict'
  const old = isCorrected ? { reason: undefined, detail: undefined, settledAt: undefined } : tap
  return {
    ...tap,
    state,
    args: change.eventsBefore === undefined ? tap.args : { ...tap.args, eventsBefore: change.eventsBefore },
    attempts: change.attempts ?? tap.attempts,
    firstAttemptAt: change.firstAttemptAt ?? tap.firstAttemptAt,
    lastAttemptAt: change.lastAttemptAt ?? tap.lastAttemptAt,
    answeredAt: change.answeredAt ?? tap.answeredAt,
    nextAttemptAt: change.nextAttemptAt ?? tap.nextAttemptAt,
    reason: change.reason ?? old.reason,
    detail: change.detail ?? old.detail,
    settledAt: change.settledAt ?? old.settledAt ?? (isSettled ? at : undefined),
  }
}

/**
 * An open tap of the previous run. The start of a POST is not durable before the POST is made, so each unanswered tap
 * may have been sent: its outcome is unknown, it cannot be taken back, and the order is read before it is sent. Times
 * in the future, left by a clock that was set back, become `at`: when the right time is known, `shiftTaps` moves them with
 * it, and an answer in the future would never count as overdue.
 */
function asAfterRestart(tap: Tap, at: number): Tap {
  const past = (time: number | undefined): number | undefined => time && Math.min(time, at)
  const times = {
    tappedAt: Math.min(tap.tappedAt, at),
    nextAttemptAt: Math.min(tap.nextAttemptAt, at),
    holdUntil: Math.min(tap.holdUntil, at),
    firstAttemptAt: past(tap.firstAttemptAt),
    lastAttemptAt: past(tap.lastAttemptAt),
    answeredAt: past(tap.answeredAt),
  }
  if (tap.state !== 'held' && tap.state !== 'queued' && tap.state !== 'sending') return { ...tap, ...times }
  return {
    ...tap,
    ...times,
    state: 'queued',
    attempts: Math.max(1, tap.attempts),
    firstAttemptAt: times.firstAttemptAt ?? times.tappedAt,
    // An acceptance by the shop's rules is not sent after its deadline.
    lastAttemptAt: Math.min(at, tap.args.automatic?.notAfter ?? at),
  }
}

/** The timeline entry of a tap's new state. */
const timelineEntryOf = (tap: Tap): { kind: string; detail: string | undefined } | undefined => {
  switch (tap.state) {
    case 'undone':
    case 'sent':
    case 'confirmed':
      return { kind: tap.state, detail: tap.action }
    case 'conflict':
      return { kind: 'conflict', detail: tap.reason }
    case 'held':
    case 'queued':
    case 'sending':
    case 'disputed':
      return undefined
  }
}

/** The taps that wait for the platform. */
export function outbox(ledger: LedgerDatabase, orders: OrderRepository, timeline: TimelineRepository): Outbox {
  const { taps } = ledger
  const nextSeq = sequenceOf(ledger.db, 'taps')
  const byId = taps.select<[string]>('WHERE tap_id = ?')
  const ofOrder = taps.select<[string]>("WHERE order_id = ? AND state <> 'undone' ORDER BY seq")
  const open = taps.select(`WHERE ${OPEN} ORDER BY seq`)

  const openCount = ledger.db.prepare<[], number>(`SELECT count(*) FROM taps WHERE ${OPEN}`).pluck()

  const toTaps = (rows: readonly TapRow[]): readonly Tap[] => rows.map(toTap)
  const find = (tapId: string): Tap | undefined => {
    const row = byId.first(tapId)
    return row && toTap(row)
  }
  const write = (tap: Tap): void => taps.put(toRow(tap))
  const add = (tap: NewTap): Tap => {
    const known = find(tap.tapId)
    if (known) return known
    orders.rowOrInserted(tap.orderId, tap.tappedAt)
    const kind = tap.args.automatic === undefined ? 'tapped' : 'accepted-automatically'
    timeline.addTimeline({ orderId: tap.orderId, at: tap.tappedAt, kind, detail: tap.action })
    const added: Tap = {
      ...tap,
      seq: nextSeq(),
      state: tap.holdUntil > tap.tappedAt ? 'held' : 'queued',
      attempts: 0,
      firstAttemptAt: undefined,
      lastAttemptAt: undefined,
      answeredAt: undefined,
      nextAttemptAt: tap.tappedAt,
      reason: undefined,
      detail: undefined,
      settledAt: undefined,
    }
    taps.add(toRow(added))
    return added
  }
  const change = (wanted: TapChange, at: number): boolean => {
    const before = find(wanted.tapId)
    if (!before || !wanted.onlyFrom.includes(before.state)) return false
    const after = changed(before, wanted, at)
    write(after)
    const timelineEntry = after.state === before.state ? undefined : timelineEntryOf(after)
    if (timelineEntry) timeline.addTimeline({ orderId: after.orderId, at, ...timelineEntry })
    if (after.state === 'conflict') refuseFollowers(after, at)
    return true
  }
  const tapsOf = (orderId: string): readonly Tap[] => toTaps(ofOrder.all(orderId.toWellFormed()))
  /** The following taps of the same touch are refused as well. */
  const refuseFollowers = ({ orderId, tapId, reason, detail }: Tap, at: number): void => {
    for (const follower of tapsOf(orderId).filter((tap) => tap.args.follows === tapId)) {
      const because = reason === undefined ? {} : { reason }
      change({ tapId: follower.tapId, state: 'conflict', ...because, detail, onlyFrom: ['held', 'queued'] }, at)
    }
  }
  const ofSameTouch = (tap: Tap): readonly Tap[] => {
    const first = tap.args.follows ?? tap.tapId
    return tapsOf(tap.orderId).filter(({ tapId, args }) => tapId === first || args.follows === first)
  }
  const changeHeld = (tapId: string, wanted: Pick<TapChange, 'state' | 'nextAttemptAt'>, at: number): boolean => {
    const tap = find(tapId)
    if (tap?.state !== 'held') return false
    for (const one of ofSameTouch(tap)) change({ ...wanted, tapId: one.tapId, onlyFrom: ['held'] }, at)
    return true
  }

  return {
    addTap: (tap) => ledger.atomically(() => add(tap)),
    addTaps: (wanted) => ledger.atomically(() => wanted.map(add)),
    undoTap: (tapId, at) => ledger.atomically(() => changeHeld(tapId, { state: 'undone' }, at)),
    releaseTap: (tapId, at) => ledger.atomically(() => changeHeld(tapId, { state: 'queued', nextAttemptAt: at }, at)),
    changeTaps: (changes, at) =>
      ledger.atomically(() => {
        for (const one of changes) change(one, at)
      }),
    tap: find,
    tapsOf,
    openTaps: () => toTaps(open.all()),
    openTapCount: () => openCount.get() ?? 0,
    shiftTaps: (byMs) => {
      const moved = (at: number | undefined): number | undefined => (at === undefined ? undefined : at + byMs)
      for (const tap of toTaps(open.all())) {
        write({
          ...tap,
          tappedAt: tap.tappedAt + byMs,
          holdUntil: tap.holdUntil + byMs,
          nextAttemptAt: tap.nextAttemptAt + byMs,
          firstAttemptAt: moved(tap.firstAttemptAt),
          lastAttemptAt: moved(tap.lastAttemptAt),
          answeredAt: moved(tap.answeredAt),
        })
      }
    },
    releaseTaps: (at) => {
      for (const tap of toTaps(open.all())) write(asAfterRestart(tap, at))
    },
  }
}
