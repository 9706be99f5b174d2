import type { Settings } from './settings.ts'
import type { Ticket } from './ticket.ts'

const MINUTE_MS = 60_000

/** Start of the kitchen's time for an order: a scheduled order does not age before its start. */
export function startOfWork(ticket: Pick<Ticket, 'startAt' | 'timing' | 'createdAt'>): number {
  return ticket.startAt === undefined || ticket.timing === 'INSTANT'
    ? ticket.createdAt
    : Math.max(ticket.createdAt, ticket.startAt)
}

/** When an order becomes late: at its promised time, or at the threshold of its type where the platform promises none. */
function lateAt(ticket: Ticket, ageMinutes: Settings['ageMinutes']): number {
  if (ticket.dueAt !== undefined) return ticket.dueAt
  const { late } = ticket.orderType === 'DELIVERY' ? ageMinutes.delivery : ageMinutes.takeout
  return startOfWork(ticket) + late * MINUTE_MS
}

/** Food that is ready is late at the counter, not in the kitchen. */
const isToBeCooked = ({ reading, lane, cancelled, recalled }: Ticket): boolean =>
  reading === 'read' && (lane === 'new' || lane === 'preparing') && cancelled === undefined && recalled !== true

/**
 * When the alarm for a delayed order is due, in ms of the platform's clock; `undefined`: not in the present state. A
 * tap of staff after that moment shows that they know of the delay.
 */
export function delayAlarmAt(
  ticket: Ticket,
  { ageMinutes, delayAlarm }: Pick<Settings, 'ageMinutes' | 'delayAlarm'>,
): number | undefined {
  if (!delayAlarm.enabled || !isToBeCooked(ticket)) return undefined
  const at = lateAt(ticket, ageMinutes) + delayAlarm.minutes * MINUTE_MS
  const { tap } = ticket
  const isKnown = tap !== undefined && tap.automatic !== true && tap.truth !== 'conflict' && tap.tappedAt >= at
  return isKnown ? undefined : at
}
