import { afterEach, describe, expect, it } from 'vitest'
import type { EventReference } from '../../../electron/platform/answers.ts'
import { parseEvent } from '../../../shared/order/event.ts'
import type { QueuedAction } from '../../../shared/order/lifecycle.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import {
  type RecordedPlatform,
  type RecordedPlatformOptions,
  startRecordedPlatform,
} from '../../fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from './real-client.ts'

let platform: RecordedPlatform

const start = async (options: RecordedPlatformOptions = {}) => {
  platform = await startRecordedPlatform(options)
  return realClient(platform)
}

afterEach(async () => {
  const { violations } = platform.requestLog
  await platform.close()
  expect(violations()).toEqual([])
})

const pollAll = async (client: ReturnType<typeof realClient>): Promise<readonly EventReference[]> => {
  const page = await client.poll(SIGNAL)
  if (page.kind !== 'events') throw new Error(`events were expected, not ${page.kind}`)
  return page.events.map((raw) => {
    const parsed = parseEvent(raw)
    if (!parsed.ok) throw new Error(parsed.reason)
    return parsed.event
  })
}

const statusOf = async (client: ReturnType<typeof realClient>, orderId: string) => {
  const read = await client.readOrder(orderId, SIGNAL)
  const parsed = parseOrder(read.kind === 'order' ? read.body : undefined)
  return parsed.ok ? parsed.order.status : read
}

describe('the client with the practice platform', () => {
  it.each([
    ['DELIVERY', ['confirm', 'preparing', 'ready-for-pickup', 'dispatch', 'delivered']],
    ['TAKEOUT', ['confirm', 'preparing', 'ready-for-pickup', 'delivered']],
  ] as const)('takes a %s order from its first to its last status', async (orderType, moves) => {
    const client = await start()
    const { orderId } = asId(platform.place({ orderType }))
    expect(await statusOf(client, orderId)).toBe('CREATED')
    for (const action of moves satisfies readonly QueuedAction[]) {
      expect(await client.act({ orderId, action, preparationMinutes: 20 }, SIGNAL)).toEqual({
        kind: 'accepted',
        status: 202,
      })
    }
    expect(await statusOf(client, orderId)).toBe('DELIVERED')
    const events = await pollAll(client)
    expect(events).toHaveLength(moves.length + 1)
    expect(await client.acknowledge(events, SIGNAL)).toEqual({ kind: 'acknowledged' })
    expect(await pollAll(client)).toEqual([])
  })

  it.each([
    ['v2', 'eventIds'],
    ['v1', 'v1'],
    ['ids', 'ids'],
  ] as const)('acknowledges events in the form %s', async (acknowledgment, hosts) => {
    await start({ dialect: { acknowledgment: hosts } })
    const client = realClient(platform, { acknowledgment })
    for (let count = 0; count < 3; count += 1) platform.place()
    expect(await client.acknowledge(await pollAll(client), SIGNAL)).toEqual({ kind: 'acknowledged' })
    expect(await pollAll(client)).toEqual([])
  })

  it('reads an empty array as a page without events', async () => {
    const client = await start({ dialect: { noEvents: 'empty-array' } })
    expect(await client.poll(SIGNAL)).toEqual({ kind: 'events', events: [] })
  })

  it('requests a cancellation', async () => {
    const client = await start()
    const { orderId } = asId(platform.place())
    const cancellation = { code: 'UNAVAILABLE_ITEM', reason: 'Acabou o frango' }
    expect(await client.act({ orderId, action: 'requestCancellation', cancellation }, SIGNAL)).toMatchObject({
      kind: 'accepted',
    })
    await expect.poll(() => statusOf(client, orderId)).toBe('CANCELLED')
  })

  it.each(['query', 'body'] as const)('validates a code in the %s', async (validateCode) => {
    await start({ dialect: { validateCode } })
    const client = realClient(platform, { validateCode })
    const { orderId } = asId(platform.place({ deliveryCode: '4711' }))
    expect(await client.validateCode(orderId, '4711', SIGNAL)).toEqual({ kind: 'valid' })
    expect(await client.validateCode(orderId, '0815', SIGNAL)).toEqual({ kind: 'invalid' })
  })

  it.each(['v2', 'nested', 'problem'] as const)('reads a refusal in the shape %s', async (errorShape) => {
    const client = await start({ dialect: { errorShape } })
    const { orderId } = asId(platform.place({ orderType: 'DELIVERY' }))
    const answer = await client.act({ orderId, action: 'dispatch' }, SIGNAL)
    expect(answer).toMatchObject({ kind: 'refused', status: 409 })
    if (answer.kind === 'refused' && errorShape !== 'problem')
      expect(answer.code).toBe('INVALID_ORDER_STATE_TRANSITION')
    expect(answer.kind === 'refused' && answer.message).toBeTruthy()
  })

  it('renews a revoked token within the call', async () => {
    const client = await start()
    await pollAll(client)
    platform.revokeTokens()
    expect(await pollAll(client)).toEqual([])
    expect(platform.requestLog.entries().filter((entry) => entry.route === 'token')).toHaveLength(2)
  })

  it('reports that the credentials are refused', async () => {
    await start()
    const stranger = realClient({ apiUrl: platform.apiUrl, clientId: platform.clientId, clientSecret: 'wrong' })
    expect(await stranger.poll(SIGNAL)).toEqual({ kind: 'unauthorized', cause: 'credentials-refused' })
  })

  it('computes the offset to the platform’s clock', async () => {
    const client = await start({ clockSkewMs: 240_000 })
    await pollAll(client)
    expect(Math.abs(client.clockOffsetMs() - 240_000)).toBeLessThan(30_000)
  })

  it('reports the wait that the platform requests', async () => {
    const client = await start()
    await pollAll(client)
    platform.fault({ routes: ['poll'], times: 1, effect: { kind: 'status', status: 429, retryAfter: 600 } })
    expect(await client.poll(SIGNAL)).toMatchObject({ cause: 'throttled', retryAfterMs: expect.toSatisfy(isRemaining) })
    platform.clearFaults()
  })
})

/** Of ten minutes: a relay returns what is left of them. */
const isRemaining = (ms: number): boolean => ms > 300_000 && ms <= 600_000
const asId = (view: { readonly id: string }) => ({ orderId: view.id })
