import { isKnownStatus, type OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'

/**
 * The next step, drawn large. An order in a status that this program does not know offers everything, and nothing of it
 * is more likely than the rest.
 */
export function nextStepOf(ticket: Ticket): OrderAction | undefined {
  if (!isKnownStatus(ticket.status)) return undefined
  // Before its time an order may be accepted; to start it early is possible, and nothing that a screen suggests.
  if (ticket.lane === 'scheduled') return ticket.actions.find((action) => action === 'confirm')
  return ticket.actions.find((action) => action !== 'requestCancellation' && action !== 'validateCode')
}
