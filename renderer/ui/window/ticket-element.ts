import type { Ticket } from '../../../shared/ticket/ticket.ts'

/**
 * The first element of an order in the window. Ids are compared as values, because a selector cannot name every text: a
 * zero character in it means another one.
 */
export const ticketElement = (orderId: string, within = ''): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`${within} [data-ticket]`)].find(
    (element) => element.dataset.ticket === orderId,
  )

/** The stable attributes that name the ticket of an order. */
export const ticketHooks = ({ orderId, platformOrderId, connection }: Ticket) => ({
  'data-order-id': platformOrderId ?? orderId,
  'data-ticket': orderId,
  'data-connection': connection?.name,
})
