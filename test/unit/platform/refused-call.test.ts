import { expect, it } from 'vitest'
import { granted, json, type Sent, scriptedPlatform } from './scripted-platform.ts'

const MINUTE_MS = 60_000
const bearerOf = ({ headers }: Sent) => headers.get('authorization')?.slice('Bearer '.length)
const refusal = (status: number, message = 'invalid token') => json({ code: 'FORBIDDEN', message }, { status })
const REFUSALS = [
  ['403 with words about a token', () => refusal(403)],
  ['400 with words about a token', () => json({ error: 'invalid_token' }, { status: 400 })],
  ['401', () => refusal(401, 'Unauthorized')],
] as const

/** A platform that refuses every call about order A. */
function refusingA(answer: () => Response, token?: (sent: Sent, count: number) => Response) {
  const world = scriptedPlatform({
    call: ({ path }) => (path.startsWith('/orders/A') ? answer() : path === '/events:polling' ? json([]) : json({})),
    ...(token === undefined ? {} : { token }),
  })
  return {
    ...world,
    confirm: (orderId: string) => world.client.act({ orderId, action: 'confirm' }, world.signal),
    sentAboutA: () => world.calls.filter(({ path }) => path.startsWith('/orders/A')).length,
  }
}

it.each(REFUSALS)('%s for one order is the refusal of that call, sent at most twice', async (_, answer) => {
  const { confirm, sentAboutA, tokenCalls } = refusingA(answer)
  expect(await confirm('A')).toMatchObject({ kind: 'refused', status: answer().status })
  expect(sentAboutA()).toBeLessThanOrEqual(2)
  expect(await confirm('B')).toEqual({ kind: 'accepted', status: 200 })
  expect(tokenCalls.length).toBeLessThanOrEqual(2)
})

it.each(REFUSALS)('%s for single calls causes at most two requests for a token an hour', async (_, answer) => {
  const { client, signal, confirm, tokenCalls, pass, sentAboutA } = refusingA(answer, (_sent, count) =>
    granted(`token-${count}`, 86_400),
  )
  await client.poll(signal)
  for (let minute = 0; minute < 59; minute += 1) {
    expect(await client.readOrder('A', signal)).toMatchObject({ kind: 'refused' })
    expect(await client.acknowledge([{ eventId: 'e', orderId: 'A', eventType: 'X' }], signal)).toMatchObject({
      kind: 'acknowledged',
    })
    expect(await confirm('B')).toMatchObject({ kind: 'accepted' })
    pass(MINUTE_MS)
  }
  expect(tokenCalls).toHaveLength(3)
  expect(sentAboutA()).toBe(61)
  pass(MINUTE_MS)
  await confirm('A')
  expect(tokenCalls).toHaveLength(4)
})

it('an acknowledgment that is refused in words about a token is that of its events', async () => {
  const { client, signal } = scriptedPlatform({
    call: ({ path }) => (path === '/events/acknowledgment' ? refusal(403) : json([])),
  })
  const events = [{ eventId: 'e', orderId: 'A', eventType: 'X' }]
  expect(await client.acknowledge(events, signal)).toMatchObject({ kind: 'refused', status: 403 })
})

it('a token that is refused everywhere is renewed at once, also after renewals that did not help a single call', async () => {
  let good = 'any'
  const world = scriptedPlatform({
    call: (sent) => {
      if (sent.path.startsWith('/orders/A')) return refusal(403)
      return bearerOf(sent) === good || good === 'any' ? json({}) : refusal(401)
    },
    token: (_sent, count) => granted(`token-${count}`, 86_400),
  })
  const act = (orderId: string) => world.client.act({ orderId, action: 'confirm' }, world.signal)
  for (let times = 0; times < 4; times += 1) await act('A')
  expect(world.tokenCalls).toHaveLength(3)
  good = 'token-4'
  expect(await act('B')).toEqual({ kind: 'accepted', status: 200 })
  expect(world.tokenCalls).toHaveLength(4)
})

it('a token endpoint that refuses does not stop other calls', async () => {
  const { confirm, tokenCalls } = refusingA(REFUSALS[0][1], (_sent, count) =>
    count === 1 ? granted('token-1') : json({}, { status: 429, headers: { 'retry-after': '600' } }),
  )
  expect(await confirm('A')).toMatchObject({ kind: 'refused', status: 403 })
  expect(await confirm('B')).toEqual({ kind: 'accepted', status: 200 })
  expect(await confirm('A')).toMatchObject({ kind: 'refused', status: 403 })
  expect(tokenCalls).toHaveLength(2)
})

it.each(REFUSALS)('%s everywhere is no refusal of a call', async (_, answer) => {
  const { client, signal } = scriptedPlatform({ call: answer })
  expect(await client.act({ orderId: 'o', action: 'confirm' }, signal)).toEqual({
    kind: 'unauthorized',
    cause: 'credentials-refused',
  })
})

it('a refusal that a relay passes on needs no token', async () => {
  const { client, signal, tokenCalls, calls } = scriptedPlatform({
    call: () => json({ code: 'UPSTREAM_REFUSED', message: 'invalid token' }, { status: 403 }),
  })
  expect(await client.act({ orderId: 'o', action: 'confirm' }, signal)).toMatchObject({ kind: 'refused', status: 403 })
  expect([tokenCalls.length, calls.length]).toEqual([1, 1])
})
