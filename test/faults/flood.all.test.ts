import { afterEach, expect, it } from 'vitest'
import { openWebhook } from '../../electron/composition/open-webhook.ts'
import { createAdmission } from '../../electron/core/admission.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import type { Webhook } from '../../electron/webhook/webhook-service.ts'
import { DEFAULT_SPOKEN } from '../../shared/contract/platforms.ts'
import { WEBHOOK_PATH } from '../../shared/contract/webhook.ts'
import { ok } from '../../shared/result.ts'
import { printFigure } from '../fixtures/figures.ts'
import { floodOf } from '../fixtures/flood.ts'
import { type RunningKitchen, startKitchen } from '../fixtures/running-kitchen.ts'
import { deliver, sign } from '../integration/webhook/deliverer.ts'
import { percentile } from './figures.ts'

const REQUESTS = 4_000
const PER_SECOND = 1_000
const ORDERS = 12
const TAP_GAP_MS = 15
/** From the window's message to the durable answer of a tap, so that feedback is painted in time. */
const TAP_P98_BOUND_MS = 32

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
  const receiver = {
    slot: 1,
    name: String,
    core: kitchen.core(),
    readDelivery: kitchen.core().readDelivery,
    admit: createAdmission(),
    connection,
    spoken: () => DEFAULT_SPOKEN,
  } as const
  webhook = openWebhook({
    settings: kitchen.core().settings,
    connections: () => [receiver],
    clock: createSystemClock(),
    log: kitchen.log,
  })
  await webhook.apply({ enabled: true, port: 0, bind: 'loopback' })
  return Number(new URL(webhook.status().urls[0] ?? '').port)
}

it(`${REQUESTS} forged requests refuse no tap and block no genuine order`, async () => {
  kitchen = await startKitchen({ settings: { undoSeconds: 10 } })
  const orders = Array.from({ length: ORDERS }, () => kitchen.platform.place().id)
  for (const id of orders) await kitchen.seen(id, 'on the board', ({ actions }) => actions.includes('confirm'))
  const port = await openReceiver()
  const body = JSON.stringify({ eventId: 'forged', eventType: 'CREATED', orderId: 'forged' })
  const headers = { 'X-App-Signature': sign('not the secret', body), 'Content-Type': 'application/json' }

  let isFlooding = true
  const flooding = floodOf({
    port,
    path: WEBHOOK_PATH,
    requests: REQUESTS,
    perSecond: PER_SECOND,
    headers,
    body,
  }).finally(() => {
    isFlooding = false
  })
  const during = kitchen.platform.place()
  const took: number[] = []
  for (let turn = 0; isFlooding; turn += 1) {
    // Measured from the due time of the tap, so that waiting for the event loop counts.
    const due = performance.now() + TAP_GAP_MS
    await new Promise((resolve) => setTimeout(resolve, TAP_GAP_MS))
    const tapped = kitchen.core().act({ orderId: orders[turn % orders.length] ?? '', action: 'confirm' })
    took.push(performance.now() - due)
    expect(tapped).toMatchObject({ ok: true })
    if (tapped.ok) kitchen.core().undo(tapped.value.tapId)
  }
  const { byStatus } = await flooding
  printFigure('tap under a flood of forged deliveries, p98', percentile(took, 0.98), 'ms', TAP_P98_BOUND_MS)

  expect(took.length).toBeGreaterThan(0)
  expect(Object.keys(byStatus)).not.toContain('204')
  expect(webhook.status().accepted).toBe(0)
  await kitchen.seen(during.id, 'on the board by polling', () => true)
  const late = { eventId: 'late', orderId: during.id }
  await expect.poll(async () => (await deliver(port, kitchen.platform.clientSecret, late)).status).toBe(204)
})
