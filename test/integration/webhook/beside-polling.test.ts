import { afterEach, expect, it } from 'vitest'
import { openWebhook } from '../../../electron/composition/open-webhook.ts'
import { createAdmission } from '../../../electron/core/admission.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import type { Webhook } from '../../../electron/webhook/webhook-service.ts'
import { DEFAULT_SPOKEN } from '../../../shared/contract/platforms.ts'
import { ok } from '../../../shared/result.ts'
import { eventually, type RunningKitchen, startKitchen } from '../../fixtures/running-kitchen.ts'
import { deliver } from './deliverer.ts'

let kitchen: RunningKitchen
let webhook: Webhook
afterEach(async () => {
  await webhook.stop()
  await kitchen.end()
})

/** Opens the receiver on a free port. The settings of the core do not permit port 0. */
async function open(pollIntervalSeconds: number, isHandedOver = () => false): Promise<number> {
  kitchen = await startKitchen({ settings: { pollIntervalSeconds } })
  const { platform } = kitchen
  const receiver = {
    slot: 1,
    name: String,
    core: kitchen.core(),
    readDelivery: kitchen.core().readDelivery,
    admit: createAdmission(true, isHandedOver),
    connection: async () =>
      ok({ apiUrl: platform.apiUrl, clientId: platform.clientId, clientSecret: platform.clientSecret, scope: 's' }),
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

const acknowledgments = () => kitchen.platform.requestLog.entries().filter(({ route }) => route === 'acknowledgment')

const timelineOf = (orderId: string): readonly string[] => {
  const timeline = kitchen.core().timeline(orderId)
  return timeline.ok ? timeline.value.map(({ kind }) => kind) : []
}

it('a delivered event is read at once, without waiting for the next poll, and refused while the queue is handed over', async () => {
  let isHandedOver = true
  const port = await open(60, () => isHandedOver)
  await eventually('the first poll', () => kitchen.core().snapshot().freshness.checkedAt)
  const { id } = kitchen.platform.place()
  const [event] = kitchen.platform.model.events()
  expect((await deliver(port, kitchen.platform.clientSecret, event)).status).toBe(503)
  isHandedOver = false
  expect((await deliver(port, kitchen.platform.clientSecret, event)).status).toBe(204)
  await kitchen.seen(id, 'on the board', ({ status }) => status === 'CREATED')
})

it('an event that arrives by polling and by many deliveries at the same time has its effect once', async () => {
  const port = await open(1)
  const { id } = kitchen.platform.place()
  const [event] = kitchen.platform.model.events()
  const secret = kitchen.platform.clientSecret
  const answers = await Promise.all(Array.from({ length: 6 }, () => deliver(port, secret, event)))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(204))
  await kitchen.seen(id, 'on the board', ({ status }) => status === 'CREATED')
  await eventually('acknowledged all the same', () => acknowledgments().length > 0)
  expect((await deliver(port, secret, event)).status).toBe(204)
  expect(webhook.status().lastDelivery?.verdict).toBe('duplicate')
  const received = timelineOf(id).filter((kind) => kind === 'received')
  expect(received).toHaveLength(1)
  expect(kitchen.core().snapshot().tickets).toHaveLength(1)
  expect(kitchen.platform.requestLog.violations()).toEqual([])
})
