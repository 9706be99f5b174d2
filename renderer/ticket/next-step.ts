import { isKnownStatus, type OrderAction } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'

/**
 * The action of the large button. `undefined` in an unknown status, and after an announced cancellation: there the program
 * does not know the next step.
 */
export function nextStepOf(ticket: Ticket): OrderAction | undefined {
  if (!isKnownStatus(ticket.status) || ticket.cancelled) return undefined
  // A scheduled order may be accepted. Starting it early is possible but not suggested.
  if (ticket.lane === 'scheduled') return ticket.actions.find((action) => action === 'confirm')
  return ticket.actions.find((action) => action !== 'requestCancellation' && action !== 'validateCode')
}
