import { ticketElement } from '../window/ticket-element.ts'
import type { PlacesStore } from './places-store.ts'

const find = (orderId: string): HTMLElement | undefined => ticketElement(orderId, 'main')

/** A ticket that is not measured yet may move to another page when it is drawn. */
const FRAMES_UNTIL_DRAWN = 10

function focusWhenDrawn(places: PlacesStore, orderId: string, frames: number): void {
  requestAnimationFrame(() => {
    const { places: known, page } = places.getState()
    const at = known.get(orderId)?.page ?? page
    if (at !== page) places.turnTo(at)
    const element = find(orderId)
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const isDrawn = at === page && element !== undefined && element.childElementCount > 0
    // In the next frame it is drawn in place of its placeholder.
    if (isDrawn || frames === 0) requestAnimationFrame(() => find(orderId)?.focus({ preventScroll: true }))
    else focusWhenDrawn(places, orderId, frames - 1)
  })
}

/** Where a touch can find the order: on a page, in the rail, or on a later page of the rail. */
export function isOnBoard(places: PlacesStore, orderId: string): boolean {
  const { places: known, rail, hidden, grid } = places.getState()
  return known.has(orderId) || rail.has(orderId) || (grid.slots > 0 && hidden.includes(orderId))
}

/** Brings an order's ticket into sight and focuses it, on any page, panel or part of the rail. */
export function showTicket(places: PlacesStore, orderId: string, panel: 'done' | 'scheduled' | undefined): void {
  if (isOnBoard(places, orderId)) places.showPanel(undefined)
  else if (panel !== undefined) places.showPanel(panel)
  else places.show('all')
  const { hiddenPlaces, grid } = places.getState()
  const hiddenAt = hiddenPlaces.indexOf(orderId)
  if (hiddenAt !== -1) places.turnRail(1 + Math.floor(hiddenAt / Math.max(1, grid.slots)))
  places.select(orderId)
  places.turnTo(places.getState().places.get(orderId)?.page ?? places.getState().page)
  focusWhenDrawn(places, orderId, FRAMES_UNTIL_DRAWN)
}
