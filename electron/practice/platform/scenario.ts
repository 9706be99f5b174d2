import type { AutomaticDelays, RangeMs } from './automatic-moves.ts'
import type { FaultRule } from './faults.ts'
import type { PlatformOrder } from './model-order.ts'
import type { OrderRequest } from './order-request.ts'
import { between, chance, type Random } from './randomness.ts'
import type { OrderStatus } from './vocabulary.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** How fast and with which content orders arrive. Times in milliseconds, shares from 0 to 1. */
export type Pace = {
  /** Orders that exist at the start. */
  readonly underWay: readonly { readonly status: OrderStatus; readonly placedAgoMs: number }[]
  /** The first new orders and their times from the start. They are fixed, so that the board soon shows each timing. */
  readonly opening: readonly { readonly atMs: number; readonly order: OrderRequest }[]
  /** Time between two further orders. */
  readonly gapMs: RangeMs
  /** The scenario ends after this number of orders, including those of the opening. Absent: no end. */
  readonly maxOrders?: number
  readonly shares: {
    readonly takeout: number
    readonly scheduled: number
    readonly onDemand: number
    /** DELIVERY orders that the platform's courier collects. */
    readonly courier: number
    /** Orders that the platform cancels while they are cooked. */
    readonly cancelled: number
    /** Orders whose arrival duplicates one polling page. */
    readonly duplicated: number
  }
}

export type PaceName = 'demo' | 'lunch-rush' | 'steady'

const SHARES: Pace['shares'] = {
  takeout: 0.3,
  scheduled: 0.08,
  onDemand: 0.06,
  courier: 0.6,
  cancelled: 0.08,
  duplicated: 0.2,
}
const SOON_TO_START_MS = 27 * MINUTE_MS

export const PACES: { readonly [name in PaceName]: Pace } = {
  /** For demonstrations: the board has orders in several statuses at the start, and orders of every timing after 14 s. */
  demo: {
    underWay: [
      { status: 'READY', placedAgoMs: 16 * MINUTE_MS },
      { status: 'PREPARING', placedAgoMs: 11 * MINUTE_MS },
      { status: 'PREPARING', placedAgoMs: 7 * MINUTE_MS },
      { status: 'CONFIRMED', placedAgoMs: 4 * MINUTE_MS },
    ],
    opening: [
      { atMs: 0.4 * SECOND_MS, order: { orderType: 'DELIVERY', courier: true } },
      { atMs: 2.5 * SECOND_MS, order: { orderType: 'TAKEOUT' } },
      { atMs: 5 * SECOND_MS, order: { orderType: 'DELIVERY', itemCount: 4 } },
      { atMs: 8 * SECOND_MS, order: { orderType: 'TAKEOUT', orderTiming: 'SCHEDULED', dueInMs: SOON_TO_START_MS } },
      { atMs: 11 * SECOND_MS, order: { orderType: 'DELIVERY', itemCount: 2, courier: true } },
      { atMs: 14 * SECOND_MS, order: { orderType: 'DELIVERY', orderTiming: 'ONDEMAND', courier: true } },
    ],
    gapMs: [20 * SECOND_MS, 40 * SECOND_MS],
    shares: SHARES,
  },
  'lunch-rush': { underWay: [], opening: [], gapMs: [4 * SECOND_MS, 14 * SECOND_MS], maxOrders: 80, shares: SHARES },
  steady: { underWay: [], opening: [], gapMs: [60 * SECOND_MS, 120 * SECOND_MS], shares: SHARES },
}

/** Delays of couriers and customers while a scenario runs. */
export const REALISTIC_DELAYS: AutomaticDelays = {
  courierSetsOutMs: [3 * SECOND_MS, 15 * SECOND_MS],
  courierArrivesMs: [15 * SECOND_MS, 60 * SECOND_MS],
  courierCollectsMs: [10 * SECOND_MS, 40 * SECOND_MS],
  customerReceivesMs: [60 * SECOND_MS, 180 * SECOND_MS],
  concludesMs: [60 * SECOND_MS, 180 * SECOND_MS],
}

