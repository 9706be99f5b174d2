import type { BoardSnapshot } from '../../shared/contract.ts'
import { isQuietAt } from '../../shared/quiet-hours.ts'
import type { UpdateHold } from '../../shared/updates.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** After a look that failed. */
const RETRY_MS = 4 * HOUR_MS
/** The board comes first. */
const AFTER_START_MS = 2 * MINUTE_MS
/** Shops that were switched on at the same time do not all ask in the same minute. */
const MOST_JITTER_MS = 30 * MINUTE_MS
/** A scheduled order that starts later than this is not at work yet. */
const SOON_MS = 30 * MINUTE_MS

/**
 * Ms from the start of the program to its first look. `lookedAt` and `wallNow` are of the wall clock, which may have been
 * set: a look that lies ahead counts as one of this moment, so that the next one comes after a day at the latest.
 * @param share 0 to 1, by chance
 */
export function firstLookDelay(lookedAt: number | undefined, wallNow: number, share: number): number {
  const elapsed = lookedAt === undefined ? DAY_MS : Math.max(0, wallNow - lookedAt)
  return Math.max(AFTER_START_MS, DAY_MS - elapsed) + share * MOST_JITTER_MS
}

/** Ms from one look to the next in the same run, by the monotonic clock. */
export const nextLookDelay = (hasFailed: boolean, share: number): number =>
  (hasFailed ? RETRY_MS : DAY_MS) + share * MOST_JITTER_MS

/** What an installation must not interrupt. */
export type KitchenAtRest = Pick<BoardSnapshot, 'tickets' | 'unsettledTaps' | 'freshness' | 'clock' | 'settings'>

type Ticket = BoardSnapshot['tickets'][number]

/** An order that the kitchen has in hand, or will have soon. Only `done` ones and those of later do not count. */
function isAtWork({ lane, startAt }: Ticket, platformNow: number): boolean {
  if (lane === 'done') return false
  return lane !== 'scheduled' || startAt === undefined || startAt - platformNow < SOON_MS
}

/** Why an update must not be installed now, by hand or by itself; `undefined` when it may. */
export function holdOf({ tickets, clock, unsettledTaps, freshness }: KitchenAtRest): UpdateHold | undefined {
  if (tickets.some((ticket) => isAtWork(ticket, clock.platformNow))) return 'orders-open'
  if (unsettledTaps > 0) return 'taps-unsent'
  return freshness.trouble === 'storage' ? 'storage' : undefined
}

/**
 * Whether a ready update may be installed without a person: in the quiet hours that the shop has set, while the board is
 * known to be up to date. A board that is not may be empty because orders did not arrive.
 */
export function mayInstallByItself(
  kitchen: KitchenAtRest,
  { needsPerson, wallNow }: { readonly needsPerson: boolean; readonly wallNow: number },
): boolean {
  const { settings, freshness } = kitchen
  if (needsPerson || freshness.state !== 'fresh' || !isQuietAt(settings.alarm.quietHours, wallNow)) return false
  return holdOf(kitchen) === undefined
}
