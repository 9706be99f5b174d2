import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { openWebhook } from '../../../electron/composition/open-webhook.ts'
import { createSystemClock } from '../../../electron/sync/clock.ts'
import { webhookStatusSchema } from '../../../shared/contract/webhook.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { isNew, openThree } from './three-connections.ts'

/** Three connections whose webhook listens, and that poll only once at their start. */
async function listening() {
  const three = await openThree({ settings: { pollIntervalSeconds: 60 } })
  const { kitchen, shops } = three
  const webhook = openWebhook({
    settings: kitchen.core().settings,
    connections: () => kitchen.kitchen().opened(),
    clock: createSystemClock(),
    log: createMemoryLog(),
  })
  onTestFinished(webhook.stop)
  await webhook.apply({ enabled: true, port: 0, bind: 'loopback' })
  const status = () => webhookStatusSchema.parse(webhook.status())
  const urlOf = (name: string): string => status().connections?.find((one) => one.name === name)?.urls[0] ?? ''
  const secretOf = (name: string): string => shops.find(({ given }) => given.name === name)?.given.clientSecret ?? ''
  const deliver = async (at: string, signedBy: string, event: object, encoding: 'hex' | 'base64' = 'hex') => {
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', secretOf(signedBy)).update(body).digest(encoding)
    const headers = { 'X-App-Signature': signature, 'Content-Type': 'application/json' }
    return (await fetch(urlOf(at), { method: 'POST', body, headers })).status
  }
  return { ...three, status, urlOf, deliver }
}

/** The same event for all. */
const eventOf = (orderId: string) => ({
  eventId: 'equal-event',
  eventType: 'CREATED',
  orderId,
  createdAt: new Date().toISOString(),
})

it('each connection has an address, and a delivery to it enters that connection alone', async () => {
  const { shops, placeEverywhere, kitchen, status, urlOf, deliver } = await listening()
  const names = shops.map(({ given }) => given.name)
  expect(status().connections?.map(({ name }) => name)).toEqual(names)
  expect(new Set(names.map(urlOf)).size).toBe(names.length)
  const port = new URL(urlOf('Casa')).port
  expect(names.map(urlOf)).toEqual([
    `http://127.0.0.1:${port}/webhook/events`,
    `http://127.0.0.1:${port}/2/webhook/events`,
    `http://127.0.0.1:${port}/3/v1/newEvent`,
  ])
  const { id } = placeEverywhere()
  for (const [count, name] of [...names].reverse().entries()) {
    for (const other of names) if (other !== name) expect(await deliver(name, other, eventOf(id))).toBe(401)
    expect(await deliver(name, name, eventOf(id))).toBe(204)
    await kitchen.seen(name, id, 'delivered', isNew)
    // The others poll once a minute: each has its order by its own delivery.
    expect(kitchen.tickets()).toHaveLength(count + 1)
  }
  expect(status().connections).toMatchObject(names.map((name) => ({ name, accepted: 1, refused: 2 })))
  expect(status()).toMatchObject({ accepted: 3, refused: 6 })
})

it('a signature has the form of its own dialect', async () => {
  const { deliver } = await listening()
  expect(await deliver('Um', 'Um', eventOf('some-order'), 'base64')).toBe(204)
  expect(await deliver('Rua', 'Rua', eventOf('some-order'), 'base64')).toBe(401)
})

it('a paused connection takes no delivery, and one that was removed has no address', async () => {
  const { deliver, kitchen, status, urlOf } = await listening()
  const { calls } = kitchen
  expect(await calls()['connections:change']({ slot: 2, isPaused: true })).toMatchObject({ ok: true })
  expect(await deliver('Rua', 'Rua', eventOf('some-order'))).toBe(503)
  expect(await calls()['connections:change']({ slot: 2, isPaused: false })).toMatchObject({ ok: true })
  const address = urlOf('Um')
  expect(await calls()['connections:remove']({ slot: 3 })).toMatchObject({ ok: true })
  await eventually('two addresses', () => status().connections?.length === 2)
  expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(404)
  expect(await deliver('Rua', 'Rua', eventOf('some-order'))).toBe(204)
})
