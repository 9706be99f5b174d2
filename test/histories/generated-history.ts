import fc from 'fast-check'
import { type ByEvents, FAULTS, type Fault } from './faulty-wire.ts'

/** One event in the history of a kitchen. `order`, `choice` and `tap` are taken modulo the number of choices. */
export type HistoryEvent =
  | { readonly kind: 'order'; readonly isTakeout: boolean; readonly timing: 'INSTANT' | 'SCHEDULED' | 'ONDEMAND' }
  | { readonly kind: 'tap'; readonly order: number; readonly choice: number; readonly sendNow: boolean }
  | { readonly kind: 'double-tap'; readonly order: number }
  | { readonly kind: 'undo'; readonly tap: number }
  | { readonly kind: 'platform-cancels'; readonly order: number }
  | { readonly kind: 'platform-moves'; readonly order: number }
  | { readonly kind: 'platform-concludes'; readonly order: number }
  /** Another client of the platform requests the cancellation of the order. */
  | { readonly kind: 'other-requests'; readonly order: number }
  | { readonly kind: 'platform-decides'; readonly order: number; readonly accepts: boolean }
  | { readonly kind: 'faults'; readonly fault: Fault; readonly calls: number }
  /** From now on the platform publishes each event this much later. */
  | { readonly kind: 'late-events'; readonly ms: number }
  | { readonly kind: 'outage'; readonly isOut: boolean }
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'crash'; readonly afterSteps: number }
  | { readonly kind: 'restart' }
  /** The machine sleeps: the true time advances, the timers and the monotonic clock do not. */
  | { readonly kind: 'sleep'; readonly ms: number }
  /** The platform's clock steps, or the computer's clock is corrected. */
  | { readonly kind: 'clock-steps'; readonly aheadMs: number }
  | { readonly kind: 'retry-now' }
  | { readonly kind: 'delivery'; readonly order: number }
  /** An event of the order comes again, with its own id or with another one. */
  | { readonly kind: 'event-again'; readonly order: number; readonly choice: number; readonly hasOtherId: boolean }
  /** The event of a cancellation that the platform did not make. */
  | { readonly kind: 'false-cancellation'; readonly order: number }
  /** The customer asks the kitchen to cancel (Open Delivery 1.x). */
  | { readonly kind: 'customer-asks'; readonly order: number }
  /** The platform archives an order that is over, and may delete it. */
  | { readonly kind: 'platform-deletes'; readonly order: number }
  /** Staff give the platform another name. */
  | { readonly kind: 'rename'; readonly name: number }
  | { readonly kind: 'pause'; readonly isPaused: boolean }
  /**
   * Staff remove the platform from the kitchen, which is refused while it has open orders or waiting taps. `isAtEnd`: when its
   * orders have reached their guests.
   */
  | { readonly kind: 'remove'; readonly isAtEnd: boolean }

const YEAR_MS = 365 * 24 * 3_600_000
const index = fc.nat({ max: 9 })

const happening: fc.Arbitrary<HistoryEvent> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      isTakeout: fc.boolean(),
      timing: fc.constantFrom('INSTANT' as const, 'INSTANT' as const, 'SCHEDULED' as const, 'ONDEMAND' as const),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constant('tap' as const), order: index, choice: index, sendNow: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('double-tap' as const), order: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), tap: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('platform-cancels' as const), order: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('platform-moves' as const), order: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('platform-concludes' as const), order: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('other-requests' as const), order: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('late-events' as const), ms: fc.constantFrom(0, 2_000, 20_000, 120_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('platform-decides' as const), order: index, accepts: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('faults' as const),
      fault: fc.constantFrom(...FAULTS),
      calls: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('outage' as const), isOut: fc.boolean() }) },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 400, max: 8_000 }), fc.constant(30_000)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('crash' as const), afterSteps: fc.nat({ max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('sleep' as const), ms: fc.constantFrom(30_000, 120_000, 8 * 3_600_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clock-steps' as const),
      aheadMs: fc.constantFrom(0, 120_000, -120_000, 3_600_000, -3_600_000, YEAR_MS, -YEAR_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retry-now' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delivery' as const), order: index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('event-again' as const),
      order: index,
      choice: index,
      hasOtherId: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('false-cancellation' as const), order: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('platform-deletes' as const), order: index }) },
)

export type GeneratedHistory = {
  readonly seed: number
  readonly happenings: readonly HistoryEvent[]
  /** The shop's rules accept new orders. */
  readonly autoConfirm?: boolean
  /** One tap on "accept" also starts the preparation. */
  readonly startsToo?: boolean
  /** The status of its orders follows from events; absent: the platform speaks v2. */
  readonly byEvents?: ByEvents
}

export const history: fc.Arbitrary<GeneratedHistory> = fc.record({
  seed: fc.nat(),
  happenings: fc.array(happening, { minLength: 4, maxLength: 36 }),
  autoConfirm: fc.boolean(),
  startsToo: fc.boolean(),
})

/** Histories with a platform of Open Delivery 1.x. There an event of a cancellation is the platform's word, so none is false. */
export const historyOf1: fc.Arbitrary<GeneratedHistory> = fc.record({
  seed: fc.nat(),
  happenings: fc.array(
    fc.oneof(
      { weight: 12, arbitrary: happening.filter(({ kind }) => kind !== 'false-cancellation') },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('customer-asks' as const), order: index }) },
    ),
    { minLength: 4, maxLength: 36 },
  ),
  autoConfirm: fc.boolean(),
  startsToo: fc.boolean(),
  byEvents: fc.record({ dialect: fc.constant('open-delivery-1' as const), statesLastEvent: fc.boolean() }),
})

/** The dialects of the two platforms of a kitchen. */
const PAIRS = [
  [undefined, 'open-delivery-1'],
  [undefined, 'ifood'],
  ['open-delivery-1', 'ifood'],
] as const
type Pair = (typeof PAIRS)[number]

/** A history of a kitchen with two connections. */
export type HistoryOfTwo = Pick<GeneratedHistory, 'seed' | 'autoConfirm' | 'startsToo'> & {
  /** `shop`: 0 or 1, the connection that an event is about. */
  readonly happenings: readonly { readonly shop: number; readonly happening: HistoryEvent }[]
  readonly pair: Pair
  readonly statesLastEvent: boolean
}

const ofKitchen: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('customer-asks' as const), order: index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), name: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pause' as const), isPaused: fc.boolean() }) },
)

export const historyOfTwo: fc.Arbitrary<HistoryOfTwo> = fc.record({
  seed: fc.nat(),
  happenings: fc.array(
    fc.oneof(
      { weight: 24, arbitrary: fc.record({ shop: fc.nat({ max: 1 }), happening }) },
      { weight: 4, arbitrary: fc.record({ shop: fc.nat({ max: 1 }), happening: ofKitchen }) },
      {
        weight: 2,
        arbitrary: fc.record({
          shop: fc.constant(1),
          happening: fc.record({ kind: fc.constant('remove' as const), isAtEnd: fc.boolean() }),
        }),
      },
    ),
    { minLength: 6, maxLength: 48 },
  ),
  pair: fc.constantFrom(...PAIRS),
  autoConfirm: fc.boolean(),
  startsToo: fc.boolean(),
  statesLastEvent: fc.boolean(),
})
