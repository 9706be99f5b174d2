import { createHmac, randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openWebhook } from '../../../electron/composition/backend.ts'
import { createAdmission } from '../../../electron/core/admission.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { kitchenOf1 } from './kitchen-of-1.ts'

it('takes an event at the path of 1.x, also of an order that was made long ago', async () => {
  const { host, core, seen } = await kitchenOf1()
  const { apiUrl, clientId, clientSecret } = host
  const spoken = { dialect: 'open-delivery-1', profile: 'generic' } as const
  const webhook = openWebhook({
    core: core(),
    readDelivery: core().readDelivery,
    admit: createAdmission(),
    connection: async () => ok({ apiUrl, clientId, clientSecret, scope: 's', spoken }),
    spoken: () => spoken,
    clock: createSystemClock(),
    log: createMemoryLog(),
  })
  onTestFinished(webhook.stop)
  await webhook.apply({ enabled: true, port: 0, bind: 'loopback' })
  const [url = ''] = webhook.status().urls
  expect(new URL(url).pathname).toBe('/v1/newEvent')
  const id = host.place('DELIVERY')
  await seen(id, 'the order', ({ status }) => status === 'CREATED')
  const createdAt = '2020-01-01T10:00:00Z'
  const event = {
    eventId: randomUUID(),
    eventType: 'CONFIRMED',
    orderId: id,
    orderURL: `${apiUrl}/v1/orders/${id}`,
    createdAt,
  }
  const body = JSON.stringify(event)
  const signature = createHmac('sha256', clientSecret).update(body).digest('hex')
  const headers = { 'X-App-Signature': signature, 'Content-Type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', body, headers })
  expect(answer.status).toBe(204)
  await seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
})
