import { isCodeCheck, isKnownStatus, isWishAnswer, type OrderAction } from '../../shared/order/lifecycle.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'

/** `here`: the platform does not wait for the step, so it stays in this kitchen. */
export const goesOf = (ticket: Ticket | undefined, action: OrderAction | undefined): 'here' | undefined =>
  action !== undefined && ticket?.hereOnly?.includes(action) ? 'here' : undefined

const isStep = (action: OrderAction): boolean =>
  action !== 'requestCancellation' && !isCodeCheck(action) && !isWishAnswer(action)

/**
 * The action of the large button. `undefined` in an unknown status, and after an announced cancellation: there the program
 * does not know the next step. A platform that tells no status has a new order.
 */
export function nextStepOf(ticket: Ticket): OrderAction | undefined {
  if ((!isKnownStatus(ticket.status) && !ticket.isStatusUntold) || ticket.cancelled) return undefined
  // A scheduled order may be accepted. Starting it early is possible but not suggested.
  if (ticket.lane === 'scheduled') return ticket.actions.find((action) => action === 'confirm')
  return ticket.actions.find(isStep)
}
