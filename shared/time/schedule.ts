import type { Order } from '../order/order.ts'
import { lacksOffset, parseInstant, type ZoneOfLocal } from './instant.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The preparation time of a shop that has set none. */
export const USUAL_PREPARATION_MINUTES = 30
/** The platform's servers may differ from its `Date` headers by this. */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS
/** A start this close to the creation of a scheduled order is the default of the platform and says nothing. */
const DEFAULT_START_MS = 5_000

/** Whether the stated start is that of the creation, also of one that is hours ahead, by a wrong offset. */
export const isDefaultStart = (stated: number, createdAt: number | undefined): boolean =>
  Math.abs(stated - (createdAt ?? 0)) <= DEFAULT_START_MS

/** The minutes of a shop that decide when its kitchen starts. */
export type ShopMinutes = {
  readonly preparationMinutes: number
  /** From the counter to the customer. */
  readonly travelMinutes: number
}

/** The times of an order, epoch ms of the platform's clock. */
export type OrderTimes = {
  readonly createdAt: number | undefined
  /** Stated by the schedule: when the order must be ready. */
  readonly scheduledAt: number | undefined
  /** When it is expected at the customer's. */
  readonly estimatedAt: number | undefined
  /** When it must be ready in the kitchen: as scheduled, else the estimate without the way to the customer. */
  readonly dueAt: number | undefined
  /** When the kitchen should start. */
  readonly startAt: number | undefined
  /** The order is for later. Without `startAt` its time is unknown. */
  readonly isScheduled: boolean
  /** Its times have no offset from UTC, and neither UTC nor the zone of the shop makes it a new order. */
  readonly isZoneDoubtful: boolean
}

const isNew = (at: number | undefined, firstSeenAt: number): boolean =>
  at !== undefined && at >= firstSeenAt - HOUR_MS && at <= firstSeenAt + CLOCK_TOLERANCE_MS

/**
 * How the order's times without an offset are read. The shop's zone counts when by it the order was created in the hour
 * before its first event.
 */
function zoneOfTimes(createdAt: string | undefined, firstSeenAt: number): ZoneOfLocal | 'doubtful' {
  if (!lacksOffset(createdAt)) return 'doubtful'
  if (isNew(parseInstant(createdAt, 'shop'), firstSeenAt)) return 'shop'
  return isNew(parseInstant(createdAt, 'utc'), firstSeenAt) ? 'utc' : 'doubtful'
}

/** How the order's times are read (`zoneOfTimes`); doubtful ones as UTC. */
export const zoneOf = ({ createdAt }: Order, firstSeenAt: number): ZoneOfLocal =>
  zoneOfTimes(createdAt, firstSeenAt) === 'shop' ? 'shop' : 'utc'

/** Reads the times of an order. @param firstSeenAt when its first event came */
export function timesOf(order: Order, firstSeenAt: number, minutes: ShopMinutes): OrderTimes {
  const { timing, fulfillment } = order
  const start = timing?.schedule?.scheduledDateTimeStart
  const end = timing?.schedule?.scheduledDateTimeEnd
  const preparation = timing?.preparationStartDateTime
  const estimate = fulfillment.delivery?.estimatedDeliveryDateTime
  const zone = zoneOfTimes(order.createdAt, firstSeenAt)
  const read = (text: string | undefined) => parseInstant(text, zoneOf(order, firstSeenAt))
  const createdAt = read(order.createdAt)
  const scheduledAt = read(end) ?? read(start)
  const estimatedAt = read(estimate)
  const dueAt = scheduledAt ?? (estimatedAt === undefined ? undefined : estimatedAt - minutes.travelMinutes * MINUTE_MS)
  const stated = read(preparation)
  const isStartMeant =
    stated !== undefined &&
    stated > Math.min(createdAt ?? firstSeenAt, firstSeenAt) + DEFAULT_START_MS &&
    !isDefaultStart(stated, createdAt) &&
    (dueAt === undefined || stated <= dueAt)
  const known = timing?.orderTiming
  const isScheduled =
    known === 'SCHEDULED' ||
    (known !== 'INSTANT' && known !== 'ONDEMAND' && (scheduledAt !== undefined || isStartMeant))
  // A scheduled order for which the platform states no start begins the shop's preparation minutes before it is due.
  const startAt =
    isStartMeant || !isScheduled
      ? stated
      : dueAt === undefined
        ? undefined
        : dueAt - minutes.preparationMinutes * MINUTE_MS
  const times = { createdAt, scheduledAt, estimatedAt, dueAt, isScheduled }
  const isDoubtful = zone === 'doubtful' && [order.createdAt, start, end, preparation, estimate].some(lacksOffset)
  return { ...times, startAt, isZoneDoubtful: isDoubtful }
}

/** When the order is promised to the customer. @param firstSeenAt when its first event came */
export function promisedAtOf(order: Order, firstSeenAt: number): number | undefined {
  const { scheduledAt, estimatedAt } = timesOf(order, firstSeenAt, { preparationMinutes: 0, travelMinutes: 0 })
  return scheduledAt ?? estimatedAt
}
