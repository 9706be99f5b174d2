import type { OrderStatus } from './interface.ts'
import type { AutomaticDelays, RangeMs } from './lifecycle.ts'
import type { ModelOrder, OrderBehaviour } from './model.ts'
import type { OrderOverrides } from './order-factory.ts'
import { between, chance, type Random } from './randomness.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** Fields of a new order, and how the platform handles it. Absent fields are generated. */
export type OrderRequest = OrderOverrides & OrderBehaviour

/** An order of a script. `atMs`: milliseconds from the start of the script. */
type ScriptedOrder = {
  readonly atMs: number
  readonly order: OrderRequest
  /** Milliseconds after which the platform cancels the order. */
  readonly cancelledAfterMs?: number
}

/** The events of a practice and their times. */
export type PracticeScript = {
  /** For dishes, names and identifiers. Absent: different ones each time. */
  readonly seed?: number
  readonly orders: readonly ScriptedOrder[]
  /** Orders without end after those of the script: the time between two of them. */
  readonly endlessGapMs?: RangeMs
  /** The platform cancels an order that is not accepted after this time. Absent: never. */
  readonly confirmDeadlineMs?: number
  /** The share of polling pages that are sent with three copies, out of order, and with old events. */
  readonly repeatedPages?: number
  /** Every call fails in this time. */
  readonly outage?: { readonly atMs: number; readonly forMs: number }
}

const DELIVERY: OrderRequest = { orderType: 'DELIVERY', courier: true }
const TAKEOUT: OrderRequest = { orderType: 'TAKEOUT' }

/** A series of orders: the first at `fromMs`, then one every `gapMs`. Every third is TAKEOUT. */
const series = (count: number, fromMs: number, gapMs: number): readonly ScriptedOrder[] =>
  Array.from({ length: count }, (_, at) => ({ atMs: fromMs + at * gapMs, order: at % 3 === 2 ? TAKEOUT : DELIVERY }))

const underWay = (startsAs: OrderStatus, placedAgoMs: number): ScriptedOrder => ({
  atMs: 0,
  order: { orderType: startsAs === 'READY' ? 'TAKEOUT' : 'DELIVERY', startsAs, backdateMs: placedAgoMs },
})

const RUSH_GAP_MS = 9 * SECOND_MS
/** A rush has waves: every fourth order comes only one second before the next one. */
const RUSH: readonly ScriptedOrder[] = series(38, 2 * SECOND_MS, RUSH_GAP_MS).map((one, at) => ({
  ...one,
  atMs: one.atMs + (at % 4 === 3 ? RUSH_GAP_MS - SECOND_MS : 0),
  ...(at % 13 === 6 ? { cancelledAfterMs: 50 * SECOND_MS } : {}),
}))

const OUTAGE_AT_MS = 1.5 * MINUTE_MS
const OUTAGE_MS = 10 * MINUTE_MS

export const PRACTICE_SCRIPTS = {
  /** Without end: orders in several statuses at the start, and orders of every timing after 14 s. */
  open: {
    orders: [
      underWay('READY', 16 * MINUTE_MS),
      underWay('PREPARING', 11 * MINUTE_MS),
      underWay('PREPARING', 7 * MINUTE_MS),
      underWay('CONFIRMED', 4 * MINUTE_MS),
      { atMs: 0.4 * SECOND_MS, order: DELIVERY },
      { atMs: 2.5 * SECOND_MS, order: TAKEOUT },
      { atMs: 5 * SECOND_MS, order: { orderType: 'DELIVERY', itemCount: 4 }, cancelledAfterMs: 70 * SECOND_MS },
      { atMs: 8 * SECOND_MS, order: { ...TAKEOUT, orderTiming: 'SCHEDULED', dueInMs: 27 * MINUTE_MS } },
      { atMs: 11 * SECOND_MS, order: { ...DELIVERY, itemCount: 2 } },
      { atMs: 14 * SECOND_MS, order: { ...DELIVERY, orderTiming: 'ONDEMAND' } },
    ],
    endlessGapMs: [20 * SECOND_MS, 40 * SECOND_MS],
    confirmDeadlineMs: 8 * MINUTE_MS,
    repeatedPages: 0.2,
  },
  /** Beside `open`, of another platform. */
  beside: {
    orders: [
      underWay('PREPARING', 9 * MINUTE_MS),
      { atMs: 4 * SECOND_MS, order: DELIVERY },
      { atMs: 18 * SECOND_MS, order: TAKEOUT },
    ],
    endlessGapMs: [50 * SECOND_MS, 90 * SECOND_MS],
    confirmDeadlineMs: 8 * MINUTE_MS,
  },
  'first-shift': {
    seed: 11,
    orders: [
      { atMs: 2 * SECOND_MS, order: { ...DELIVERY, itemCount: 2 } },
      { atMs: 45 * SECOND_MS, order: { ...TAKEOUT, itemCount: 1 } },
      { atMs: 95 * SECOND_MS, order: { ...DELIVERY, itemCount: 4 } },
      { atMs: 135 * SECOND_MS, order: { ...TAKEOUT, orderTiming: 'SCHEDULED', dueInMs: 26 * MINUTE_MS } },
      { atMs: 160 * SECOND_MS, order: { ...TAKEOUT, itemCount: 3 } },
    ],
  },
  'lunch-rush': { seed: 12, orders: RUSH },
  duplicates: { seed: 13, orders: series(8, 2 * SECOND_MS, 22 * SECOND_MS), repeatedPages: 1 },
  cancellation: {
    seed: 14,
    orders: [
      { atMs: 2 * SECOND_MS, order: DELIVERY, cancelledAfterMs: 50 * SECOND_MS },
      { atMs: 14 * SECOND_MS, order: TAKEOUT },
      { atMs: 40 * SECOND_MS, order: DELIVERY },
      { atMs: 60 * SECOND_MS, order: DELIVERY, cancelledAfterMs: 70 * SECOND_MS },
      { atMs: 80 * SECOND_MS, order: TAKEOUT, cancelledAfterMs: 20 * SECOND_MS },
      { atMs: 110 * SECOND_MS, order: DELIVERY },
    ],
  },
  outage: {
    seed: 15,
    orders: [
      ...series(3, 2 * SECOND_MS, 25 * SECOND_MS),
      // These orders are placed during the outage. They arrive together when it ends.
      ...series(4, OUTAGE_AT_MS + 6 * MINUTE_MS, 45 * SECOND_MS),
    ],
    outage: { atMs: OUTAGE_AT_MS, forMs: OUTAGE_MS },
  },
  'clock-jump': { seed: 16, orders: series(6, 2 * SECOND_MS, 30 * SECOND_MS) },
} as const satisfies Readonly<Record<string, PracticeScript>>

