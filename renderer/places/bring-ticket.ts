import type { ComandaStore } from '../store/comanda-store.ts'
import { useWindowParts } from '../window/window-parts.ts'
import { usePlacesStore } from './places-context.ts'
import type { PlacesStore } from './places-store.ts'
import { showTicket } from './show-ticket.ts'

function bringTicket(store: ComandaStore, places: PlacesStore, orderId: string): void {
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
  // The kitchen's view is drawn in the next frame.
  requestAnimationFrame(() => showTicket(places, orderId, panelOf(orderId)))
}

/**
 * Brings an order's ticket into sight in any view. The counter shows some tickets; for the others it opens the kitchen's
 * view.
 */
export function useBringTicket(): (orderId: string) => void {
  const { store } = useWindowParts()
  const places = usePlacesStore()
  return (orderId) => bringTicket(store, places, orderId)
}
