import { parseInstant } from './instant.ts'
import type { Order } from './order.ts'

const MINUTE_MS = 60_000
/** The preparation time of a shop that has set none. */
export const USUAL_PREPARATION_MINUTES = 30

/** When the order must be ready, or is expected at the customer's; epoch ms of the platform. */
export const promisedAtOf = ({ timing, fulfillment }: Order): number | undefined =>
  parseInstant(timing?.schedule?.scheduledDateTimeEnd) ??
  parseInstant(timing?.schedule?.scheduledDateTimeStart) ??
  parseInstant(fulfillment.delivery?.estimatedDeliveryDateTime)

/**
 * When the kitchen should start; epoch ms of the platform. A scheduled order for which the platform states no start begins
 * the shop's preparation minutes before its promised time.
 */
export function startAtOf(order: Order, preparationMinutes: number): number | undefined {
  const stated = parseInstant(order.timing?.preparationStartDateTime)
  if (stated !== undefined || order.timing?.orderTiming !== 'SCHEDULED') return stated
  const promisedAt = promisedAtOf(order)
  return promisedAt === undefined ? undefined : promisedAt - preparationMinutes * MINUTE_MS
}
