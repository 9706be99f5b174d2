import type { Settings } from '../contract/settings.ts'
import type { OnceCause } from './alarm.ts'
import type { Ticket } from './ticket.ts'

const MINUTE_MS = 60_000

/** Start of the kitchen's time for an order: a scheduled order does not age before its start. */
export function startOfWork(ticket: Pick<Ticket, 'startAt' | 'timing' | 'createdAt'>): number {
  return ticket.startAt === undefined || ticket.timing === 'INSTANT'
    ? ticket.createdAt
    : Math.max(ticket.createdAt, ticket.startAt)
}

/** An order for later says so in the whole time in which it is in the kitchen. */
export const isForLater = ({ lane, timing, isTimeUnknown }: Ticket): boolean =>
  lane === 'scheduled' || timing === 'SCHEDULED' || isTimeUnknown === true

type AgeMinutes = Settings['ageMinutes']

/** The shop's thresholds for the type of the order, in minutes since the start of its work. */
export const ageThresholds = (
  { orderType }: Pick<Ticket, 'orderType'>,
  ageMinutes: AgeMinutes | undefined,
): AgeMinutes['delivery'] | undefined => (orderType === 'DELIVERY' ? ageMinutes?.delivery : ageMinutes?.takeout)

/**
 * When an order becomes late (platform ms): at its due time, else at the threshold of its type, which a delivery's estimate
 * does not postpone. `undefined`: no due time, and the settings are not known yet.
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

const isKnownSince = ({ tap }: Ticket, at: number): boolean =>
  tap !== undefined && tap.automatic !== true && tap.truth !== 'conflict' && tap.tappedAt >= at

/** The shop's thresholds for food that stands ready, in minutes. */
export const standingThresholds = (
  { orderType }: Pick<Ticket, 'orderType'>,
  standingMinutes: Settings['standingMinutes'],
): AgeMinutes['delivery'] => (orderType === 'DELIVERY' ? standingMinutes.delivery : standingMinutes.takeout)

/** When each alarm begins that a state of the order has by time, in ms of the platform's clock. */
type OnceTimes = Readonly<Record<OnceCause, number | undefined>>

function timesOf(ticket: Ticket, { ageMinutes, delayAlarm, standingMinutes }: OnceRules): OnceTimes {
  const { courierSince, readySince, lane } = ticket
  const isCooked = isToBeCooked(ticket)
  const late = isCooked && delayAlarm.enabled ? lateAt(ticket, ageMinutes) : undefined
  return {
    courier: isCooked || lane === 'scheduled' ? courierSince : undefined,
    standing: readySince && readySince + standingThresholds(ticket, standingMinutes).late * MINUTE_MS,
    delayed: late && late + delayAlarm.minutes * MINUTE_MS,
  }
}

type OnceRules = Pick<Settings, 'ageMinutes' | 'delayAlarm' | 'standingMinutes'>

/**
 * The alarms that ring once in the present state of the order, and when each begins: the most urgent kind first. Without those
 * that staff know of: a tap after its moment shows that.
 */
export const onceAlarmTimes = (
  ticket: Ticket,
  rules: OnceRules,
): readonly { readonly cause: OnceCause; readonly at: number }[] =>
  (['courier', 'standing', 'delayed'] as const).flatMap((cause) => {
    const at = timesOf(ticket, rules)[cause]
    return at === undefined || isKnownSince(ticket, at) ? [] : [{ cause, at }]
  })
