import type { Settings } from '../contract/settings.ts'
import { isInLastCall } from './alarm.ts'
import { ageThresholds, lateAt, standingThresholds, startOfWork } from './lateness.ts'
import type { Ticket } from './ticket.ts'

const MINUTE_MS = 60_000
/** Share of the time until due after which a ticket is due soon. */
const WARN_SHARE = 0.75

export type Urgency = 'calm' | 'warn' | 'late'

const isWorkedOn = (ticket: Ticket): boolean =>
  ticket.reading === 'read' && !ticket.cancelled && ticket.lane !== 'done' && ticket.lane !== 'scheduled'

/** When an order becomes due soon: after a share of the time until its promised time, or at the threshold of its type. */
function warnAt(ticket: Ticket, ageMinutes: Settings['ageMinutes'] | undefined): number {
  const { dueAt, isDueByEstimate } = ticket
  const start = startOfWork(ticket)
  const byDue = dueAt === undefined ? Number.POSITIVE_INFINITY : start + WARN_SHARE * (dueAt - start)
  if (dueAt !== undefined && isDueByEstimate !== true) return byDue
  const warn = ageThresholds(ticket, ageMinutes)?.warn ?? Number.POSITIVE_INFINITY
  return Math.min(byDue, start + warn * MINUTE_MS)
}

/** Against the promised time where the platform gives one, else by age. `now` in ms of the platform's clock. */
export function urgencyOf(ticket: Ticket, ageMinutes: Settings['ageMinutes'] | undefined, now: number): Urgency {
  if (!isWorkedOn(ticket)) return 'calm'
  const late = lateAt(ticket, ageMinutes)
  if (late === undefined) return 'calm'
  if (now >= late) return 'late'
  return now >= warnAt(ticket, ageMinutes) ? 'warn' : 'calm'
}

/** The urgency of the platform's deadline for a confirmation. */
export function deadlineUrgency(confirmBy: number, now: number): Urgency {
  if (now >= confirmBy) return 'late'
  return isInLastCall(confirmBy, now) ? 'warn' : 'calm'
}

/** The urgency of an order that stands ready. */
export function standingUrgency(
  ticket: Ticket & { readonly readySince: number },
  standingMinutes: Settings['standingMinutes'],
  now: number,
): Urgency {
  const { warn, late } = standingThresholds(ticket, standingMinutes)
  const minutes = (now - ticket.readySince) / MINUTE_MS
  if (minutes >= late) return 'late'
  return minutes >= warn ? 'warn' : 'calm'
}
