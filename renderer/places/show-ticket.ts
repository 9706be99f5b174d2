import type { PlacesStore } from './places-store.ts'

const find = (orderId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`main [data-order-id="${CSS.escape(orderId)}"]`)

/** Brings an order's ticket into sight and focuses it, on any page, panel or part of the rail. */
export function showTicket(places: PlacesStore, orderId: string, panel: 'done' | 'scheduled' | undefined): void {
  const { places: known, rail, hidden } = places.getState()
  const isOnBoard = known.has(orderId) || rail.has(orderId) || hidden.includes(orderId)
  if (!isOnBoard && panel !== undefined) places.showPanel(panel)
  else if (!isOnBoard) places.show('all')
  else places.showPanel(undefined)
  places.turnTo(places.getState().places.get(orderId)?.page ?? places.getState().page)
  places.select(orderId)
  requestAnimationFrame(() => {
    find(orderId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // In this frame it is drawn in place of its placeholder.
    requestAnimationFrame(() => find(orderId)?.focus({ preventScroll: true }))
  })
}
