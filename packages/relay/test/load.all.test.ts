import { expect, it, onTestFinished } from 'vitest'
import { printFigure } from '../../../test/fixtures/figures.ts'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { runLoad } from './load-run.ts'
import { createDatabase } from './test-database.ts'
import { startTestKitchen } from './test-kitchen.ts'
import { relayConfig, startTestRelay } from './test-relay.ts'

/** Number of kitchens of each run, separated by commas. `npm run test:soak` measures 10, 50, 200 and 1000 for a minute. */
const KITCHENS = (process.env.COMANDA_RELAY_KITCHENS ?? '5').split(',').map(Number)
const SECONDS = Number(process.env.COMANDA_RELAY_SECONDS ?? 4)
const MAX_MEGABYTES = 150
/** On two cores that also run the practice platform and up to 200 kitchens (packages/relay/README.md). */
const P99_BOUND_MS = 1_000
const CATCH_UP_BOUND_MS = 10_000

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
    // A run of a few seconds has too few events for a quantile. The soak run is long enough.
    printFigure(`${kitchens} kitchens, order published → received, p99`, figures.p99, 'ms', P99_BOUND_MS)
  },
)

it('a kitchen that was offline during 600 orders receives all of them', async () => {
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
  await expect.poll(() => kitchen.received.size, { timeout: 240_000 }).toBe(600)
  printFigure(
    'a kitchen that was offline has received 600 orders',
    performance.now() - beganAt,
    'ms',
    CATCH_UP_BOUND_MS,
  )
})
