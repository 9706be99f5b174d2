import { afterEach, expect, it } from 'vitest'
import { seededRandom } from '../../../electron/practice/platform/randomness.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'
import { type Departure, startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const CORES = Number(process.env.COMANDA_FLEET ?? 24)
const OUTAGE_MS = Number(process.env.COMANDA_FLEET_OUTAGE_MINUTES ?? 30) * MINUTE
const WINDOW_MS = 2 * MINUTE
const TIME_LIMIT_MS = 10 * MINUTE
const SPREAD_MS = 3 * SECOND
const RETRY_SHARE = 0.1

let fleet: readonly VirtualKitchen[] = []
afterEach(async () => {
  for (const kitchen of fleet) await kitchen.end()
})

const isPoll = ({ path }: Departure): boolean => path === '/events:polling'
const isMove = ({ path, method }: Departure): boolean => method === 'POST' && path.startsWith('/orders/')

/** The number of requests in each second, as a line of text. */
function histogram(times: readonly number[], from: number, seconds: number): string {
  const counts = Array.from(
    { length: seconds },
    (_, second) => times.filter((at) => Math.floor((at - from) / SECOND) === second).length,
  )
  return counts.join(' ')
}

it.each([
  ['an outage of the platform', OUTAGE_MS, false],
  // The operating systems of the cores report this outage. It is short to save time: its length does not matter
  // here.
  ["an outage of a town's network", OUTAGE_MS / 3, true],
] as const)(
  `${CORES} cores spread their requests after %s of %i ms`,
  { timeout: TIME_LIMIT_MS },
  async (name, outageMs, isSeen) => {
    const clock = createVirtualClock()
    const random = seededRandom(11)
    const orders: string[][] = []
    const made: VirtualKitchen[] = []
    fleet = made
    for (let index = 0; index < CORES; index += 1) {
      const kitchen = startVirtualKitchen({ sharedClock: clock, seed: index + 1, latencyMs: [20, 150] })
      orders.push(
        Array.from({ length: 3 }, () => kitchen.platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' }).id),
      )
      made.push(kitchen)
      // The shops open one after the other.
      await clock.advance(Math.floor(random() * 600))
    }
    await clock.advance(2 * MINUTE)
    for (const kitchen of fleet) {
      kitchen.network('down')
      if (isSeen) kitchen.setOnline(false)
    }
    await clock.advance(outageMs / 2)
    // Every shop works: one tap on each of its orders, and one new order at the platform.
    for (const [index, kitchen] of fleet.entries()) {
      for (const id of orders[index] ?? []) kitchen.tap(id, 'confirm')
      kitchen.platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' })
    }
    await clock.advance(outageMs / 2)
    const during = fleet.flatMap(({ departures }) => departures.filter(({ at }) => at > clock.now() - outageMs / 2))

    for (const kitchen of fleet) {
      kitchen.network('up')
      kitchen.setOnline(true)
    }
    const backAt = clock.now()
    await clock.advance(WINDOW_MS)

    const since = fleet.map(({ departures }) => departures.filter(({ at }) => at >= backAt))
    const firsts = since.map((departures) => (departures[0]?.at ?? Number.NaN) - backAt).toSorted((a, b) => a - b)
    const all = since.flat()
    // Requests for this work without a failure: a token, a poll at once and one per interval, two acknowledgments, a read
    // of the new order; for each tap the operation, the read that proves it, and the read that its event requests. A long
    // outage adds by design: one read of each open order (the retention may have passed), and a poll after the outbox.
    const ofWork = 1 + 1 + WINDOW_MS / (30 * SECOND) + 2 + 1 + 3 * 3
    const ofAbsence = 3 + 1
    const base = CORES * (ofWork + ofAbsence)
    const retries = all.length - base
    const movesTwice = since.reduce((sum, departures) => sum + departures.filter(isMove).length, 0) - CORES * 3
    const spread = (firsts.at(-1) ?? 0) - (firsts[0] ?? 0)
    const perSecond = all.map(({ at }) => Math.floor((at - backAt) / SECOND))
    const busiest = Math.max(...perSecond.map((second) => perSecond.filter((other) => other === second).length))
    console.log(
      [
        `fleet of ${CORES}, ${name} of ${outageMs / MINUTE} min:`,
        `  first requests after the return: ${firsts[0]} … ${firsts.at(-1)} ms, spread ${spread} ms, per second: ${histogram(
          firsts,
          0,
          14,
        )}`,
        `  all requests per second: ${histogram(
          all.map(({ at }) => at),
          backAt,
          30,
        )} (busiest ${busiest})`,
        `  requests in the ${WINDOW_MS / SECOND} s after: ${all.length}, base load ${base}, beyond it ${retries} (${((100 * retries) / base).toFixed(1)} %), moves sent twice ${movesTwice}`,
        `  during the outage: ${((during.filter(isPoll).length * 30 * SECOND) / CORES / (outageMs / 2)).toFixed(2)} polls per interval and core, ${during.filter(isMove).length} moves`,
      ].join('\n'),
    )
    expect(spread).toBeGreaterThanOrEqual(SPREAD_MS)
    // In each of the first three seconds at most 1.5 times the planned number of cores begins.
    for (let second = 0; second < 3; second += 1) {
      const inSecond = firsts.filter((at) => Math.floor(at / SECOND) === second).length
      expect(inSecond).toBeLessThanOrEqual(CORES / 2)
    }
    expect(retries / base).toBeLessThanOrEqual(RETRY_SHARE)
    expect(movesTwice).toBeLessThanOrEqual(CORES * 3 * RETRY_SHARE)
    for (const [index, kitchen] of fleet.entries()) {
      expect(kitchen.core().snapshot().unsettledTaps).toBe(0)
      for (const id of orders[index] ?? []) expect(kitchen.ticket(id)?.status).toBe('CONFIRMED')
      expect(kitchen.platform.requestLog.violations()).toEqual([])
    }
  },
)
