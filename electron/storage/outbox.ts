import { isOver, targetOf } from '../../shared/order/lifecycle.ts'
import { type LedgerDatabase, sequenceOf } from './ledger-database.ts'
import type { NewTap, Tap, TapChange, TapState } from './ledger-tables.ts'
import type { OrderRepository, TimelineRepository } from './order-repository.ts'

const OPEN = "state IN ('held', 'queued', 'sending', 'sent', 'disputed')"

const SETTLED: ReadonlySet<TapState> = new Set(['confirmed', 'concluded', 'conflict', 'undone'])

export const isSettled = (state: TapState): boolean => SETTLED.has(state)

/** Ends of a tap that nothing revives: it is not sent. Any other end is found again by a read. */
export const NOT_SENT: ReadonlySet<string> = new Set<TapState>(['undone', 'conflict'])

const changed = (tap: Tap, change: TapChange, at: number): Tap => {
  const state = change.state ?? tap.state
  // Later evidence has refuted the end: its reason no longer holds.
  const isCorrected = isSettled(tap.state) && state !== tap.state
  const old = isCorrected ? { reason: undefined, detail: undefined, settledAt: undefined } : tap
  return {
    ...tap,
    state,
    args: {
      ...tap.args,
      ...(change.sentAfterEvent === undefined ? {} : { sentAfterEvent: change.sentAfterEvent }),
      ...(change.accepted === undefined ? {} : { accepted: change.accepted }),
      ...(change.here === undefined ? {} : { here: change.here }),
    },
    attempts: change.attempts ?? tap.attempts,
    firstAttemptAt: change.firstAttemptAt ?? tap.firstAttemptAt,
    lastAttemptAt: change.lastAttemptAt ?? tap.lastAttemptAt,
    answeredAt: change.answeredAt ?? tap.answeredAt,
    nextAttemptAt: change.nextAttemptAt ?? tap.nextAttemptAt,
    reason: change.reason ?? old.reason,
    detail: change.detail ?? old.detail,
    settledAt: change.settledAt ?? old.settledAt ?? (isSettled(state) ? at : undefined),
  }
}

/**
 * An open tap of the previous run. It may have been sent, so its outcome is unknown: it cannot be taken back, and its order is
 * read first. Times in the future become `at`; else an answer would never be overdue.
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

/** The tap with its times moved: the platform's time was corrected. */
function shifted(tap: Tap, byMs: number): Tap {
  const moved = (at: number | undefined): number | undefined => (at === undefined ? undefined : at + byMs)
  return {
    ...tap,
    tappedAt: tap.tappedAt + byMs,
    holdUntil: tap.holdUntil + byMs,
    nextAttemptAt: tap.nextAttemptAt + byMs,
    firstAttemptAt: moved(tap.firstAttemptAt),
    lastAttemptAt: moved(tap.lastAttemptAt),
    answeredAt: moved(tap.answeredAt),
  }
}

/** Whether this kitchen alone has ended the order with the tap. */
export const isEndHere = ({ action, state, args }: Tap): boolean =>
  args.here === true && state === 'confirmed' && isOver(targetOf(action))

