import type { FaultRule } from './faults.ts'
import type { OrderRequest } from './order-request.ts'
import type { ScenarioStage } from './scenario.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** An order of a script. Times in ms from the beginning. */
export type ScriptedOrder = {
  readonly atMs: number
  readonly order: OrderRequest
  /** The platform cancels it so long after it was placed. */
  readonly cancelledAfterMs?: number
}

/** What happens in a practice scenario, and when. The same each time. */
export type PracticeScript = {
  /** For the dishes, names and identifiers. */
  readonly seed: number
  readonly orders: readonly ScriptedOrder[]
  /** Their times count from the beginning too. */
  readonly faults: readonly FaultRule[]
  /** In the practice the clock of this computer is set by so much. The platform's clock is not. */
  readonly clockJump?: { readonly atMs: number; readonly byMs: number }
}

const DELIVERY: OrderRequest = { orderType: 'DELIVERY', courier: true }
const TAKEOUT: OrderRequest = { orderType: 'TAKEOUT' }

/** Orders in turn, beginning at `fromMs`, one every `gapMs`. */
const inTurn = (count: number, fromMs: number, gapMs: number): readonly ScriptedOrder[] =>
  Array.from({ length: count }, (_, at) => ({ atMs: fromMs + at * gapMs, order: at % 3 === 2 ? TAKEOUT : DELIVERY }))

const RUSH_GAP_MS = 9 * SECOND_MS
/** A rush has waves: every fourth order comes together with the one after it. */
const RUSH: readonly ScriptedOrder[] = inTurn(38, 2 * SECOND_MS, RUSH_GAP_MS).map((one, at) => ({
  ...one,
  atMs: one.atMs + (at % 4 === 3 ? RUSH_GAP_MS - SECOND_MS : 0),
  ...(at % 13 === 6 ? { cancelledAfterMs: 50 * SECOND_MS } : {}),
}))

const OUTAGE_AT_MS = 1.5 * MINUTE_MS
const OUTAGE_MS = 10 * MINUTE_MS

export const PRACTICE_SCRIPTS = {
  'first-shift': {
    seed: 11,
    orders: [
      { atMs: 2 * SECOND_MS, order: { ...DELIVERY, itemCount: 2 } },
      { atMs: 45 * SECOND_MS, order: { ...TAKEOUT, itemCount: 1 } },
      { atMs: 95 * SECOND_MS, order: { ...DELIVERY, itemCount: 4 } },
      { atMs: 135 * SECOND_MS, order: { ...TAKEOUT, orderTiming: 'SCHEDULED', dueInMs: 26 * MINUTE_MS } },
      { atMs: 160 * SECOND_MS, order: { ...TAKEOUT, itemCount: 3 } },
    ],
    faults: [],
  },
  'lunch-rush': { seed: 12, orders: RUSH, faults: [] },
  duplicates: {
    seed: 13,
    orders: inTurn(8, 2 * SECOND_MS, 22 * SECOND_MS),
    // Each page is sent with three copies, out of order, and with old events.
    faults: [
      { routes: ['poll'], effect: { kind: 'duplicated', copies: 3 } },
      { routes: ['poll'], effect: { kind: 'replayed' } },
      { routes: ['poll'], effect: { kind: 'shuffled' } },
    ],
  },
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
    faults: [],
  },
  outage: {
    seed: 15,
    orders: [
      ...inTurn(3, 2 * SECOND_MS, 25 * SECOND_MS),
      // These arrive together when the network is back.
      ...inTurn(4, OUTAGE_AT_MS + 6 * MINUTE_MS, 45 * SECOND_MS),
    ],
    faults: [{ effect: { kind: 'reset' }, afterMs: OUTAGE_AT_MS, forMs: OUTAGE_MS }],
  },
  'clock-jump': {
    seed: 16,
    orders: inTurn(6, 2 * SECOND_MS, 30 * SECOND_MS),
    faults: [],
    clockJump: { atMs: MINUTE_MS, byMs: 47 * MINUTE_MS },
  },
} as const satisfies Readonly<Record<string, PracticeScript>>

/** Schedules the steps of a script on the platform. */
export function playScript(
  stage: Pick<ScenarioStage, 'schedule' | 'place' | 'cancel' | 'fault'>,
  { orders, faults }: PracticeScript,
): void {
  for (const rule of faults) stage.fault(rule)
  for (const { atMs, order, cancelledAfterMs } of orders) {
    stage.schedule(atMs, () => {
      const { id } = stage.place(order)
      if (cancelledAfterMs === undefined) return
      stage.schedule(cancelledAfterMs, () => stage.cancel(id, 'CUSTOMER_REQUEST', 'Cliente desistiu do pedido'))
    })
  }
}
