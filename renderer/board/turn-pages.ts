import type { SlotStore } from './slot-store.ts'
import { pageOf } from './slots.ts'

/** Brings a page (from 0) into sight, at once: what slides cannot be read. */
export function turnTo(page: number): void {
  const pages = document.querySelector('.pages')
  if (pages) pages.scrollLeft = page * pages.clientWidth
}

/** Brings an order's ticket into sight, out of whatever view hides it. */
export function showTicket(slots: SlotStore, orderId: string): void {
  if (!slots.getState().placements[orderId]) slots.show('all')
  slots.select(orderId)
  requestAnimationFrame(() => {
    const { placements, grid } = slots.getState()
    const slot = placements[orderId]
    if (slot) turnTo(pageOf(slot, grid))
    const find = () => document.querySelector<HTMLElement>(`[data-order-id="${CSS.escape(orderId)}"]`)
    if (!slot) find()?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    // By then it is drawn in place of its placeholder.
    requestAnimationFrame(() => find()?.focus({ preventScroll: true }))
  })
}
