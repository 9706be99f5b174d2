import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { Clock } from '../sync/clock.ts'
import type { AlarmCalls } from './alarms.ts'

/** A window that works paints a new order within a second. */
export const PAINTED_WITHIN_MS = 10_000

/**
 * New orders that ring and that no window has painted within 10 s. Every screen and the main computer itself ring for
 * them.
 */
export interface UnseenOrders {
  has(orderId: string): boolean
  /** Records that a window has painted these tickets. Returns those that were in the list. */
  recordPainted(orderIds: readonly string[]): readonly string[]
  /**
   * Records that a window has rung for these orders. A window rings for visible orders; for an order in this list it rings in
   * any case.
   */
  recordRung(orderIds: readonly string[]): void
  /** Call every second. Returns the orders that were added. */
  addOverdue(): readonly string[]
}

export function createUnseenOrders(parts: {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly tickets: () => readonly Pick<Ticket, 'orderId' | 'alarm'>[]
  /** Whether a window has painted it in this run or in one before. */
  readonly wasShown: (orderId: string) => boolean
}): UnseenOrders {
  const { clock, tickets, wasShown } = parts
  /** The monotonic ms of the first check of each order; `painted`: a window has painted it, or has rung for it. */
  const unpaintedSince = new Map<string, number | 'painted'>()
  const unseen = new Set<string>()

  return {
    has: (orderId) => unseen.has(orderId),
    recordPainted(orderIds) {
      for (const orderId of orderIds) unpaintedSince.set(orderId, 'painted')
      return orderIds.filter((orderId) => unseen.delete(orderId))
    },
    recordRung(orderIds) {
      for (const orderId of orderIds) if (!unseen.has(orderId)) unpaintedSince.set(orderId, 'painted')
    },
    addOverdue() {
      const now = clock.monotonic()
      const all = tickets()
      const fresh = new Set(all.flatMap(({ orderId, alarm }) => (alarm === 'new' ? [orderId] : [])))
      const known = new Set(all.map(({ orderId }) => orderId))
      for (const orderId of unpaintedSince.keys()) if (!known.has(orderId)) unpaintedSince.delete(orderId)
      for (const orderId of unseen) if (!fresh.has(orderId)) unseen.delete(orderId)
      const late = [...fresh].filter((orderId) => {
        const since = unpaintedSince.get(orderId) ?? (wasShown(orderId) ? 'painted' : now)
        unpaintedSince.set(orderId, since)
        return since !== 'painted' && now - since >= PAINTED_WITHIN_MS && !unseen.has(orderId)
      })
      for (const orderId of late) unseen.add(orderId)
      return late
    },
  }
}

/** The alarm calls of windows, whose reports are recorded in `unseen` as well. */
export const reportingToUnseen = (
  calls: AlarmCalls,
  unseen: Pick<UnseenOrders, 'recordPainted' | 'recordRung'>,
  refresh: (orderIds: readonly string[]) => void,
): AlarmCalls => ({
  ...calls,
  shown(orderIds) {
    const stored = calls.shown(orderIds)
    const painted = unseen.recordPainted(orderIds)
    if (painted.length > 0) refresh(painted)
    return stored
  },
  rang(rings) {
    unseen.recordRung(rings.map(({ orderId }) => orderId))
    return calls.rang(rings)
  },
})
