import { isOver } from '../order/lifecycle.ts'
import { firstCharacters } from '../order/order-cut.ts'
import { isVisible } from '../text/visible-text.ts'
import type { Ticket } from './ticket.ts'
import { MAX_LABEL_CHARACTERS } from './ticket-cut.ts'

/** Tickets without the content of their order. */

/** For an order without a display id: the end of its id, whole characters only. It can always be seen. */
export const displayIdOf = (orderId: string): string => {
  const end = orderId.trim().slice(-6).toWellFormed()
  return isVisible(end) ? end : '?'
}

/** The ticket of an order whose content is unknown: the board shows its id. Times by the platform's clock. */
export function unreadTicket(order: {
  readonly orderId: string
  readonly status: string
  readonly firstSeenAt: number
}): Ticket {
  return {
    orderId: order.orderId,
    displayId: displayIdOf(order.orderId),
    status: firstCharacters(order.status, MAX_LABEL_CHARACTERS),
    lane: isOver(order.status) ? 'done' : 'new',
    reading: 'unreadable',
    orderType: '',
    createdAt: order.firstSeenAt,
    awaitsPreparationRequest: false,
    lines: [],
    notes: [],
    actions: [],
  }
}

/** The ticket of an order in quarantine (`electron/core/quarantine.ts`): its actions, and no text of the platform. */
export function quarantinedTicket(ticket: Ticket): Ticket {
  const { orderId, status, lane, createdAt, confirmBy, actions, tap, cancelled, cancellationAnnounced, alarm } = ticket
  const stop = cancelled && { at: cancelled.at, acknowledged: cancelled.acknowledged }
  return {
    ...unreadTicket({ orderId, status, firstSeenAt: createdAt }),
    lane,
    confirmBy,
    actions,
    tap: tap && { ...tap, detail: undefined },
    cancelled: stop,
    cancellationAnnounced,
    alarm,
    quarantined: true,
  }
}
