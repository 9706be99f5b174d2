import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { HostOf1 } from '../../../electron/platform/dialects/open-delivery-1/profiles.ts'
import { kitchenOf } from '../../fixtures/kitchen-of.ts'
import { sortedJson, startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { receiverOf } from '../../fixtures/receiver-of.ts'

/** A kitchen whose receiver listens, with an order that is not accepted yet. */
async function receiving(profile: HostOf1 = 'generic') {
  const kitchen = await kitchenOf(startHost1({ profile }))
  const { host, seen } = kitchen
  const { apiUrl, clientSecret } = host
  const { url, deliver: send } = await receiverOf(kitchen)
  const id = host.place('DELIVERY')
  await seen(id, 'the order', ({ status }) => status === 'CREATED')
  const createdAt = '2020-01-01T10:00:00Z'
  const event = {
    orderURL: `${apiUrl}/v1/orders/${id}`,
    eventId: randomUUID(),
    orderId: id,
    eventType: 'CONFIRMED',
    createdAt,
  }
  const body = JSON.stringify(event)
  const deliver = (signature: string, headers: Readonly<Record<string, string>> = {}) =>
    send(body, { 'X-App-Signature': signature, ...headers })
  const accepted = () => seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
  return { url, body, event, clientSecret, deliver, accepted }
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)

it('takes an event at the path of 1.x, also of an order that was made long ago', async () => {
  const { url, body, clientSecret, deliver, accepted } = await receiving()
  expect(new URL(url).pathname).toBe('/v1/newEvent')
  expect(await deliver(hmac(clientSecret, body).digest('hex'))).toBe(204)
  await accepted()
})

describe('the signature of a delivery', () => {
  it('may be spelled in Base64', async () => {
    const { body, clientSecret, deliver, accepted } = await receiving()
    expect(await deliver(hmac('another', body).digest('base64'))).toBe(401)
    expect(await deliver(hmac(clientSecret, `${body} `).digest('base64'))).toBe(401)
    expect(await deliver(hmac(clientSecret, body).digest('base64'))).toBe(204)
    await accepted()
  })

  it.each(['as it is sent', 'in its canonical form'])('of Keeta covers its address and its body %s', async (form) => {
    const { url, body, event, clientSecret, deliver, accepted } = await receiving('keeta')
    const signed = form === 'as it is sent' ? body : sortedJson(event)
    const of = (address: string) => hmac(clientSecret, `${address}&${signed}`).digest('base64')
    expect(await deliver(of('https://elsewhere.example.test/v1/newEvent'))).toBe(401)
    expect(await deliver(of(url))).toBe(204)
    await accepted()
  })

  it('of Keeta covers the address before a tunnel', async () => {
    const { body, clientSecret, deliver, accepted } = await receiving('keeta')
    const signature = hmac(clientSecret, `https://loja.example.test/v1/newEvent&${body}`).digest('base64')
    expect(await deliver(signature, { 'X-Forwarded-Host': 'loja.example.test' })).toBe(204)
    await accepted()
  })
})
