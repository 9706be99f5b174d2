import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { openWebhook } from '../../electron/composition/open-webhook.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import type { Webhook } from '../../electron/webhook/webhook-service.ts'
import { ok } from '../../shared/result.ts'
import { WEBHOOK_PATH } from '../../shared/webhook.ts'
import { waitedForProcessorMs } from '../fixtures/processor-wait.ts'
import { type RunningKitchen, startKitchen } from '../fixtures/running-kitchen.ts'
import { deliver, sign } from '../integration/webhook/deliverer.ts'
import type { Flood, FloodReport } from './flood-sender.ts'

const PER_SECOND = 1_000
const SECONDS = 4
const ORDERS = 12
const TAP_GAP_MS = 15
/** Maximum time from the window's message to the durable answer of a tap, so that feedback is painted in time. */
const TAP_P98_MS = 32
/** On a machine with a slow disk: the factor by which the flood may slow down a tap. */
const SLOWDOWN = 3

let kitchen: RunningKitchen
let webhook: Webhook
afterEach(async () => {
  await webhook.stop()
  await kitchen.end()
})

async function openReceiver(): Promise<number> {
  const { platform } = kitchen
  const connection = async () =>
    ok({ apiUrl: platform.apiUrl, clientId: platform.clientId, clientSecret: platform.clientSecret, scope: 's' })
  webhook = openWebhook({ station: kitchen.station(), connection, clock: createSystemClock(), log: kitchen.log })
  await webhook.apply({ enabled: true, port: 0, bind: 'loopback' })
  return Number(new URL(webhook.status().urls[0] ?? '').port)
}

/**
 * Taps and undoes until the time is over. Returns the ms from the due time to the durable answer of each tap, without the
 * time in which other programs had the processor.
 */
async function tapsFor(ms: number, orderIds: readonly string[]): Promise<readonly number[]> {
  const took: number[] = []
  const until = performance.now() + ms
  for (let turn = 0; performance.now() < until; turn += 1) {
    const due = performance.now() + TAP_GAP_MS
    const waitedBefore = waitedForProcessorMs()
    await new Promise((resolve) => setTimeout(resolve, TAP_GAP_MS))
    const station = kitchen.station()
    const tapped = station.act({ orderId: orderIds[turn % orderIds.length] ?? '', action: 'confirm' })
    // Measured from the due time of the tap, so that waiting for the event loop counts.
    took.push(Math.max(0, performance.now() - due - (waitedForProcessorMs() - waitedBefore)))
    expect(tapped).toMatchObject({ ok: true })
    if (tapped.ok) station.undo(tapped.value.tapId)
  }
  return took.toSorted((a, b) => a - b)
}

const quantile = (sorted: readonly number[], q: number): number => sorted[Math.floor((sorted.length - 1) * q)] ?? 0

function startFlood(flood: Flood): Promise<FloodReport> {
  const { promise, resolve, reject } = Promise.withResolvers<FloodReport>()
  const worker = new Worker(new URL('./flood-sender.ts', import.meta.url), { workerData: flood })
  worker.once('message', resolve)
  worker.once('error', reject)
  return promise
}

it(`${PER_SECOND} forged requests a second delay no tap and block no genuine order`, async () => {
  kitchen = await startKitchen({ settings: { undoSeconds: 10 } })
  const orders = Array.from({ length: ORDERS }, () => kitchen.platform.place().id)
  for (const id of orders) await kitchen.seen(id, 'on the board', ({ actions }) => actions.includes('confirm'))
  const port = await openReceiver()

  const quiet = await tapsFor(2_000, orders)
  const body = JSON.stringify({ eventId: 'forged', eventType: 'CREATED', orderId: 'forged' })
  const headers = { 'X-App-Signature': sign('not the secret', body), 'Content-Type': 'application/json' }
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const flooding = startFlood({ port, path: WEBHOOK_PATH, perSecond: PER_SECOND, seconds: SECONDS, headers, body })
  const flooded = await tapsFor(SECONDS * 1_000, orders)
  loop.disable()
  const during = kitchen.platform.place()
  const { sent, byStatus } = await flooding

  const figures = `p50 ${quantile(flooded, 0.5).toFixed(1)} ms, p98 ${quantile(flooded, 0.98).toFixed(1)} ms`
  const before = `p50 ${quantile(quiet, 0.5).toFixed(1)} ms, p98 ${quantile(quiet, 0.98).toFixed(1)} ms`
  console.log(`${sent} requests, answers ${JSON.stringify(byStatus)}; taps ${figures}; without the flood ${before}`)
  expect(sent).toBeGreaterThan(PER_SECOND * SECONDS * 0.9)
  expect(byStatus['204'] ?? 0).toBe(0)
  expect((byStatus['401'] ?? 0) + (byStatus['429'] ?? 0)).toBeGreaterThan(sent * 0.5)
  expect(quantile(flooded, 0.98)).toBeLessThan(Math.max(TAP_P98_MS, SLOWDOWN * quantile(quiet, 0.98)))
  expect(webhook.status().accepted).toBe(0)
  await kitchen.seen(during.id, 'on the board by polling', () => true)

  const late = { eventId: 'late', orderId: during.id }
  await expect.poll(async () => (await deliver(port, kitchen.platform.clientSecret, late)).status).toBe(204)
})
