import { neutralOrder as neutralOfIfood } from '../../electron/platform/dialects/ifood/order.ts'
import { neutralOrder as neutralOf1 } from '../../electron/platform/dialects/open-delivery-1/order.ts'
import type { WireOrder } from '../../electron/practice/platform/interface.ts'
import { SETTLED } from '../../shared/order/moves/moves.ts'
import { wishCode } from '../../shared/order/moves/wish.ts'
import type { PlatformModel, PlatformOrder } from '../fixtures/platform/model.ts'
import type { ByEvents } from './faulty-wire.ts'

/** The answer to a read, in the shape that the client passes on. */
export const bodyByEvents = ({ dialect, statesLastEvent }: ByEvents, order: PlatformOrder): unknown =>
  dialect === 'ifood'
    ? neutralOfIfood(bodyOfIfood(order.payload, statesLastEvent ? order.status : undefined))
    : neutralOf1(bodyOf1(order.payload, statesLastEvent ? order.lastEvent : undefined))

/** The order as iFood sends it. It waits for no hand-over to the guest. */
const bodyOfIfood = (
  { timing, fulfillment, ...order }: WireOrder,
  status: string | undefined,
): Readonly<Record<string, unknown>> => ({
  ...order,
  ...timing,
  orderType: fulfillment.orderType,
  delivery: { deliveredBy: 'MERCHANT' },
  ...(status === undefined ? {} : { status }),
})

/** The order as a host of Open Delivery 1.x sends it: no status, and it waits for "preparing" of a delivery only. */
function bodyOf1(
  { timing, fulfillment, ...order }: WireOrder,
  lastEvent: string | undefined,
): Readonly<Record<string, unknown>> {
  const isDelivery = fulfillment.orderType === 'DELIVERY'
  return {
    ...order,
    ...timing,
    type: fulfillment.orderType,
    delivery: isDelivery ? { deliveredBy: 'MERCHANT' } : undefined,
    sendPreparing: isDelivery,
    sendDelivered: true,
    ...(lastEvent === undefined ? {} : { lastEvent }),
  }
}

const isOver = (status: string): boolean => status === 'DELIVERED' || status === 'CONCLUDED' || status === 'CANCELLED'

/** Customers who ask the kitchen to cancel. At iFood each wish is a dispute, whose end is an event of its own. */
export function createWishes(model: PlatformModel, now: () => number, dialect: ByEvents['dialect'] | undefined) {
  const open = new Map<string, string>()
  const denied = new Set<string>()
  let events = 0

  const publish = (
    orderId: string,
    eventType: string,
    merchantId: string,
    metadata?: Readonly<Record<string, string>>,
  ): string => {
    events += 1
    const eventId = `wish-${events}`
    const createdAt = new Date(now()).toISOString()
    model.publishRaw({ eventId, eventType, orderId, createdAt, ...(metadata && { metadata }) }, { merchantId })
    return eventId
  }
  const publishWish = (orderId: string, merchantId: string): string => {
    if (dialect !== 'ifood') return publish(orderId, 'ORDER_CANCELLATION_REQUEST', merchantId)
    const dispute = `dispute-${events}`
    const code = wishCode({ dispute, kind: 'cancel', mayDeny: true }) ?? dispute
    publish(orderId, 'ORDER_CANCELLATION_REQUEST', merchantId, { code, reason: 'Desisti' })
    return dispute
  }
  /** A dispute outlives the hand-over; only a cancellation ends it. */
  const isTooLate = (order: PlatformOrder | undefined): boolean =>
    order === undefined || (dialect === 'ifood' ? order.cancelled : isOver(order.status))
  const isOpen = (orderId: string): boolean => open.has(orderId) && !isTooLate(model.order(orderId))

  return {
    isOpen,
    wasDenied: (orderId: string): boolean => denied.has(orderId),
    ask(orderId: string): void {
      const order = model.order(orderId)
      if (order === undefined || isOver(order.status) || isOpen(orderId)) return
      open.set(orderId, publishWish(orderId, order.merchantId))
    },
    /** Whether the answer was applied. @param wish which one is answered; absent: the open one */
    answer(orderId: string, isYes: boolean, wish?: string): boolean {
      const order = model.order(orderId)
      const asked = open.get(orderId)
      if (order === undefined || asked === undefined || !isOpen(orderId)) return false
      if (dialect === 'ifood' && wish !== undefined && wish !== asked) return false
      open.delete(orderId)
      if (dialect === 'ifood') publish(orderId, SETTLED, order.merchantId, { code: asked, reason: 'ACCEPTED' })
      if (isYes && isOver(order.status)) return true
      if (isYes) return model.cancel(orderId, 'CONSUMER_CANCELLATION_REQUESTED', 'Desistiu')
      denied.add(orderId)
      if (dialect !== 'ifood') publish(orderId, 'CANCELLED_DENIED', order.merchantId)
      return true
    },
  }
}

export type Wishes = ReturnType<typeof createWishes>
