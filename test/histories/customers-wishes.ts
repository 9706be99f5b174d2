import type { WireOrder } from '../../electron/practice/platform/interface.ts'
import type { PlatformModel } from '../fixtures/platform/model.ts'

/** The order as a host of Open Delivery 1.x sends it: no status, and it waits for "preparing" of a delivery only. */
export function bodyOf1(
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

/** Customers who ask the kitchen to cancel, at a platform of Open Delivery 1.x. */
export function createWishes(model: PlatformModel, now: () => number) {
  const open = new Set<string>()
  const denied = new Set<string>()
  let events = 0

  const publish = (orderId: string, eventType: string, merchantId: string): void => {
    events += 1
    const createdAt = new Date(now()).toISOString()
    model.publishRaw({ eventId: `wish-${events}`, eventType, orderId, createdAt }, { merchantId })
  }
  const isOpen = (orderId: string): boolean => open.has(orderId) && !isOver(model.order(orderId)?.status ?? 'CANCELLED')

  return {
    isOpen,
    wasDenied: (orderId: string): boolean => denied.has(orderId),
    ask(orderId: string): void {
      const order = model.order(orderId)
      if (order === undefined || isOver(order.status) || isOpen(orderId)) return
      open.add(orderId)
      publish(orderId, 'ORDER_CANCELLATION_REQUEST', order.merchantId)
    },
    /** Whether the answer was applied. */
    answer(orderId: string, isYes: boolean): boolean {
      const order = model.order(orderId)
      if (order === undefined || !isOpen(orderId)) return false
      open.delete(orderId)
      if (isYes) return model.cancel(orderId, 'CONSUMER_CANCELLATION_REQUESTED', 'Desistiu')
      denied.add(orderId)
      publish(orderId, 'CANCELLED_DENIED', order.merchantId)
      return true
    },
  }
}

export type Wishes = ReturnType<typeof createWishes>
