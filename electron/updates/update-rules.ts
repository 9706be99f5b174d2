import type { BoardSnapshot } from '../../shared/contract/contract.ts'
import type { UpdateHold } from '../../shared/contract/updates.ts'
import { isQuietAt } from '../../shared/time/quiet-hours.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Time between two checks for updates, which read the feed. */
const CHECK_EVERY_MS = 24 * HOUR_MS
/** Time after a failed check. */
const RETRY_MS = 4 * HOUR_MS
/** The board starts first. */
const AFTER_START_MS = 2 * MINUTE_MS
/** Spreads the requests of shops that were switched on at the same time. */
const MAX_JITTER_MS = 30 * MINUTE_MS
/** A scheduled order that starts later than this does not count as open. */
const SOON_MS = 30 * MINUTE_MS

/**
 * Ms from the start of the program to the first check. `checkedAt` and `wallNow` are wall clock times. The clock
 * may have been set back: a future `checkedAt` counts as now, so that the next check comes after a day at the latest.
 * @param share random, 0 to 1
 */
export function firstCheckDelay(checkedAt: number | undefined, wallNow: number, share: number): number {
  const elapsed = checkedAt === undefined ? CHECK_EVERY_MS : Math.max(0, wallNow - checkedAt)
  return Math.max(AFTER_START_MS, CHECK_EVERY_MS - elapsed) + share * MAX_JITTER_MS
}

/** Ms between two checks in one run, by the monotonic clock. */
export const nextCheckDelay = (hasFailed: boolean, share: number): number =>
  (hasFailed ? RETRY_MS : CHECK_EVERY_MS) + share * MAX_JITTER_MS

/** The state of the kitchen that decides whether an update may be installed. */
export type KitchenActivity = Pick<BoardSnapshot, 'tickets' | 'unsettledTaps' | 'freshness' | 'clock' | 'settings'>

type Ticket = BoardSnapshot['tickets'][number]

/** Whether the kitchen works on an order or will soon: all except `done` orders and later scheduled ones. */
function isWorkedOnSoon({ lane, startAt }: Ticket, platformNow: number): boolean {
  if (lane === 'done') return false
  return lane !== 'scheduled' || startAt === undefined || startAt - platformNow < SOON_MS
}

/** Why an update must not be installed now; `undefined` when it may. */
export function updateHold({ tickets, clock, unsettledTaps, freshness }: KitchenActivity): UpdateHold | undefined {
  if (tickets.some((ticket) => isWorkedOnSoon(ticket, clock.platformNow))) return 'orders-open'
  if (unsettledTaps > 0) return 'taps-unsent'
  return freshness.trouble === 'storage' ? 'storage' : undefined
}

/**
 * Whether a ready update may be installed automatically: in the shop's quiet hours, while the board is up to date. A board
 * that is out of date may be empty because orders did not arrive.
 */
export function mayInstallAutomatically(
  kitchen: KitchenActivity,
  { needsPerson, wallNow }: { readonly needsPerson: boolean; readonly wallNow: number },
): boolean {
  const { settings, freshness } = kitchen
  if (needsPerson || freshness.state !== 'fresh' || !isQuietAt(settings.alarm.quietHours, wallNow)) return false
  return updateHold(kitchen) === undefined
}
