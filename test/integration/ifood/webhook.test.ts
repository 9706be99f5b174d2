import { createHmac, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSignedByAny } from '../../../electron/listening/signature.ts'
import { dialectOf } from '../../../electron/platform/dialects/dialects.ts'
import { spokenBy } from '../../../shared/contract/platforms.ts'
import { kitchenOf } from '../../fixtures/kitchen-of.ts'
import { startIfood } from '../../fixtures/platform/ifood/host.ts'
import { receiverOf } from '../../fixtures/receiver-of.ts'

const hexOf = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

it('the published vector is right', () => {
  const body =
    '{\n    "code":"KEEPALIVE",\n    "fullCode":"KEEPALIVE",\n    "id":"a38ba215-f949-4b2c-982a-0582a9d0c10e"\n}'
  const signature = '6c0a429606266905349388ebc1eb12b8b98524dddd6b4bdc41c4b67591075b4c'
  const rule = dialectOf({ spoken: spokenBy('ifood') }).deliveries.signature
  expect(isSignedByAny(['dummysecret'], Buffer.from(body), signature, rule)).toBe(true)
})

/** A kitchen of iFood whose receiver listens. */
async function receiving() {
  const kitchen = await kitchenOf(startIfood())
  const { deliver } = await receiverOf(kitchen)
  const { host } = kitchen
  const send = (event: unknown, header = 'X-IFood-Signature', secret = host.clientSecret) => {
    const body = JSON.stringify(event)
    return deliver(body, { [header]: hexOf(secret, body) })
  }
  const eventOf = (orderId: string, fullCode: string, metadata?: unknown) => ({
    id: randomUUID(),
    code: 'XYZ',
    fullCode,
    orderId,
    merchantId: 'm',
    createdAt: new Date().toISOString(),
    metadata,
  })
  return { ...kitchen, send, eventOf }
}

it('a delivery has the signature in iFood’s header, and is answered with 202', async () => {
  const { host, seen, send, eventOf } = await receiving()
  const id = host.place('DELIVERY')
  await seen(id, 'the order', ({ status }) => status === 'CREATED')
  const confirmed = eventOf(id, 'CONFIRMED')
  expect(await send(confirmed, 'X-IFood-Signature', 'another secret')).toBe(401)
  expect(await send(confirmed, 'X-App-Signature')).toBe(401)
  expect(await send(confirmed)).toBe(202)
  await seen(id, 'the acceptance', ({ status }) => status === 'CONFIRMED')
  expect(await send(confirmed)).toBe(202)
})

it('a sign of presence has no order, and is answered with 202', async () => {
  const { send } = await receiving()
  expect(await send({ code: 'KEEPALIVE', fullCode: 'KEEPALIVE', id: randomUUID(), merchantIds: ['m'] })).toBe(202)
})

it('a dispute that is delivered is the customer’s wish, with everything that its answer needs', async () => {
  const { host, core, seen, send, eventOf } = await receiving()
  const id = host.place('DELIVERY')
  await seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
  host.setSilent(true)
  const disputeId = host.dispute(id)
  host.setSilent(false)
  const metadata = { disputeId, action: 'CANCELLATION', handshakeType: 'PREPARATION_TIME', message: 'Pedi errado' }
  expect(await send(eventOf(id, 'HANDSHAKE_DISPUTE', metadata))).toBe(202)
  await seen(id, 'the wish', ({ wish }) => wish?.id === disputeId && wish.text === 'Pedi errado')
  core().act({ orderId: id, action: 'denyCancellation' })
  await seen(id, 'the denial', ({ wish, tap }) => wish === undefined && tap?.truth === 'confirmed')
  expect(host.operations(disputeId)).toEqual(['reject'])
})
