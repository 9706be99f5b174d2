import { ownValue } from '../own-value.ts'
import type { CourierState, Lane, TapView, Ticket } from './ticket.ts'
import { COURIER_STATES } from './ticket.ts'

/** What waits at the shop: a courier for the food, and ready food for its courier or guest. */

const STATE_AT_EVENT: Readonly<Record<string, CourierState>> = {
  PICKUP_ONGOING: 'coming',
  RIDER_ARRIVED_AT_STORE: 'at-store',
  ORDER_COLLECTED: 'collected',
  DELIVERY_ONGOING: 'on-the-way',
  ARRIVED_AT_CUSTOMER: 'at-customer',
}
/** The order has left the shop, whether an event of the courier said it or not. */
const LEFT: ReadonlySet<string> = new Set(['DISPATCHED', 'DELIVERED', 'CONCLUDED'])

type ReceivedEvent = { readonly eventType: string; readonly receivedAt: number }

/** What is about the courier of now: one who gave the order up does not bring it. */
const ofThisCourier = (events: readonly ReceivedEvent[]): readonly ReceivedEvent[] =>
  events.slice(events.findLastIndex(({ eventType }) => eventType === 'RIDER_DEALLOCATED') + 1)

/** How far the courier is. Events come in any sequence, and again: the furthest step counts. */
export function courierStateOf(events: readonly ReceivedEvent[]): CourierState | undefined {
  const reached = new Set(ofThisCourier(events).flatMap(({ eventType }) => ownValue(STATE_AT_EVENT, eventType) ?? []))
  return COURIER_STATES.findLast((state) => reached.has(state))
}

/** All times in ms of the platform's clock. */
type WaitingFacts = {
  readonly events: readonly ReceivedEvent[]
  readonly taps: readonly Pick<TapView, 'action' | 'truth' | 'tappedAt'>[]
  /** When a read first showed the order as ready. */
  readonly readyReadAt?: number | undefined
}

const isInShop = (lane: Lane): boolean => lane !== 'done'

/**
 * Since when a courier waits, and food is ready. A courier's time is that of receipt: hosts of 1.x state the order's time in
 * every event. Ready since the event, the confirmed tap, or the first read that shows it.
 */
export function waitingOf(
  { events, taps, readyReadAt }: WaitingFacts,
  statusRead: string,
  lane: Lane,
): Pick<Ticket, 'courierSince' | 'readySince'> {
  const firstOf = (type: string): readonly number[] =>
    events.filter(({ eventType }) => eventType === type).map(({ receivedAt }) => receivedAt)
  const arrivals = ofThisCourier(events).flatMap(({ eventType, receivedAt }) =>
    eventType === 'RIDER_ARRIVED_AT_STORE' ? [receivedAt] : [],
  )
  const hasLeft = events.some(({ eventType }) => LEFT.has(eventType))
  const isHere = courierStateOf(events) === 'at-store' && !hasLeft && isInShop(lane)
  const isReady = statusRead === 'READY' && lane === 'ready'
  const tapped = taps.filter(({ action, truth }) => action === 'ready-for-pickup' && truth === 'confirmed')
  const readyTimes = [
    ...firstOf('READY_FOR_PICKUP'),
    ...tapped.map(({ tappedAt }) => tappedAt),
    ...(readyReadAt === undefined ? [] : [readyReadAt]),
  ]
  return {
    ...(isHere ? { courierSince: Math.min(...arrivals) } : {}),
    ...(isReady && readyTimes.length > 0 ? { readySince: Math.min(...readyTimes) } : {}),
  }
}
