import { isKnownStatus, type OrderAction, QUEUED_ACTIONS } from '../order/lifecycle.ts'

/**
 * The kinds of alarm: `new`, `start` (held until now), `cancelled`, `changed`, and once each `accepted` (elsewhere),
 * `delayed`, `courier` (waits for an order that cooks), `standing` (ready for too long). The window plays it, else the desktop.
 */
export const ALARM_CAUSES = [
  'new',
  'start',
  'cancelled',
  'changed',
  'accepted',
  'delayed',
  'courier',
  'standing',
] as const
export type AlarmCause = (typeof ALARM_CAUSES)[number]

/** Alarms that begin by time and ring once for an order, over restarts, each with the entry of the timeline that ends it. */
export const ONCE_ENTRIES = {
  courier: 'courier-alarm',
  standing: 'standing-alarm',
  delayed: 'delay-alarm',
} as const satisfies Partial<Record<AlarmCause, string>>
export type OnceCause = keyof typeof ONCE_ENTRIES

export const isOnceCause = (cause: AlarmCause): cause is OnceCause => Object.hasOwn(ONCE_ENTRIES, cause)

/** Whether an alarm of this cause rings only once. */
export const ringsOnce = (cause: AlarmCause): boolean => cause === 'accepted' || isOnceCause(cause)

/** Whether every screen and the main processes ring, also those that are set not to. The names are those of the ticket. */
export const ringsEverywhere = (ticket: {
  readonly unseen?: boolean | undefined
  readonly unplayed?: boolean | undefined
}): boolean => ticket.unseen === true || ticket.unplayed === true

/** How staff ended an alarm without a step of the order: by touching its ticket, or by its own silence button. */
export const QUIET_WAYS = ['opened', 'silenced'] as const
export type QuietWay = (typeof QUIET_WAYS)[number]

/** A new order is loudest in the last two minutes before the platform gives up waiting for its confirmation. */
const LAST_CALL_MS = 2 * 60_000

/** When the last minutes before the deadline for acceptance begin. */
export const lastCallAt = (confirmBy: number): number => confirmBy - LAST_CALL_MS

/**
 * Whether the last minutes before the deadline for acceptance have begun, or the deadline has passed. False without a
 * deadline. `now` in ms of the platform's clock.
 */
export const isInLastCall = (confirmBy: number | undefined, now: number): boolean =>
  confirmBy !== undefined && now >= lastCallAt(confirmBy)

/** An order that is still unread after this time rings too; most reads take less. */
export const UNREAD_RINGS_AFTER_MS = 10_000

/** What the alarm of an order depends on. All times in ms of the platform's clock. */
export type AlarmFacts = {
  /** The status including taps under way; empty before the first read. */
  readonly workStatus: string
  /** `quiet`: cancelled and not acknowledged, but it must not ring (`isStopQuiet`). */
  readonly cancelled: 'no' | 'unseen' | 'quiet' | 'seen'
  /** Held back until its start. */
  readonly waits: boolean
  /** It is held back since the change: a start that was moved took it off the wall. */
  readonly hasLeft?: boolean
  /** It is held back, and nothing states until when. */
  readonly isTimeUnknown: boolean
  /** When the start time or the platform's request to prepare came; absent for an order that was never held back. */
  readonly raisedAt: number | undefined
  /** When the time was over for which staff held it. */
  readonly returnedAt?: number | undefined
  readonly startedByHand: boolean
  readonly firstSeenAt: number
  /** When the platform last reported the acceptance. */
  readonly acceptedAt: number | undefined
  readonly confirmBy: number | undefined
  /** The shop's rules accepted it: staff have not seen it yet. */
  readonly acceptedAutomatically: boolean
  /** Steps of staff that were neither taken back nor refused. */
  readonly taps: readonly { readonly action: OrderAction; readonly tappedAt: number }[]
  readonly quietedAt: number | undefined
  /** The status of the first read. */
  readonly firstStatus: string | undefined
  /** When the order changed; absent: staff have seen every change. */
  readonly changedAt: number | undefined
}

const isSince = (at: number | undefined, moment: number): boolean => at !== undefined && at >= moment

