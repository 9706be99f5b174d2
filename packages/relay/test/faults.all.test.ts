import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { startPostgres } from '../../../test/fixtures/postgres.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { migrateRelay, NewerSchema } from '../database/migrate.ts'
import { prepareDatabase, UnmetRequirements } from '../relay.ts'
import { createDatabase } from './test-database.ts'
import { startTestKitchen } from './test-kitchen.ts'
import { relayConfig, startTestRelay } from './test-relay.ts'

/** The time without a database, with five orders a second. `npm run test:soak` sets a minute. */
const REFUSED_MS = Number(process.env.COMANDA_RELAY_REFUSED_MS ?? 4_000)
const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

it('Retry-After of one call delays every call of every process, and kitchens get it too', async () => {
  let aheadMs = 0
  const clock = { wall: () => Date.now() + aheadMs, monotonic: () => performance.now() + aheadMs }
  const platform = await startRecordedPlatform({ now: clock.wall })
  const config = relayConfig(await createDatabase(), platform)
  const relays = [await startTestRelay(config, { clock }), await startTestRelay(config, { clock })] as const
  onTestFinished(async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
    await platform.close()
  })
  const issued = await relays[0].addKitchen('A', ['loja-pinheiros'])
  const [one, two] = relays.map(({ apiUrl }) => realClient({ ...issued, apiUrl }))
  const { id } = platform.place()
  await expect.poll(() => one?.poll(SIGNAL)).toMatchObject({ events: [{ orderId: id }] })
  await two?.poll(SIGNAL)
  platform.fault({ routes: ['confirm'], times: 1, effect: { kind: 'status', status: 429, retryAfter: 600 } })
  expect(await one?.act({ orderId: id, action: 'confirm' }, SIGNAL)).toMatchObject({
    cause: 'throttled',
    retryAfterMs: 600_000,
  })
  const throttled = { kind: 'unavailable', cause: 'throttled' }
  expect(await two?.act({ orderId: id, action: 'confirm' }, SIGNAL)).toMatchObject(throttled)
  expect(await one?.readOrder('another', SIGNAL)).toMatchObject(throttled)
  expect(platform.requestLog.postsFor(id, 'confirm')).toHaveLength(1)
  expect(platform.requestLog.readsOf('another')).toEqual([])
  await relays[0].db.query('UPDATE upstream SET paused_until = now()')
  aheadMs = 600_000
  await expect.poll(() => two?.act({ orderId: id, action: 'confirm' }, SIGNAL)).toMatchObject({ kind: 'accepted' })
  expect(platform.requestLog.violations()).toEqual([])
})

it('while the platform cannot be reached, kitchens get 503 and no empty page', async () => {
  const platform = await startRecordedPlatform({})
  const relay = await startTestRelay(relayConfig(await createDatabase(), platform))
  onTestFinished(async () => {
    await relay.stop()
    await platform.close()
  })
  const client = realClient(await relay.addKitchen('A', ['loja-pinheiros']))
  await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ kind: 'events' })
  platform.fault({ routes: ['poll'], effect: { kind: 'reset' } })
  // A page that was received before the fault may be stored after the first change.
  const pollLater = async () => {
    await relay.db.query(`UPDATE upstream SET last_good_poll_at = now() - interval '1 minute'`)
    return client.poll(SIGNAL)
  }
  await expect.poll(pollLater).toMatchObject({ kind: 'unavailable', status: 503 })
  platform.clearFaults()
  await expect.poll(() => client.poll(SIGNAL)).toMatchObject({ kind: 'events' })
})

it('the database is unavailable for a while: kitchens get 503, nothing is acknowledged upstream, nothing is lost', {
  timeout: 120_000 + 3 * REFUSED_MS,
}, async () => {
  await using postgres = await startPostgres()
  const platform = await startRecordedPlatform({})
  const relay = await startTestRelay(relayConfig(postgres.url, platform, { leaseSeconds: 1 }))
  const kitchen = startTestKitchen(await relay.addKitchen('A', ['loja-pinheiros']), 100)
  onTestFinished(async () => {
    await kitchen.stop()
    await relay.stop()
    await platform.close()
  })
  platform.place()
  await expect.poll(() => kitchen.received.size).toBeGreaterThan(0)
  await postgres.stop()
  const acknowledged = platform.requestLog.requestsTo('acknowledgment').length
  const until = performance.now() + REFUSED_MS
  while (performance.now() < until) {
    platform.place()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await expect.poll(() => kitchen.polls.bad).toBeGreaterThan(3)
  expect(await kitchen.client.poll(SIGNAL)).toMatchObject({ kind: 'unavailable', status: 503 })
  expect(platform.requestLog.requestsTo('acknowledgment')).toHaveLength(acknowledged)
  await postgres.start()
  await expect
    .poll(() => platform.orders().every(({ status }) => status === 'CONFIRMED'), { timeout: 30_000 + 2 * REFUSED_MS })
    .toBe(true)
  const published = platform.model.events().map(({ eventId, orderId }) => `${eventId} ${orderId}`)
  await expect.poll(() => published.filter((key) => !kitchen.received.has(key))).toEqual([])
})

it('does not start on a server that reports a commit before it is on the disk', async () => {
  await using postgres = await startPostgres({ synchronous_commit: 'off' })
  const config = relayConfig(postgres.url, { apiUrl: 'x', clientId: 'x', clientSecret: 'x' })
  await expect(prepareDatabase(config, NO_LOG)).rejects.toThrow(UnmetRequirements)
  await expect(prepareDatabase(config, NO_LOG)).rejects.toThrow('synchronous_commit is off')
})

it('requires remote_apply if the server has standbys', async () => {
  await using postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`)
  await client.query('SELECT pg_reload_conf()')
  await expect
    .poll(async () => (await client.query('SHOW synchronous_standby_names')).rows)
    .toEqual([{ synchronous_standby_names: 'standby' }])
  await client.end()
  const config = relayConfig(postgres.url, { apiUrl: 'x', clientId: 'x', clientSecret: 'x' })
  await expect(prepareDatabase(config, NO_LOG)).rejects.toThrow('remote_apply')
})

it('refuses a newer schema and changes nothing', async () => {
  const url = await createDatabase()
  const config = relayConfig(url, { apiUrl: 'x', clientId: 'x', clientSecret: 'x' })
  const db = await prepareDatabase(config, NO_LOG)
  onTestFinished(() => db.close())
  await db.query('INSERT INTO schema_version (version) VALUES (9990)')
  await expect(migrateRelay(db)).rejects.toThrow(NewerSchema)
  await expect(prepareDatabase(config, NO_LOG)).rejects.toThrow(NewerSchema)
})
