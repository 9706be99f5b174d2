import type { Settings } from '../contract/settings.ts'
import type { Ticket } from './ticket.ts'

const MINUTE_MS = 60_000

/** Start of the kitchen's time for an order: a scheduled order does not age before its start. */
export function startOfWork(ticket: Pick<Ticket, 'startAt' | 'timing' | 'createdAt'>): number {
  return ticket.startAt === undefined || ticket.timing === 'INSTANT'
    ? ticket.createdAt
    : Math.max(ticket.createdAt, ticket.startAt)
}

type AgeMinutes = Settings['ageMinutes']

/** The shop's thresholds for the type of the order, in minutes since the start of its work. */
export const ageThresholds = (
  { orderType }: Pick<Ticket, 'orderType'>,
  ageMinutes: AgeMinutes | undefined,
): AgeMinutes['delivery'] | undefined => (orderType === 'DELIVERY' ? ageMinutes?.delivery : ageMinutes?.takeout)

/**
 * When an order becomes late (ms of the platform's clock): at its due time, or at the threshold of its type where it has
 * none. The estimate of a delivery does not postpone that threshold. `undefined`: no due time, and the settings are not known
 * yet.
 */
export function lateAt(ticket: Ticket, ageMinutes: AgeMinutes | undefined): number | undefined {
  const { dueAt, isDueByEstimate } = ticket
  if (dueAt !== undefined && isDueByEstimate !== true) return dueAt
  const thresholds = ageThresholds(ticket, ageMinutes)
  const byAge = thresholds && startOfWork(ticket) + thresholds.late * MINUTE_MS
  return dueAt === undefined || byAge === undefined ? (dueAt ?? byAge) : Math.min(dueAt, byAge)
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
  const late = lateAt(ticket, ageMinutes)
  if (late === undefined) return undefined
  const at = late + delayAlarm.minutes * MINUTE_MS
  const { tap } = ticket
  const isKnown = tap !== undefined && tap.automatic !== true && tap.truth !== 'conflict' && tap.tappedAt >= at
  return isKnown ? undefined : at
}
