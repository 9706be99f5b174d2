import { describe, expect, it } from 'vitest'
import {
  type AlarmInput,
  type AlarmMemory,
  decideAlarm,
  MIN_GAP_MS,
  NOTHING_RUNG,
  type Ring,
  type RingingOrder,
} from '../../../renderer/sound/alarm-decision.ts'

const RULES = { intervalMs: 5_000, escalateMs: 90_000 }
const START = 1_000
/** Just before midnight, in the night in which clocks are set back in New York. */
const MIDNIGHT_OF_CHANGE = Date.parse('2026-11-01T03:59:30Z')

const order = (orderId: string, more: Partial<RingingOrder> = {}): RingingOrder => ({
  orderId,
  cause: 'new',
  ...more,
})

type TimedRing = { readonly at: number; readonly ring: Ring }

/**
 * Calls the decision with a clock of its own, as the caller does: at the start, at each change, and at the time that
 * the decision returns.
 */
function ringsOf(
  scene: (at: number) => Partial<AlarmInput>,
  untilMs: number,
  changesAt: readonly number[] = [],
): readonly TimedRing[] {
  const rings: TimedRing[] = []
  let memory: AlarmMemory = NOTHING_RUNG
  let at = 0
  let changes = changesAt.toSorted((a, b) => a - b)
  while (at <= untilMs) {
    const decision = decideAlarm(memory, {
      ringing: [],
      isStale: false,
      isQuiet: false,
      rules: RULES,
      now: START + at,
      platformNow: MIDNIGHT_OF_CHANGE + at,
      ...scene(at),
    })
    memory = decision.memory
    if (decision.ring) rings.push({ at, ring: decision.ring })
    changes = changes.filter((change) => change > at)
    const next = Math.min(at + (decision.againInMs ?? Number.POSITIVE_INFINITY), changes[0] ?? Number.POSITIVE_INFINITY)
    if (next <= at) throw new Error('The decision repeats without a pause')
    at = next
  }
  return rings
}

const times = (rings: readonly TimedRing[]): readonly number[] => rings.map(({ at }) => at)
const ids = ({ ring }: TimedRing): readonly string[] => ring.orders.map(({ orderId }) => orderId)

describe('the alarm of a new order', () => {
  it('rings at once and then every five seconds', () => {
    expect(times(ringsOf(() => ({ ringing: [order('a')] }), 21_000))).toEqual([0, 5_000, 10_000, 15_000, 20_000])
  })

  it('rings at the chosen interval', () => {
    const rules = { ...RULES, intervalMs: 3_000 }
    expect(times(ringsOf(() => ({ ringing: [order('a')], rules }), 9_500))).toEqual([0, 3_000, 6_000, 9_000])
  })

  it('ends for an order that no longer rings, and continues for the others', () => {
    const rings = ringsOf(
      (at) => ({ ringing: at < 11_000 ? [order('a'), order('b')] : [order('b')] }),
      21_000,
      [11_000],
    )
    expect(times(rings)).toEqual([0, 5_000, 10_000, 15_000, 20_000])
    expect(rings.map(ids)).toEqual([['a', 'b'], ['a', 'b'], ['a', 'b'], ['b'], ['b']])
  })

  it('rings at once for an order that comes between two rings', () => {
    const rings = ringsOf((at) => ({ ringing: at < 7_000 ? [order('a')] : [order('a'), order('b')] }), 13_000, [7_000])
    expect(times(rings)).toEqual([0, 5_000, 7_000, 12_000])
    expect(rings.at(-1)?.ring.orders).toHaveLength(2)
  })

  it('never plays two sounds at once', () => {
    const arrivals = [0, 100, 400, 900, 1_700, 2_000]
    const rings = ringsOf(
      (at) => ({ ringing: arrivals.filter((moment) => moment <= at).map((moment) => order(`o${moment}`)) }),
      20_000,
      arrivals,
    )
    const gaps = times(rings).map((at, index, all) => at - (all[index - 1] ?? Number.NEGATIVE_INFINITY))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(MIN_GAP_MS)
  })

  it('becomes urgent after ninety seconds', () => {
    const rings = ringsOf(() => ({ ringing: [order('a')] }), 100_000)
    expect(rings.find(({ ring }) => ring.isUrgent)?.at).toBe(90_000)
    expect(rings.filter(({ at }) => at >= 90_000).every(({ ring }) => ring.orders[0]?.stage === 'long')).toBe(true)
  })

  it('is most urgent in the last two minutes before the platform cancels the order', () => {
    const confirmBy = MIDNIGHT_OF_CHANGE + 150_000
    const rings = ringsOf(() => ({ ringing: [order('a', { confirmBy })] }), 60_000)
    expect(rings.find(({ ring }) => ring.orders[0]?.stage === 'last-call')?.at).toBe(30_000)
    expect(rings.filter(({ at }) => at < 30_000).some(({ ring }) => ring.isUrgent)).toBe(false)
  })

  it('begins again as a new alarm when the order rings again', () => {
    const rings = ringsOf(
      (at) => ({ ringing: at < 2_000 || at >= 30_000 ? [order('a')] : [] }),
      31_000,
      [2_000, 30_000],
    )
    expect(times(rings)).toEqual([0, 30_000])
    expect(rings.at(-1)?.ring.isUrgent).toBe(false)
  })
})