/** The timeline entry of a tap's new state. */
const timelineEntryOf = (tap: Tap): { kind: string; detail: string | undefined } | undefined => {
  switch (tap.state) {
    case 'undone':
    case 'sent':
    case 'confirmed':
    case 'concluded':
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
export interface Outbox {
  /** One transaction: outbox row (held when `holdUntil` is in the future, else queued) and timeline. */
  addTap(tap: NewTap): Tap
  /** The taps of one touch, one transaction: all of them or none. */
  addTaps(wanted: readonly NewTap[]): readonly Tap[]
  /**
   * Deletes nothing: a held tap becomes `undone`, together with the held taps of the same touch. False, without a
   * change, when it was no longer held.
   */
  undoTap(tapId: string, at: number): boolean
  /** Like `undoTap`, but the taps are sent now. */
  releaseTap(tapId: string, at: number): boolean
  /**
   * Applies the changes in one transaction, with timeline entries; a change whose `onlyFrom` does not match is left
   * out. When a tap becomes `conflict`, its unsent followers become `conflict` with the same reason.
   */
  changeTaps(changes: readonly TapChange[], at: number): void
  tap(tapId: string): Tap | undefined
  /** All taps of an order that are not undone, oldest first. */
  tapsOf(orderId: string): readonly Tap[]
  /** Taps in `held`, `queued`, `sending`, `sent` or `disputed`, oldest first. */
  openTaps(): readonly Tap[]
  /** Their number, without reading the rows. */
  openTapCount(): number
  /** Calls back with each tap that was added, taken back, refused or opened again, once this is durable. */
  onTap(listener: (tap: Tap) => void): void
  /** The taps' part of `correctTimes`. */
  shiftTaps(byMs: number): void
  /** The taps' part of `resetAfterStart`. */
  releaseTaps(at: number): void
}

/** Steps of a transaction: each writes the tap with its timeline. */
interface TapWrites extends Pick<Outbox, 'tap' | 'tapsOf' | 'onTap'> {
  add(tap: NewTap): Tap
  change(wanted: TapChange, at: number): void
  /** Changes a held tap and those of the same touch. False, without a change, when it was no longer held. */
  changeHeld(tapId: string, wanted: Pick<TapChange, 'state' | 'nextAttemptAt'>, at: number): boolean
}

function tapWrites(ledger: LedgerDatabase, orders: OrderRepository, timeline: TimelineRepository): TapWrites {
  const { taps } = ledger
  const nextSeq = sequenceOf(ledger.db, 'taps')
  const byId = taps.select<[string]>('WHERE tap_id = ?')
  const ofOrder = taps.select<[string]>("WHERE order_id = ? AND state <> 'undone' ORDER BY seq")

  let listener: ((tap: Tap) => void) | undefined
  const reportAfterCommit = (tap: Tap): void => ledger.commits.afterCommit(() => listener?.(tap))

  const find = (tapId: string): Tap | undefined => byId.first(tapId)
  const add = (tap: NewTap): Tap => {
    const known = find(tap.tapId)
    if (known) return known
    if (!orders.row(tap.orderId)) orders.put(orders.rowOrNew(tap.orderId, tap.tappedAt))
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
    taps.add(added)
    reportAfterCommit(added)
    return added
  }
  const change = (wanted: TapChange, at: number): void => {
    const before = find(wanted.tapId)
    if (!before || !wanted.onlyFrom.includes(before.state)) return
    const after = changed(before, wanted, at)
    taps.put(after)
    const isOpenedAgain = isSettled(before.state) && !isSettled(after.state)
    if (after.state !== before.state && (isOpenedAgain || NOT_SENT.has(after.state))) reportAfterCommit(after)
    if (before.state === 'confirmed' && after.state !== 'confirmed') {
      timeline.addTimeline({ orderId: after.orderId, at, kind: 'confirmation-withdrawn', detail: after.action })
    }
    const timelineEntry = after.state === before.state ? undefined : timelineEntryOf(after)
    if (timelineEntry) timeline.addTimeline({ orderId: after.orderId, at, ...timelineEntry })
    if (after.state === 'conflict') refuseFollowers(after, at)
    if (isEndHere(after)) endHere(after.orderId, at)
  }
  /** The platform waits for no call that ends the order, so this kitchen ends it. */
  const endHere = (orderId: string, at: number): void => {
    const order = orders.row(orderId)
    if (order !== undefined && order.endedAt === undefined) orders.put({ ...order, endedAt: at })
  }
  const tapsOf = (orderId: string): readonly Tap[] => ofOrder.all(orderId.toWellFormed())
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

  const onTap = (wanted: (tap: Tap) => void): void => {
    listener = wanted
  }
  return { tap: find, tapsOf, add, change, changeHeld, onTap }
}

export function outbox(ledger: LedgerDatabase, orders: OrderRepository, timeline: TimelineRepository): Outbox {
  const { taps } = ledger
  const { add, change, changeHeld, tap, tapsOf, onTap } = tapWrites(ledger, orders, timeline)
  const open = taps.select(`WHERE ${OPEN} ORDER BY seq`)
  const openCount = ledger.db.prepare<[], number>(`SELECT count(*) FROM taps WHERE ${OPEN}`).pluck()

  return {
    addTap: (wanted) => ledger.atomically(() => add(wanted)),
    addTaps: (wanted) => ledger.atomically(() => wanted.map(add)),
    undoTap: (tapId, at) => ledger.atomically(() => changeHeld(tapId, { state: 'undone' }, at)),
    releaseTap: (tapId, at) => ledger.atomically(() => changeHeld(tapId, { state: 'queued', nextAttemptAt: at }, at)),
    changeTaps: (changes, at) =>
      ledger.atomically(() => {
        for (const one of changes) change(one, at)
      }),
    tap,
    tapsOf,
    openTaps: () => open.all(),
    openTapCount: () => openCount.get() ?? 0,
    onTap,
    shiftTaps: (byMs) => {
      for (const one of open.all()) taps.put(shifted(one, byMs))
    },
    releaseTaps: (at) => {
      for (const one of open.all()) taps.put(asAfterRestart(one, at))
    },
  }
}
