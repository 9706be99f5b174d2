import { afterEach, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../electron/practice/platform/randomness.ts'
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
      for (const ticket of kitchen.station().snapshot().tickets) {
        const [next] = ticket.actions
        if (next !== undefined && next !== 'validateCode' && next !== 'requestCancellation')
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
    expect(kitchen.station().snapshot().unsettledTaps).toBe(0)
  })

  it.each(['down', 'black-hole'] as const)('polls within seconds when the network returns (%s)', async (how) => {
    start()
    await kitchen.advance(MINUTE)
    kitchen.network(how)
    kitchen.setOnline(false)
    await kitchen.advance(10 * MINUTE + 3 * SECOND)
    expect(kitchen.station().snapshot().freshness).toMatchObject({ state: 'offline', trouble: 'network' })
    kitchen.network('up')
    kitchen.setOnline(true)
    const backAt = kitchen.clock.now()
    while (kitchen.station().snapshot().freshness.state !== 'fresh') await kitchen.advance(200)
    const noticedMs = kitchen.clock.now() - backAt
    console.log(`network returned (${how}): fresh again after ${noticedMs} ms`)
    // The random delay, one call that was sent before the return, and the check of each second.
    expect(noticedMs).toBeLessThanOrEqual(how === 'down' ? 7 * SECOND : 13 * SECOND)
  })

  it('polls at least once a minute while polls fail in any way', async () => {
    for (const effect of [
      { kind: 'reset' },
      { kind: 'hang' },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 403 },
      { kind: 'html' },
      { kind: 'truncated' },
    ] as const) {
      const own = startVirtualKitchen({ settings: { pollIntervalSeconds: 60 } })
      own.platform.fault({ routes: ['poll'], effect })
      await own.advance(10 * MINUTE)
      const at = own.departures.filter(({ path }) => path === '/events:polling').map((departure) => departure.at)
      expect([effect, Math.max(...gaps(at)) <= 61 * SECOND]).toEqual([effect, true])
      await own.end()
    }
    start()
  })

  it.each([
    ['seconds', 570, 570_000, []],
    ['a date', { inMs: 570_000 }, 569_000, []],
    ['more than a day, of which ten minutes count', 100_000, 600_000, ['retried-too-early']],
  ] as const)(
    'waits for Retry-After in %s, also when an early poll is requested',
    async (_name, retryAfter, leastMs, violations) => {
      start()
      await kitchen.advance(MINUTE)
      const { platform } = kitchen
      const { id } = platform.place()
      platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'status', status: 429, retryAfter } })
      await kitchen.advance(31 * SECOND)
      const toldAt = polls().at(-1) ?? 0
      for (let times = 0; times < 8; times += 1) {
        await kitchen.advance(MINUTE)
        kitchen.station().pollNow()
        kitchen.setOnline(times % 2 === 1)
      }
      await kitchen.advance(leastMs - 8 * MINUTE + 10 * SECOND)
      const [next = 0] = polls().filter((at) => at > toldAt)
      expect(next - toldAt).toBeGreaterThanOrEqual(leastMs)
      expect(next - toldAt).toBeLessThanOrEqual(leastMs + 4 * SECOND)
      expect([...new Set(platform.requestLog.violations().map(({ kind }) => kind))]).toEqual(violations)
      await kitchen.advance(5 * SECOND)
      expect(kitchen.ticket(id)?.status).toBe('CREATED')
    },
  )

  it('aborts a poll without an answer after ten seconds, so that the badge can show the fault', async () => {
    start()
    await kitchen.advance(MINUTE)
    kitchen.network('black-hole')
    const goneAt = kitchen.clock.now()
    while (kitchen.station().snapshot().freshness.trouble === undefined) await kitchen.advance(200)
    const noticedMs = kitchen.clock.now() - goneAt
    console.log(`a connection without answers was detected after ${noticedMs} ms at an interval of ${INTERVAL_MS} ms`)
    expect(noticedMs).toBeLessThanOrEqual(INTERVAL_MS + 10 * SECOND + SECOND)
    expect(pollsSince(goneAt)).toHaveLength(1)
  })
})
