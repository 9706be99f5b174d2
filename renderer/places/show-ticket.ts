import { ticketElement } from '../ui/window/ticket-element.ts'
import type { PlacesStore } from './places-store.ts'

/** Where a touch can find the order: on a page of the wall. */
export const isOnBoard = (places: PlacesStore, orderId: string): boolean => places.getState().places.has(orderId)

/** Brings an order's ticket into sight and focuses it, on any page or panel. */
export function showTicket(places: PlacesStore, orderId: string, panel: 'done' | 'scheduled' | undefined): void {
  if (!isOnBoard(places, orderId) && panel === undefined) places.show('all')
  const page = places.getState().places.get(orderId)?.page
  if (page !== undefined) places.turnTo(page)
  else if (panel !== undefined) places.showPanel(panel)
  places.select(orderId)
  requestAnimationFrame(() => {
    const element = ticketElement(orderId, 'main')
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    element?.focus({ preventScroll: true })
  })
}
