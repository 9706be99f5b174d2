import type { FaultRule } from './faults.ts'
import type { OrderRequest } from './order-request.ts'
import type { ScenarioPlatform } from './scenario.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** An order of a script. `atMs`: milliseconds from the start of the script. */
export type ScriptedOrder = {
  readonly atMs: number
  readonly order: OrderRequest
  /** Milliseconds after which the platform cancels the order. */
  readonly cancelledAfterMs?: number
}

/** The events of a practice scenario and their times. They are the same each time. */
export type PracticeScript = {
  /** Seed for dishes, names and identifiers. */
  readonly seed: number
  readonly orders: readonly ScriptedOrder[]
  /** Their times also count from the start. */
  readonly faults: readonly FaultRule[]
  /** Simulates that this computer's clock is set forward by `byMs`. The platform's clock is not changed. */
  readonly clockJump?: { readonly atMs: number; readonly byMs: number }
}

const DELIVERY: OrderRequest = { orderType: 'DELIVERY', courier: true }
const TAKEOUT: OrderRequest = { orderType: 'TAKEOUT' }

/** A series of orders: the first at `fromMs`, then one every `gapMs`. Every third is TAKEOUT. */
const series = (count: number, fromMs: number, gapMs: number): readonly ScriptedOrder[] =>
  Array.from({ length: count }, (_, at) => ({ atMs: fromMs + at * gapMs, order: at % 3 === 2 ? TAKEOUT : DELIVERY }))

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
    orders: series(8, 2 * SECOND_MS, 22 * SECOND_MS),
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
      ...series(3, 2 * SECOND_MS, 25 * SECOND_MS),
      // These orders are placed during the outage. They arrive together when it ends.
      ...series(4, OUTAGE_AT_MS + 6 * MINUTE_MS, 45 * SECOND_MS),
    ],
    faults: [{ effect: { kind: 'reset' }, afterMs: OUTAGE_AT_MS, forMs: OUTAGE_MS }],
  },
  'clock-jump': {
    seed: 16,
    orders: series(6, 2 * SECOND_MS, 30 * SECOND_MS),
    faults: [],
    clockJump: { atMs: MINUTE_MS, byMs: 47 * MINUTE_MS },
  },
} as const satisfies Readonly<Record<string, PracticeScript>>

/** Schedules the steps of a script on the platform. */
export function playScript(
  platform: Pick<ScenarioPlatform, 'schedule' | 'place' | 'cancel' | 'fault'>,
  { orders, faults }: PracticeScript,
): void {
  for (const rule of faults) platform.fault(rule)
  for (const { atMs, order, cancelledAfterMs } of orders) {
    platform.schedule(atMs, () => {
      const { id } = platform.place(order)
      if (cancelledAfterMs === undefined) return
      platform.schedule(cancelledAfterMs, () => platform.cancel(id, 'CUSTOMER_REQUEST', 'Cliente desistiu do pedido'))
    })
  }
}
