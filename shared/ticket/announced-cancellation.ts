import { isOver } from '../order/lifecycle.ts'
import { UNREAD_RINGS_AFTER_MS } from './alarm.ts'

/** All times in ms of the platform's clock. */
type AnnouncementFacts = {
  readonly events: readonly { readonly eventType: string; readonly receivedAt: number }[]
  readonly statusKnown?: string | undefined
  readonly statusReadAt?: number | undefined
  readonly statusBeforeCancellation?: string | undefined
  readonly alarmQuietedAt?: number | undefined
}

/**
 * A cancellation that an event announces and no read shows. The status stays as last read; staff are told from `at` on,
 * because most reads take less. `isUnread`: no read since the event has shown a status, so nothing contradicts it, and the
 * ticket says stop. Otherwise staff are told until they touch the ticket.
 */
export function announcedCancellation({
  events,
  statusKnown = '',
  statusReadAt = Number.NEGATIVE_INFINITY,
  statusBeforeCancellation,
  alarmQuietedAt = Number.NEGATIVE_INFINITY,
}: AnnouncementFacts): { readonly at: number; readonly isUnread: boolean } | undefined {
  const event = isOver(statusKnown) ? undefined : events.findLast(({ eventType }) => eventType === 'CANCELLED')
  if (event === undefined) return undefined
  const at = event.receivedAt + UNREAD_RINGS_AFTER_MS
  const isUnread = statusReadAt < event.receivedAt
  // A cancellation that was read before is known as withdrawn.
  const isSeen = statusBeforeCancellation !== undefined || alarmQuietedAt >= at
  return isUnread || !isSeen ? { at, isUnread } : undefined
}
