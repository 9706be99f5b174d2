import { hasBegun, isKnownStatus } from '../order/lifecycle.ts'
import type { Order } from '../order/order.ts'
import { changedFacts } from '../order/order-changes.ts'
import { type OrderTimes, timesOf } from '../time/schedule.ts'
import type { TicketRules, TicketSource } from './projection-source.ts'
import type { Lane } from './ticket.ts'

/** The lane of an order by its status. `waits`: the order is held until its start. `isHeld`: by staff, also when it is begun. */
export function laneOf(workStatus: string, waits: boolean, isHeld = false): Lane {
  if (!isKnownStatus(workStatus)) return 'new'
  switch (workStatus) {
    case 'CREATED':
      return waits ? 'scheduled' : 'new'
    case 'CONFIRMED':
      return waits ? 'scheduled' : 'preparing'
    case 'PREPARING':
      return isHeld ? 'scheduled' : 'preparing'
    case 'READY':
      return 'ready'
    case 'IN_DELIVERY':
    case 'DELIVERED':
    case 'CONCLUDED':
    case 'CANCELLED':
      return 'done'
  }
}

/** Whether the kitchen should not start yet: before the order's start, or before `PREPARATION_REQUESTED`. */
export function waitsForStart(
  order: Order,
  workStatus: string,
  source: TicketSource,
  { isScheduled, startAt }: OrderTimes,
  now: number,
): boolean {
  if (source.startedByHand || hasBegun(workStatus)) return false
  const timing = order.timing?.orderTiming
  if (timing === 'ONDEMAND') return !source.events.some((event) => event.eventType === 'PREPARATION_REQUESTED')
  return isScheduled && (startAt === undefined || now < startAt)
}

const HOLDABLE: ReadonlySet<string> = new Set(['CREATED', 'CONFIRMED', 'PREPARING'])

/** Until when staff hold the order; `undefined`: they do not, the time is over, or the order is done. */
export function holdOf({ marks }: TicketSource, workStatus: string, now: number): number | undefined {
  const until = marks?.heldUntil
  return until !== undefined && now < until && HOLDABLE.has(workStatus) ? until : undefined
}

/**
 * When the kitchen's time for the order starts. For an order in work it stays where it was, also when the platform moves it:
 * by the times before, or at the latest when the work was reported.
 */
export function startAtOf(
  order: Order,
  workStatus: string,
  source: TicketSource,
  times: OrderTimes,
  rules: TicketRules,
) {
  if (!hasBegun(workStatus)) return times.startAt
  const began = order.timing?.comandaBegan
  if (began?.orderTiming === 'INSTANT') return undefined
  const { startAt } = began === undefined ? times : timesOf({ ...order, timing: began }, source.firstSeenAt, rules)
  const reported = [
    ...source.events.filter(({ eventType }) => eventType === 'PREPARING').map(({ receivedAt }) => receivedAt),
    ...source.taps
      .filter(({ action, truth }) => action === 'preparing' && truth !== 'conflict')
      .map(({ tappedAt }) => tappedAt),
  ]
  return startAt === undefined ? undefined : Math.min(startAt, ...reported)
}

/** How a moved start changed where the order stands, since staff saw it. */
export function moveOf(order: Order, workStatus: string, source: TicketSource, isWaiting: boolean, rules: TicketRules) {
  const { earlier } = source
  if (earlier === undefined || changedFacts(earlier.order, order).length === 0) return undefined
  const times = timesOf(earlier.order, source.firstSeenAt, rules)
  const wasWaiting = waitsForStart(earlier.order, workStatus, source, times, earlier.at)
  return wasWaiting === isWaiting ? undefined : isWaiting ? 'leaves' : 'comes'
}
