import type { AlarmCause } from '../../shared/ticket/alarm.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'

/**
 * Orders whose alarm a window could not play: its sound device is gone, for example. Every other screen and the main processes
 * ring for them until that alarm ends. A ring elsewhere does not prove that this window has sound again.
 */
export type UnplayedOrders = {
  readonly has: (orderId: string, cause: AlarmCause) => boolean
  /** @returns the orders that were added */
  readonly record: (orderIds: readonly string[]) => readonly string[]
}

export function createUnplayedOrders(tickets: () => readonly Pick<Ticket, 'orderId' | 'alarm'>[]): UnplayedOrders {
  let unplayed: ReadonlyMap<string, AlarmCause> = new Map()
  return {
    has: (orderId, cause) => unplayed.get(orderId) === cause,
    record(orderIds) {
      const ringing = new Map(tickets().flatMap(({ orderId, alarm }) => (alarm ? [[orderId, alarm] as const] : [])))
      const added = orderIds.filter((orderId) => ringing.get(orderId) !== unplayed.get(orderId) && ringing.has(orderId))
      const kept = [...unplayed].filter(([orderId, cause]) => ringing.get(orderId) === cause)
      unplayed = new Map([...kept, ...[...ringing].filter(([orderId]) => added.includes(orderId))])
      return added
    },
  }
}
