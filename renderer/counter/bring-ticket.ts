import type { WindowParts } from '../app/window-parts.ts'
import { showTicket } from '../board/turn-pages.ts'

/**
 * Brings an order's ticket into sight, in whatever view it is. The counter shows some of them; for the others it makes
 * way for the kitchen's view.
 */
export function bringTicket({ store, places }: Pick<WindowParts, 'store' | 'places'>, orderId: string): void {
  const panelOf = (id: string) => {
    const lane = store.getState().board.orders[id]?.lane
    return lane === 'done' || lane === 'scheduled' ? lane : undefined
  }
  if (store.getState().view !== 'counter') {
    showTicket(places, orderId, panelOf(orderId))
    return
  }
  const ticket = document.querySelector<HTMLElement>(`main [data-order-id="${CSS.escape(orderId)}"]`)
  if (ticket) {
    ticket.scrollIntoView({ block: 'nearest' })
    ticket.focus({ preventScroll: true })
    return
  }
  store.getState().showView('kitchen')
  // By then the kitchen's view stands.
  requestAnimationFrame(() => showTicket(places, orderId, panelOf(orderId)))
}
