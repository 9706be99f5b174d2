import { UNREAD_RINGS_AFTER_MS } from './alarm.ts'

/**
 * What an event of a cancellation is worth. `unread`: no read that began after it has shown another status. `contradicted`: one has,
 * and may lag. `refuted`: one has that cannot lag, so the event no longer counts.
 */
export type CancellationWorth = 'unread' | 'contradicted' | 'refuted'

/** Kinds of the entries in the timeline that keep what a read has shown about such an event; their detail is its id. */
export const CANCELLATION_JUDGEMENTS = {
  contradicted: 'cancellation-contradicted',
  refuted: 'cancellation-refuted',
} as const satisfies Record<Exclude<CancellationWorth, 'unread'>, string>

/** What a read has shown about the event of a cancellation. */
export type CancellationJudgement = {
  readonly eventId: string
  readonly worth: Exclude<CancellationWorth, 'unread'>
}

/** `contradicted`, `refuted`: ids of events. */
export function worthOf(
  { eventId }: { readonly eventId: string },
  { contradicted, refuted }: { readonly contradicted: ReadonlySet<string>; readonly refuted: ReadonlySet<string> },
): CancellationWorth {
  if (refuted.has(eventId)) return 'refuted'
  return contradicted.has(eventId) ? 'contradicted' : 'unread'
}

/** All times in ms of the platform's clock. */
type AnnouncementFacts = {
  readonly events: readonly { readonly eventType: string; readonly receivedAt: number }[]
  readonly statusKnown?: string | undefined
  /** Of the latest event of a cancellation; absent: `unread`. */
  readonly cancellationWorth?: CancellationWorth | undefined
  readonly statusBeforeCancellation?: string | undefined
  readonly alarmQuietedAt?: number | undefined
}

/**
 * A cancellation that an event announces and no read shows; the status stays. Staff are told from `at` on, until they touch
 * the ticket or a read refutes it. `isUnread`: no later read, so the ticket says stop.
 */
export function announcedCancellation({
  events,
  statusKnown = '',
  cancellationWorth = 'unread',
  statusBeforeCancellation,
  alarmQuietedAt = Number.NEGATIVE_INFINITY,
}: AnnouncementFacts): { readonly at: number; readonly isUnread: boolean } | undefined {
  if (statusKnown === 'CANCELLED' || statusKnown === 'DELIVERED' || cancellationWorth === 'refuted') return undefined
  const event = events.findLast(({ eventType }) => eventType === 'CANCELLED')
  if (event === undefined) return undefined
  const at = event.receivedAt + UNREAD_RINGS_AFTER_MS
  const isUnread = cancellationWorth === 'unread'
  // A cancellation that was read before is known as withdrawn.
  const isSeen = statusBeforeCancellation !== undefined || alarmQuietedAt >= at
  return isUnread || !isSeen ? { at, isUnread } : undefined
}
