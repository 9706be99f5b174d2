import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startRecordedPlatform } from '../fixtures/rehearsal/recorded-platform.ts'
import { runLoad } from './load-run.ts'
import { createDatabase } from './test-database.ts'
import { startTestKitchen } from './test-kitchen.ts'
import { relayConfig, startTestRelay } from './test-relay.ts'

/** Number of kitchens of each run, separated by commas. `npm run test:soak` measures 10, 50, 200 and 1000 for a minute. */
const KITCHENS = (process.env.COMANDA_RELAY_KITCHENS ?? '5').split(',').map(Number)
const SECONDS = Number(process.env.COMANDA_RELAY_SECONDS ?? 4)
const MAX_MEGABYTES = 150
/**
 * Up to this size the time is checked, on two cores that also run the practice platform and the kitchens (docs/chains.md).
 */
const MAX_KITCHENS_FOR_TIME = 200
const P99_MS = 1_000
const CATCH_UP_MS = 10_000

it.each(KITCHENS)(
  '%i kitchens with 0.25 orders a second each, at most 50 in all, lose no event, and the relay keeps its memory limit',
  { timeout: 600_000 },
  async (kitchens) => {
    const figures = await runLoad({
      kitchens,
      ordersPerSecond: Math.min(50, kitchens / 4),
      seconds: SECONDS,
      kitchenPollMs: kitchens > 50 ? 5_000 : 1_000,
      upstreamPollSeconds: 0.25,
    })
    console.log(JSON.stringify(figures))
    expect(figures.lost).toBe(0)
    expect(figures.relayMegabytes).toBeLessThanOrEqual(MAX_MEGABYTES)
    // A run of a few seconds has too few events for a quantile. The soak run checks the time.
    if (SECONDS >= 60 && kitchens <= MAX_KITCHENS_FOR_TIME) expect(figures.p99).toBeLessThanOrEqual(P99_MS)
  },
)

it('a kitchen that was offline during 600 orders receives all of them within ten seconds', async () => {
  const platform = await startRecordedPlatform({})
  const relay = await startTestRelay(relayConfig(await createDatabase(), platform))
  onTestFinished(async () => {
    await relay.stop()
    await platform.close()
  })
  const issued = await relay.addKitchen('A', ['loja-pinheiros'])
  // Ten minutes at one order a second.
  for (let count = 0; count < 600; count += 1) platform.place()
  await expect.poll(() => platform.model.pending(platform.clientId).length).toBe(0)
  const beganAt = performance.now()
  const kitchen = startTestKitchen(issued, 100, false)
  onTestFinished(() => kitchen.stop())
  while (kitchen.received.size < 600 && performance.now() < beganAt + 2 * CATCH_UP_MS) await sleep(10)
  console.log(JSON.stringify({ caughtUpMs: Math.round(performance.now() - beganAt) }))
  expect(kitchen.received.size).toBe(600)
  expect(performance.now() - beganAt).toBeLessThan(CATCH_UP_MS)
})
