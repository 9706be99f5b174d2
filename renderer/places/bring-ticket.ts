import type { ComandaStore } from '../store/comanda-store.ts'
import { ticketElement } from '../ui/window/ticket-element.ts'
import { useWindowParts } from '../ui/window/window-parts.ts'
import { usePlacesStore } from './places-context.ts'
import type { PlacesStore } from './places-store.ts'
import { isOnBoard, showTicket } from './show-ticket.ts'

function bringTicket(store: ComandaStore, places: PlacesStore, orderId: string): void {
  const panelOf = (id: string) => {
    const lane = store.getState().board.orders[id]?.lane
    return lane === 'done' || lane === 'scheduled' ? lane : undefined
  }
  const show = (): void => {
    const panel = panelOf(orderId)
    showTicket(places, orderId, panel)
    if (panel === undefined && !isOnBoard(places, orderId)) places.open(orderId)
  }
  if (store.getState().view !== 'counter') {
    show()
    return
  }
  const ticket = ticketElement(orderId, 'main')
  if (ticket) {
    ticket.scrollIntoView({ block: 'nearest' })
    ticket.focus({ preventScroll: true })
    return
  }
  store.getState().showView('kitchen')
  // The kitchen's view is drawn in the next frame.
  requestAnimationFrame(show)
}

/**
 * Brings an order's ticket into sight in any view; a page in front of it closes and keeps its texts. An order that the board
 * does not show is opened whole.
 */
export function useBringTicket(): (orderId: string) => void {
  const { store } = useWindowParts()
  const places = usePlacesStore()
  return (orderId) => {
    const { dialog, hideDialog } = store.getState()
    if (dialog === undefined) {
      bringTicket(store, places, orderId)
      return
    }
    hideDialog()
    // In the next frame the page is closed, and the ticket can take the focus.
    requestAnimationFrame(() => bringTicket(store, places, orderId))
  }
}
