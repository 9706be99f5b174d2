import { createInterface } from 'node:readline'
import { openCore } from '../../electron/composition/open-core.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { ok } from '../../shared/result.ts'
import type { BacklogFigures, BacklogStart } from './backlog-figures.ts'

/**
 * `node backlog-process.js JSON`: a core in its own process. It writes `ready` after its first poll. After a line on its
 * input it polls again. When all orders are read, it writes its figures as JSON.
 */
const US_PER_MS = 1_000
const CHECK_INTERVAL_MS = 5

const { folder, orders, ...credentials } = JSON.parse(process.argv[2] ?? '') as BacklogStart
const core = openCore({
  folder,
  connection: () => Promise.resolve(ok({ ...credentials, scope: 'od.orders' })),
  settings: Promise.resolve({ pollIntervalSeconds: 60 }),
  fetch: fetchOver(fetch),
  isOnline: () => true,
  clock: createSystemClock(),
  log: { info: () => undefined, warn: () => undefined, error: (event) => console.error(event) },
})

const read = new Set<string>()
core.onDelta(({ changed }) => {
  for (const { orderId, reading } of changed) if (reading === 'read') read.add(orderId)
})

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))
}

core.start()
await until(() => core.snapshot().freshness.checkedAt !== undefined)
process.stdout.write('ready\n')

const input = createInterface({ input: process.stdin })
input.once('close', () => process.exit(0))
input.once('line', async () => {
  const threadBefore = process.threadCpuUsage()
  const startedAt = performance.now()
  let longestMs = 0
  let last = startedAt
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last - CHECK_INTERVAL_MS)
    last = performance.now()
  }, CHECK_INTERVAL_MS)
  core.pollNow()
  await until(() => read.size === orders)
  const { user, system } = process.threadCpuUsage(threadBefore)
  clearInterval(watch)
  const figures: BacklogFigures = {
    tookMs: performance.now() - startedAt,
    processorMs: (user + system) / US_PER_MS,
    longestMs,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
})
