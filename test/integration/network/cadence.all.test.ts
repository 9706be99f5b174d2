import { afterEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../electron/practice/platform/randomness.ts'
import { isCodeCheck } from '../../../shared/order/lifecycle.ts'
import { startVirtualKitchen, type VirtualKitchen, type VirtualKitchenOptions } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const INTERVAL_MS = 30 * SECOND
const TOLERANCE_MS = 3 * SECOND
/** Real time, on a machine that also runs other tests. */
const TIME_LIMIT_MS = 10 * MINUTE
/** Simulated hours. */
const HOURS = Number(process.env.COMANDA_CADENCE_HOURS ?? 2)

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())
const start = (options?: VirtualKitchenOptions): void => {
  kitchen = startVirtualKitchen(options)
}

const polls = (): readonly number[] =>
  kitchen.departures.filter(({ path }) => path === '/events:polling').map(({ at }) => at)
const pollsSince = (at: number): readonly number[] => polls().filter((poll) => poll >= at)
const gaps = (times: readonly number[]): readonly number[] =>
  times.slice(1).map((time, index) => time - (times[index] ?? 0))
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN

describe('the poller', () => {
  it(`starts each poll within the interval and three seconds after the one before over ${HOURS} hours of work`, {
    timeout: TIME_LIMIT_MS,
  }, async () => {
    start({
      latencyMs: [20, 400],
      platform: { dialect: { tokenLifetimeSeconds: 3_600 }, cancellation: { answer: 'accept', delayMs: 5_000 } },
    })
    const { platform } = kitchen
    const random = seededRandom(7)
    const actions = ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered'] as const
    for (let minute = 0; minute < HOURS * 60; minute += 1) {
      // Sometimes many at once: twenty orders and twenty taps within one minute, and answers that take seconds.
      const isBurst = minute % 97 === 13
      if (isBurst) platform.fault({ routes: ['read', ...actions], effect: { kind: 'delay', ms: 4_000 }, forMs: MINUTE })
      const orders = isBurst ? 20 : random() < 0.2 ? 1 : 0
      for (let order = 0; order < orders; order += 1) platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT' })
      await kitchen.advance(35 * SECOND)
      for (const ticket of kitchen.core().snapshot().tickets) {
        const [next] = ticket.actions
        if (next !== undefined && !isCodeCheck(next) && next !== 'requestCancellation')
          kitchen.tap(ticket.orderId, next)
      }
      if (minute % 61 === 5) platform.revokeTokens()
      await kitchen.advance(25 * SECOND)
    }
    const seen = gaps(polls())
    const tooSlow = seen.filter((gap) => gap > INTERVAL_MS + TOLERANCE_MS).length
    console.log(
      `cadence over ${HOURS} h: ${seen.length + 1} polls, gaps p50 ${quantile(seen, 0.5)} ms, p99 ${quantile(seen, 0.99)} ms, ` +
        `p99.9 ${quantile(seen, 0.999)} ms, longest ${Math.max(...seen)} ms, ${platform.requestLog.requestsTo('token').length} token calls`,
    )
    expect(tooSlow / seen.length).toBeLessThanOrEqual(0.001)
    expect(Math.max(...seen)).toBeLessThanOrEqual(60 * SECOND)
    expect(platform.requestLog.violations()).toEqual([])
    expect(kitchen.core().snapshot().unsettledTaps).toBe(0)
  })

  it.each(['down', 'black-hole'] as const)('polls within seconds when the network returns (%s)', async (how) => {
    start()
    await kitchen.advance(MINUTE)
    kitchen.network(how)
    kitchen.setOnline(false)
    await kitchen.advance(10 * MINUTE + 3 * SECOND)
    expect(kitchen.core().snapshot().freshness).toMatchObject({ state: 'offline', trouble: 'network' })
    kitchen.network('up')
    kitchen.setOnline(true)
    const backAt = kitchen.clock.now()
    while (kitchen.core().snapshot().freshness.state !== 'fresh') await kitchen.advance(200)
    const noticedMs = kitchen.clock.now() - backAt
    console.log(`network returned (${how}): fresh again after ${noticedMs} ms`)
    // The random delay, one call that was sent before the return, and the check of each second.
    expect(noticedMs).toBeLessThanOrEqual(how === 'down' ? 7 * SECOND : 13 * SECOND)
  })

  it('aborts a poll without an answer after ten seconds, so that the badge can show the fault', async () => {
    start()
    await kitchen.advance(MINUTE)
    kitchen.network('black-hole')
    const goneAt = kitchen.clock.now()
    while (kitchen.core().snapshot().freshness.trouble === undefined) await kitchen.advance(200)
    const noticedMs = kitchen.clock.now() - goneAt
    console.log(`a connection without answers was detected after ${noticedMs} ms at an interval of ${INTERVAL_MS} ms`)
    expect(noticedMs).toBeLessThanOrEqual(INTERVAL_MS + 10 * SECOND + SECOND)
    expect(pollsSince(goneAt)).toHaveLength(1)
  })
})