/** The functions of the platform that a scenario uses. */
export type ScenarioPlatform = {
  readonly random: Random
  readonly schedule: (afterMs: number, run: () => void) => void
  readonly place: (request: OrderRequest) => PlatformOrder
  readonly order: (orderId: string) => PlatformOrder | undefined
  readonly cancel: (orderId: string, code: string, reason: string) => boolean
  readonly requestPreparation: (orderId: string) => boolean
  readonly fault: (rule: FaultRule) => unknown
}

export type ScenarioRun = { readonly stop: () => void; readonly placed: () => number }

const CANCELLED_AFTER_MS: RangeMs = [45 * SECOND_MS, 150 * SECOND_MS]
const PREPARATION_REQUESTED_AFTER_MS: RangeMs = [40 * SECOND_MS, 120 * SECOND_MS]

/** Creates orders at a pace and schedules what happens to them. Runs on the platform's agenda, without timers. */
export function runScenario(platform: ScenarioPlatform, pace: Pace): ScenarioRun {
  const { random, shares } = { random: platform.random, shares: pace.shares }
  const within = (span: RangeMs) => between(random, span[0], span[1])
  let placed = 0
  let stopped = false

  const arrive = (request: OrderRequest) => {
    if (stopped || placed >= (pace.maxOrders ?? Number.POSITIVE_INFINITY)) return
    placed += 1
    if (chance(random, shares.duplicated))
      platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'duplicated' } })
    const { id, orderTiming } = platform.place(request)
    if (orderTiming === 'ONDEMAND') {
      platform.schedule(within(PREPARATION_REQUESTED_AFTER_MS), () => {
        const order = platform.order(id)
        if (order !== undefined && !order.cancelled) platform.requestPreparation(id)
      })
    }
    // One of every eight orders for sure, so that a short run also shows a cancellation.
    if (placed % 8 === 5 || chance(random, shares.cancelled / 2)) {
      platform.schedule(within(CANCELLED_AFTER_MS), () => cancelWhileCooked(id))
    }
  }

  const cancelWhileCooked = (id: string) => {
    const status = platform.order(id)?.status
    if (status === 'CREATED' || status === 'CONFIRMED' || status === 'PREPARING') {
      platform.cancel(id, 'CUSTOMER_REQUEST', 'Cliente desistiu do pedido')
    }
  }

  const anyOrder = (): OrderRequest => {
    const orderType = chance(random, shares.takeout) ? 'TAKEOUT' : 'DELIVERY'
    const timing = random()
    const orderTiming =
      timing < shares.scheduled ? 'SCHEDULED' : timing < shares.scheduled + shares.onDemand ? 'ONDEMAND' : 'INSTANT'
    return { orderType, orderTiming, courier: orderType === 'DELIVERY' && chance(random, shares.courier) }
  }

  const placeNext = () => {
    if (stopped || placed >= (pace.maxOrders ?? Number.POSITIVE_INFINITY)) return
    arrive(anyOrder())
    platform.schedule(within(pace.gapMs), placeNext)
  }

  for (const { status, placedAgoMs } of pace.underWay) {
    platform.place({
      orderType: status === 'READY' ? 'TAKEOUT' : 'DELIVERY',
      startsAs: status,
      backdateMs: placedAgoMs,
    })
  }
  for (const { atMs, order } of pace.opening) platform.schedule(atMs, () => arrive(order))
  const openingEndsMs = pace.opening.reduce((last, { atMs }) => Math.max(last, atMs), 0)
  platform.schedule(pace.opening.length === 0 ? SECOND_MS / 2 : openingEndsMs + within(pace.gapMs), placeNext)

  return {
    stop: () => {
      stopped = true
    },
    placed: () => placed,
  }
}
