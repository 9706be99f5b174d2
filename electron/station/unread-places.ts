import type { OrderRecord } from '../storage/ports.ts'

/**
 * Most tickets of orders that were not read yet. A kitchen has a handful; a platform that names endless orders must not
 * fill the board with them. The others are drawn as soon as they are read, or as places become free.
 */
const MAX_UNREAD = 100

/** The places on the board for orders that were not read yet. */
export type UnreadPlaces = {
  /** Whether the order is drawn: it was read, or it has a place. Otherwise it waits for a place. */
  admits(order: Pick<OrderRecord, 'orderId' | 'status'>): boolean
  forget(orderId: string): void
  /** Waiting orders for which there is a free place now, the latest first. */
  nextAdmitted(): readonly string[]
  /** Number of orders that wait for a place. */
  heldBack(): number
}

export function createUnreadPlaces(): UnreadPlaces {
  const placed = new Set<string>()
  const waiting = new Set<string>()
  return {
    admits({ orderId, status }) {
      const isUnread = status === undefined
      waiting.delete(orderId)
      if (!isUnread) placed.delete(orderId)
      else if (placed.size < MAX_UNREAD) placed.add(orderId)
      else if (!placed.has(orderId)) waiting.add(orderId)
      return !isUnread || placed.has(orderId)
    },
    forget(orderId) {
      placed.delete(orderId)
      waiting.delete(orderId)
    },
    nextAdmitted() {
      const free = MAX_UNREAD - placed.size
      return free > 0 ? [...waiting].slice(-free) : []
    },
    heldBack: () => waiting.size,
  }
}