/** The cause of the order's alarm now; `undefined`: its alarm is not active. Pure; `now` in ms of the platform's clock. */
export function alarmCauseOf(facts: AlarmFacts, now: number): AlarmCause | undefined {
  const { workStatus, cancelled, waits, raisedAt, taps, quietedAt } = facts
  if (cancelled !== 'no') return cancelled === 'unseen' ? 'cancelled' : undefined
  const isUnseen =
    workStatus === 'CREATED' ||
    (workStatus === 'CONFIRMED' && facts.acceptedAutomatically) ||
    // It may be the platform's name for a new order.
    (!isKnownStatus(workStatus) && facts.acceptedAt === undefined)
  if (isUnseen && taps.length === 0) {
    // An order that is not accepted in time is lost, so the last call also rings while the order is held back or silenced.
    const { confirmBy } = facts
    if (isInLastCall(confirmBy, now))
      return quietedAt !== undefined && isInLastCall(confirmBy, quietedAt) ? undefined : 'new'
    if (waits && !facts.isTimeUnknown) return undefined
    const begunAt = Math.max(facts.startedByHand ? 0 : (raisedAt ?? 0), facts.returnedAt ?? 0)
    return isSince(quietedAt, begunAt) ? undefined : 'new'
  }
  const { changedAt } = facts
  // Cooking may have begun.
  const isInKitchen =
    (!waits || facts.hasLeft === true) &&
    (workStatus === 'CONFIRMED' || workStatus === 'PREPARING' || workStatus === 'READY')
  if (isInKitchen && changedAt !== undefined && !isSince(quietedAt, changedAt)) return 'changed'
  return isReturnUnknown(facts) || isStartUnknown(facts) ? 'start' : isAcceptedElsewhere(facts) ? 'accepted' : undefined
}

/** The time is over for which staff held the order, and nothing shows that they know it. */
const isReturnUnknown = ({ workStatus, waits, returnedAt, taps, quietedAt }: AlarmFacts): boolean =>
  (workStatus === 'CONFIRMED' || workStatus === 'PREPARING') &&
  !waits &&
  returnedAt !== undefined &&
  !isSince(quietedAt, returnedAt) &&
  taps.every(({ tappedAt }) => tappedAt < returnedAt)

/** The order's held start has come, and nothing shows that staff know it. */
function isStartUnknown(facts: AlarmFacts): boolean {
  const { workStatus, waits, raisedAt, taps, quietedAt } = facts
  if (workStatus !== 'CONFIRMED' || waits || raisedAt === undefined || facts.startedByHand) return false
  // Accepted after its start, here or elsewhere, so staff know of it.
  const isKnown =
    facts.firstSeenAt >= raisedAt ||
    isSince(facts.acceptedAt, raisedAt) ||
    isSince(quietedAt, raisedAt) ||
    taps.some(({ tappedAt }) => tappedAt >= raisedAt)
  return !isKnown
}

/** First seen as accepted, by another program, and touched by nobody here. */
const isAcceptedElsewhere = ({
  workStatus,
  firstStatus,
  acceptedAutomatically,
  taps,
  quietedAt,
  ...facts
}: AlarmFacts) =>
  (workStatus === 'CONFIRMED' || workStatus === 'PREPARING') &&
  (firstStatus === 'CONFIRMED' || firstStatus === 'PREPARING') &&
  (!facts.waits || facts.isTimeUnknown) &&
  !acceptedAutomatically &&
  taps.length === 0 &&
  quietedAt === undefined

/** A kitchen has begun nothing for an order whose start is further away. */
const STARTS_LATER_MS = 120 * 60_000
/** Of an order for which nothing was begun; empty before the first read. */
const NOT_BEGUN: ReadonlySet<string> = new Set(['', 'CREATED', 'CONFIRMED', 'CANCELLED'])

/** All times in ms of the platform's clock. */
type StopFacts = {
  readonly stoppedAt: number
  /** When staff could first know of the order; absent: never. */
  readonly firstShownAt?: number | undefined
  /** The start of an order that is held back; absent: now or unknown. */
  readonly startAt: number | undefined
  readonly startedByHand: boolean
  readonly statusBeforeCancellation: string
  readonly taps: readonly { readonly action: OrderAction; readonly automatic?: boolean | undefined }[]
}

/**
 * Whether a cancelled order must not ring: no screen had shown it when its stop came, or its start was more than two hours away and
 * nothing was begun. Its ticket says stop until it is acknowledged.
 */
export function isStopQuiet(facts: StopFacts): boolean {
  const { stoppedAt, firstShownAt, startAt, startedByHand, statusBeforeCancellation } = facts
  const steps = facts.taps.filter(({ automatic }) => automatic !== true)
  if (steps.length === 0 && (firstShownAt === undefined || firstShownAt >= stoppedAt)) return true
  const isBegun =
    startedByHand ||
    !NOT_BEGUN.has(statusBeforeCancellation) ||
    steps.some(({ action }) => action !== 'confirm' && action !== 'requestCancellation')
  return !isBegun && startAt !== undefined && startAt - stoppedAt > STARTS_LATER_MS
}

/** Whether a tap on this button itself ends the alarm. Other touches of the ticket are reported separately. */
export const settlesAlarm = (action: string): boolean =>
  action === 'acknowledge' || (action !== 'requestCancellation' && QUEUED_ACTIONS.some((queued) => queued === action))

/** Maximum number of orders in one report of a window. */
export const MAX_REPORTED = 500
