import { type OrderAction, QUEUED_ACTIONS } from './lifecycle.ts'

/**
 * Why an order calls for attention: `new` (not accepted yet), `start` (its held start has come), `cancelled` (stop
 * cooking), `delayed` (past its time: one ring, then it is over). Said by the main process on the ticket; the window sounds it, and the main process itself when no window does.
 */
export const ALARM_CAUSES = ['new', 'start', 'cancelled', 'delayed'] as const
export type AlarmCause = (typeof ALARM_CAUSES)[number]

/** How staff made an alarm stop without a step of the order: they touched its ticket, or silenced it by name. */
export const QUIET_WAYS = ['opened', 'silenced'] as const
export type QuietWay = (typeof QUIET_WAYS)[number]

/** A new order is loudest in the last two minutes before the platform gives up waiting for its confirmation. */
export const LAST_CALL_MS = 2 * 60_000
/** An order whose details cannot be read calls all the same; most reads take less than this. */
export const UNREAD_CALLS_AFTER_MS = 10_000

/** What the alarm of an order depends on. All times in ms of the platform's clock. */
export type AlarmFacts = {
  /** As far as taps under way have brought it; empty before the first read. */
  readonly workStatus: string
  readonly cancelled: 'no' | 'unseen' | 'seen'
  /** Held back until its start. */
  readonly waits: boolean
  /** When the platform's start time came or its request to prepare; absent for an order that was never held back. */
  readonly raisedAt: number | undefined
  readonly startedByHand: boolean
  readonly firstSeenAt: number
  /** When the platform last told that the order was accepted. */
  readonly acceptedAt: number | undefined
  readonly confirmBy: number | undefined
  /** The shop's rules accepted it: staff have not seen it yet. */
  readonly acceptedAutomatically: boolean
  /** Steps of staff that were neither taken back nor refused. */
  readonly taps: readonly { readonly action: OrderAction; readonly tappedAt: number }[]
  readonly quietedAt: number | undefined
}

const isSince = (at: number | undefined, moment: number): boolean => at !== undefined && at >= moment

/** Why the order calls now, if it does. Pure; `now` in ms of the platform's clock. */
export function alarmCauseOf(facts: AlarmFacts, now: number): AlarmCause | undefined {
  const { workStatus, cancelled, waits, raisedAt, taps, quietedAt } = facts
  if (cancelled !== 'no') return cancelled === 'unseen' ? 'cancelled' : undefined
  const isUnseen = workStatus === 'CREATED' || (workStatus === 'CONFIRMED' && facts.acceptedAutomatically)
  if (isUnseen && taps.length === 0) {
    // Not accepted in time, the order is lost: the last call comes also while it is held back, and after it was silenced.
    const lastCallAt = facts.confirmBy === undefined ? Number.POSITIVE_INFINITY : facts.confirmBy - LAST_CALL_MS
    if (now >= lastCallAt) return isSince(quietedAt, lastCallAt) ? undefined : 'new'
    if (waits) return undefined
    return isSince(quietedAt, facts.startedByHand ? 0 : (raisedAt ?? 0)) ? undefined : 'new'
  }
  if (workStatus !== 'CONFIRMED' || waits || raisedAt === undefined || facts.startedByHand) return undefined
  // Accepted after its start had come, here or elsewhere: known.
  const isKnown =
    facts.firstSeenAt >= raisedAt ||
    isSince(facts.acceptedAt, raisedAt) ||
    isSince(quietedAt, raisedAt) ||
    taps.some(({ tappedAt }) => tappedAt >= raisedAt)
  return isKnown ? undefined : 'start'
}

/** Whether a tap on this button says by itself what becomes of the alarm, so that it is no mere touch of the ticket. */
export const settlesAlarm = (action: string): boolean =>
  action === 'acknowledge' ||
  (action !== 'requestCancellation' && (QUEUED_ACTIONS as readonly string[]).includes(action))

/** Most orders that one report of a window may name. */
export const MOST_REPORTED = 500
