import type { Ticket } from './ticket.ts'

/** The texts of the warnings of a ticket, by the languages of `shared/i18n`. */
export const TICKET_WARNINGS = [
  'cancellationAnnounced',
  'outdated',
  'cancellationWithdrawn',
  'noItems',
  'unreadOrder',
  'timeUnknown',
  'zoneDoubtful',
] as const
export type TicketWarning = (typeof TICKET_WARNINGS)[number]

/** What staff must check in the platform's portal, because the order does not say it in a form that can be read. */
export function warningsOf(ticket: Ticket): readonly TicketWarning[] {
  const isGiven: Readonly<Record<TicketWarning, boolean>> = {
    cancellationAnnounced: ticket.cancellationAnnounced === true,
    outdated: ticket.outdated === true,
    cancellationWithdrawn: ticket.cancellationWithdrawn === true,
    noItems: ticket.reading === 'read' && ticket.lines.length === 0,
    unreadOrder: ticket.unreadParts !== undefined,
    timeUnknown: ticket.isTimeUnknown === true && ticket.cancelled === undefined,
    zoneDoubtful: ticket.isZoneDoubtful === true,
  }
  return TICKET_WARNINGS.filter((warning) => isGiven[warning])
}
