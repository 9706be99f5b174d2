/**
 * The first element of an order in the window. Ids are compared as values, because a selector cannot name every text: a
 * zero character in it means another one.
 */
export const ticketElement = (orderId: string, within = ''): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`${within} [data-order-id]`)].find(
    (element) => element.dataset.orderId === orderId,
  )
