import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { readBodyHere } from '../../../electron/platform/shaped-body.ts'
import { fetchOver } from '../../../electron/platform/web-fetch.ts'
import { openText } from '../../../electron/secrets/cipher.ts'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { createKitchenSecrets } from '../kitchens/kitchen-secrets.ts'
import { prepareDatabase } from '../relay.ts'
import { MACHINE_CLOCK } from '../relay-clock.ts'
import { createSharedToken } from '../upstream/shared-token.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { startSmallUpstream } from './small-upstream.ts'
import { createDatabase } from './test-database.ts'
import { MASTER_KEY, relayConfig, startTestRelay, UPSTREAM } from './test-relay.ts'

const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function world() {
  const platform = await startRecordedPlatform({})
  const config = relayConfig(await createDatabase(), platform)
  onTestFinished(() => platform.close())
  const start = async () => {
    const relay = await startTestRelay(config)
    let stopped: Promise<void> | undefined
    const stop = (): Promise<void> => {
      stopped ??= relay.stop()
      return stopped
    }
    onTestFinished(stop)
    return { ...relay, stop }
  }
  const tokenCalls = (): number => platform.requestLog.requestsTo('token').length
  return { platform, config, start, tokenCalls }
}

it('all processes use one token, also processes that start later', async () => {
  const { platform, start, tokenCalls } = await world()
  const [one, two] = await Promise.all([start(), start()])
  const issued = await one.addKitchen('A', ['loja-pinheiros'])
  const { id } = platform.place()
  for (const { apiUrl } of [one, two])
    await expect.poll(() => realClient({ ...issued, apiUrl }).readOrder(id, SIGNAL)).toMatchObject({ kind: 'order' })
  await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(0)
  await Promise.all([one.stop(), two.stop()])
  const three = await start()
  const polls = platform.requestLog.requestsTo('poll').length
  await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(polls)
  const client = realClient({ ...issued, apiUrl: three.apiUrl })
  await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ kind: 'events' })
  expect(tokenCalls()).toBe(1)
  expect(platform.requestLog.violations()).toEqual([])
})

it('a token that the platform has revoked is replaced once for all processes', async () => {
  const { platform, start, tokenCalls } = await world()
  const relays = await Promise.all([start(), start()])
  const issued = await relays[0].addKitchen('A', ['loja-pinheiros'])
  const { id } = platform.place()
  const readFrom = (apiUrl: string) => realClient({ ...issued, apiUrl }).readOrder(id, SIGNAL)
  for (const { apiUrl } of relays) await expect.poll(() => readFrom(apiUrl)).toMatchObject({ kind: 'order' })
  // Without stored reads each read needs a call to the platform.
  await relays[0].db.query('DELETE FROM order_read')
  platform.revokeTokens()
  const answers = await Promise.all(relays.map(({ apiUrl }) => readFrom(apiUrl)))
  expect(answers).toMatchObject([{ kind: 'order' }, { kind: 'order' }])
  await expect.poll(tokenCalls).toBe(2)
})

it('refusals of single calls in words about a token cause at most two requests an hour, in all processes together', async () => {
  const platform = await startSmallUpstream()
  const config = relayConfig(await createDatabase(), platform)
  const db = await prepareDatabase(config, NO_LOG)
  onTestFinished(async () => {
    await db.close()
    await platform.close()
  })
  const [credential] = config.upstreams
  if (credential === undefined) throw new Error('a credential was expected')
  const processes = Array.from({ length: 3 }, () =>
    createUpstream({
      db,
      tokenKey: randomBytes(32).fill(1),
      config: credential,
      fetch: fetchOver(fetch),
      readBody: readBodyHere,
      clock: MACHINE_CLOCK,
      log: NO_LOG,
      onAnswer: () => undefined,
    }),
  )
  platform.raw.set('GET /orders/A', [403, '{"code":"INVALID_TOKEN","message":"The access token expired"}'])
  const tokenCalls = () => platform.requests.filter((request) => request.includes('/oauth/token')).length
  for (const one of processes) expect(await one.poll(SIGNAL)).toMatchObject({ kind: 'events' })
  const before = tokenCalls()
  const call = { route: 'read', method: 'GET', orderId: 'A', suffix: '' } as const
  for (const one of processes)
    for (let round = 0; round < 3; round += 1) {
      expect(await one.order(call, SIGNAL)).toMatchObject({ kind: 'reply', status: 403 })
      expect(await one.poll(SIGNAL)).toMatchObject({ kind: 'events' })
    }
  expect(tokenCalls() - before).toBeLessThanOrEqual(2)
  // The hour is over.
  await db.query(`UPDATE upstream_token SET renewals_in_vain = '{}'`)
  await processes[0]?.order(call, SIGNAL)
  expect(tokenCalls() - before).toBeLessThanOrEqual(3)
})

it('the token is stored encrypted in the database and can be decrypted only for its credential', async () => {
  const { config, start, platform } = await world()
  const relay = await start()
  await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(0)
  const [row] = await relay.db.query<{ sealed: Buffer }>('SELECT sealed FROM upstream_token')
  const sealed = row?.sealed ?? Buffer.alloc(0)
  const [upstream] = config.upstreams
  const about = [UPSTREAM, upstream?.apiUrl, upstream?.clientId, upstream?.clientSecret, 'od.orders']
  const { upstreamTokenKey: key } = createKitchenSecrets(MASTER_KEY)
  const open = (withKey: Buffer, context: unknown) =>
    openText(withKey, JSON.stringify(context), sealed.toString('base64'))?.toString()
  const token = open(key, about) ?? ''
  const answer = await fetch(`${platform.apiUrl}/events:polling`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBeLessThan(300)
  expect(sealed.includes(token)).toBe(false)
  expect(open(key, about.with(3, 'another secret'))).toBeUndefined()
  expect(open(createKitchenSecrets(`${MASTER_KEY}!`).upstreamTokenKey, about)).toBeUndefined()
})

it('a process that ends during its token request delays the others only until its lock expires', async () => {
  const { start, platform } = await world()
  const { db } = await start()
  await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(0)
  await db.query(`UPDATE upstream_token SET sealed = NULL, asking_until = now() + interval '700 milliseconds'`)
  const lock = await db.query<{ until: Date }>('SELECT asking_until AS until FROM upstream_token')
  let newRequests = 0
  const connection = { apiUrl: 'a', clientId: 'c', clientSecret: 's', scope: 'od.orders' }
  const request = () =>
    createSharedToken({
      db,
      upstream: UPSTREAM,
      key: randomBytes(32).fill(1),
      requestNew: () => {
        newRequests += 1
        return Promise.resolve({ kind: 'granted', accessToken: 'fresh', expiresIn: 3_600 })
      },
      log: NO_LOG,
    })(connection)
  const replies = await Promise.all([request(), request(), request()])
  expect(replies.map((reply) => reply.kind === 'granted' && reply.accessToken)).toEqual(['fresh', 'fresh', 'fresh'])
  expect(newRequests).toBe(1)
  const expired = await db.query('SELECT now() > $1 AS "isOver"', [lock[0]?.until])
  expect(expired).toEqual([{ isOver: true }])
})