/** Delays of couriers and customers. */
export const REALISTIC_DELAYS: AutomaticDelays = {
  courierSetsOutMs: [3 * SECOND_MS, 15 * SECOND_MS],
  courierArrivesMs: [15 * SECOND_MS, 60 * SECOND_MS],
  courierCollectsMs: [10 * SECOND_MS, 40 * SECOND_MS],
  customerReceivesMs: [60 * SECOND_MS, 180 * SECOND_MS],
  concludesMs: [60 * SECOND_MS, 180 * SECOND_MS],
}

const PREPARATION_REQUESTED_AFTER_MS: RangeMs = [40 * SECOND_MS, 120 * SECOND_MS]
const CANCELLED_AFTER_MS: RangeMs = [45 * SECOND_MS, 150 * SECOND_MS]

/** Any order of a shop: delivery or pick-up, for now, for later, or on demand. */
function anyOrder(random: Random): OrderRequest {
  const timing = random()
  const orderTiming = timing < 0.08 ? 'SCHEDULED' : timing < 0.14 ? 'ONDEMAND' : 'INSTANT'
  return chance(random, 0.3)
    ? { orderType: 'TAKEOUT', orderTiming }
    : { orderType: 'DELIVERY', orderTiming, courier: chance(random, 0.6) }
}

/** Schedules the orders of a script, and what happens to them, on the platform's agenda. */
export function playScript(
  platform: {
    readonly random: Random
    readonly schedule: (afterMs: number, run: () => void) => void
    readonly place: (request: OrderRequest) => ModelOrder
    readonly cancel: (order: ModelOrder, reason: { readonly code: string; readonly reason: string }) => unknown
    readonly requestPreparation: (order: ModelOrder) => void
  },
  { orders, endlessGapMs }: PracticeScript,
): void {
  const { random, schedule } = platform
  const within = (span: RangeMs) => between(random, span[0], span[1])

  const arrive = ({ order: request, cancelledAfterMs }: Omit<ScriptedOrder, 'atMs'>): void => {
    const order = platform.place(request)
    if (!order.preparationRequested) {
      schedule(within(PREPARATION_REQUESTED_AFTER_MS), () => {
        if (!order.cancelled) platform.requestPreparation(order)
      })
    }
    if (cancelledAfterMs !== undefined) {
      schedule(cancelledAfterMs, () =>
        platform.cancel(order, { code: 'CUSTOMER_REQUEST', reason: 'Cliente desistiu do pedido' }),
      )
    }
  }

  for (const { atMs, ...one } of orders) {
    if (atMs === 0) arrive(one)
    else schedule(atMs, () => arrive(one))
  }
  if (endlessGapMs === undefined) return
  const placeNext = (): void => {
    arrive({
      order: anyOrder(random),
      ...(chance(random, 0.1) ? { cancelledAfterMs: within(CANCELLED_AFTER_MS) } : {}),
    })
    schedule(within(endlessGapMs), placeNext)
  }
  schedule(Math.max(...orders.map(({ atMs }) => atMs)) + within(endlessGapMs), placeNext)
}
