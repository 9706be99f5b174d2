import { isKnownStatus, type OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'

/**
 * The next step, for the large button. `undefined` in an unknown status, in which no action is more likely than
 * another.
 */
export function nextStepOf(ticket: Ticket): OrderAction | undefined {
  if (!isKnownStatus(ticket.status)) return undefined
  // A scheduled order may be accepted. Starting it early is possible but not suggested.
  if (ticket.lane === 'scheduled') return ticket.actions.find((action) => action === 'confirm')
  return ticket.actions.find((action) => action !== 'requestCancellation' && action !== 'validateCode')
}