describe('the sounds', () => {
  it('differ for a cancelled order, a new order and an old board, and the most urgent one comes first', () => {
    const rings = ringsOf(
      () => ({ ringing: [order('a'), order('x', { cause: 'cancelled' })], isStale: true }),
      2 * MIN_GAP_MS,
    )
    expect(rings.map(({ ring }) => ring.sound)).toEqual(['cancelled', 'new', 'stale'])
    expect(rings.map(ids)).toEqual([['x'], ['a'], []])
  })

  it('ring again when an order that rang as new is cancelled', () => {
    const rings = ringsOf(
      (at) => ({ ringing: [order('a', { cause: at < 7_000 ? 'new' : 'cancelled' })] }),
      8_000,
      [7_000],
    )
    expect(rings.map(({ at, ring }) => [at, ring.sound])).toEqual([
      [0, 'new'],
      [5_000, 'new'],
      [7_000, 'cancelled'],
    ])
  })

  it('include one for an old board, at once and every half minute, until the board is fresh or the sound is silenced', () => {
    const rings = ringsOf((at) => ({ isStale: at < 70_000 || at >= 80_000 }), 85_000, [70_000, 80_000])
    expect(times(rings)).toEqual([0, 30_000, 60_000, 80_000])
  })

  it('are not played in the quiet hours, and are played at once when these end', () => {
    const rings = ringsOf((at) => ({ ringing: [order('a')], isQuiet: at < 20_000 }), 26_000)
    expect(times(rings)).toEqual([20_000, 25_000])
    expect(rings[0]?.ring.isUrgent).toBe(false)
  })
})

describe('a change of the clock', () => {
  it.each([
    ['forward', 7_200_000],
    ['back', -7_200_000],
  ])('by two hours %s changes neither the interval of the rings nor their urgency', (_way, step) => {
    const rings = ringsOf(
      (at) => ({ ringing: [order('a')], platformNow: MIDNIGHT_OF_CHANGE + at + (at >= 8_000 ? step : 0) }),
      31_000,
    )
    expect(times(rings)).toEqual([0, 5_000, 10_000, 15_000, 20_000, 25_000, 30_000])
    expect(rings.some(({ ring }) => ring.isUrgent)).toBe(false)
  })

  it('at the end of daylight saving time, or at midnight, has no effect', () => {
    const confirmBy = MIDNIGHT_OF_CHANGE + 8 * 60_000
    const rings = ringsOf(() => ({ ringing: [order('a', { confirmBy })] }), 480_000)
    expect(times(rings)).toEqual(Array.from({ length: 97 }, (_, index) => index * 5_000))
    expect(rings.filter(({ ring }) => ring.orders[0]?.stage === 'last-call')[0]?.at).toBe(360_000)
  })
})

describe('the alarm of a delayed order', () => {
  const delayed = (orderId: string) => order(orderId, { cause: 'delayed' })

  it('sounds once, with its own sound, and needs no further check', () => {
    const rings = ringsOf(() => ({ ringing: [delayed('a')] }), 600_000)
    expect(rings.map(({ at, ring }) => [at, ring.sound, ring.isUrgent])).toEqual([[0, 'late', false]])
  })

  it('sounds once for each order', () => {
    const scene = (at: number) => ({ ringing: at < 10_000 ? [delayed('a')] : [delayed('a'), delayed('b')] })
    expect(times(ringsOf(scene, 60_000, [10_000]))).toEqual([0, 10_000])
  })

  it('sounds only after new and cancelled orders, which continue to ring', () => {
    const ringing = [delayed('a'), order('b'), order('c', { cause: 'cancelled' })]
    const rings = ringsOf(() => ({ ringing }), 11_000)
    expect(rings.slice(0, 3).map(({ ring }) => ring.sound)).toEqual(['cancelled', 'new', 'late'])
    expect(rings.filter(({ ring }) => ring.sound === 'late')).toHaveLength(1)
    expect(rings.filter(({ ring }) => ring.sound === 'new').length).toBeGreaterThan(1)
  })

  it('sounds only after the quiet hours', () => {
    const rings = ringsOf((at) => ({ ringing: [delayed('a')], isQuiet: at < 30_000 }), 60_000)
    expect(rings.map(({ ring }) => ring.sound)).toEqual(['late'])
    expect(rings[0]?.at).toBeGreaterThanOrEqual(30_000)
  })
})
