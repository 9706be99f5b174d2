import type { Ticket } from '../../shared/ticket.ts'
import type { Clock } from '../sync/clock.ts'
import type { AlarmCalls } from './alarms.ts'

/** A window that works paints a new order within a second. */
export const PAINTED_WITHIN_MS = 10_000

/**
 * New orders that ring and that no window has painted within 10 s. Every screen and the station itself ring for them.
 */
export type UnseenOrders = {
  isHeld(orderId: string): boolean
  /** Records that a window has painted these tickets. Returns those that were held until now. */
  recordPainted(orderIds: readonly string[]): readonly string[]
  /**
   * Records that a window has rung for these orders. A window rings for orders in sight; for a held order it rings in
   * any case.
   */
  recordRung(orderIds: readonly string[]): void
  /** Call every second. Returns the orders that are held from now on. */
  holdOverdue(): readonly string[]
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
  const held = new Set<string>()

  return {
    isHeld: (orderId) => held.has(orderId),
    recordPainted(orderIds) {
      for (const orderId of orderIds) unpaintedSince.set(orderId, 'painted')
      return orderIds.filter((orderId) => held.delete(orderId))
    },
    recordRung(orderIds) {
      for (const orderId of orderIds) if (!held.has(orderId)) unpaintedSince.set(orderId, 'painted')
    },
    holdOverdue() {
      const now = clock.monotonic()
      const all = tickets()
      const fresh = all.flatMap(({ orderId, alarm }) => (alarm === 'new' ? [orderId] : []))
      const known = new Set(all.map(({ orderId }) => orderId))
      for (const orderId of unpaintedSince.keys()) if (!known.has(orderId)) unpaintedSince.delete(orderId)
      for (const orderId of held) if (!fresh.includes(orderId)) held.delete(orderId)
      const late = fresh.filter((orderId) => {
        const since = unpaintedSince.get(orderId) ?? (wasShown(orderId) ? 'painted' : now)
        unpaintedSince.set(orderId, since)
        return since !== 'painted' && now - since >= PAINTED_WITHIN_MS && !held.has(orderId)
      })
      for (const orderId of late) held.add(orderId)
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
