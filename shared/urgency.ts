import { LAST_CALL_MS } from './alarm.ts'
import { startOfWork } from './lateness.ts'
import type { Settings } from './settings.ts'
import type { Ticket } from './ticket.ts'

const MINUTE_MS = 60_000
/** Share of the time until due after which a ticket is due soon. */
const WARN_SHARE = 0.75

export type Urgency = 'calm' | 'warn' | 'late'

const isWorkedOn = (ticket: Ticket): boolean =>
  ticket.reading === 'read' && !ticket.cancelled && ticket.lane !== 'done' && ticket.lane !== 'scheduled'

/** Against the promised time where the platform gives one, else by age. `now` in ms of the platform's clock. */
export function urgencyOf(ticket: Ticket, ageMinutes: Settings['ageMinutes'] | undefined, now: number): Urgency {
  if (!isWorkedOn(ticket)) return 'calm'
  const start = startOfWork(ticket)
  if (ticket.dueAt !== undefined) {
    if (now >= ticket.dueAt) return 'late'
    return now - start >= WARN_SHARE * (ticket.dueAt - start) ? 'warn' : 'calm'
  }
  const limits = ticket.orderType === 'DELIVERY' ? ageMinutes?.delivery : ageMinutes?.takeout
  if (!limits) return 'calm'
  const age = (now - start) / MINUTE_MS
  if (age >= limits.late) return 'late'
  return age >= limits.warn ? 'warn' : 'calm'
}

/** How pressing the platform's deadline for a confirmation is. */
export function deadlineUrgency(confirmBy: number, now: number): Urgency {
  if (now >= confirmBy) return 'late'
  return confirmBy - now <= LAST_CALL_MS ? 'warn' : 'calm'
}
