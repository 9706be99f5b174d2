import { expect, it, onTestFinished } from 'vitest'
import { startRecordedPlatform } from '../../../test/fixtures/platform/recorded-platform.ts'
import { realClient, SIGNAL } from '../../../test/integration/platform/real-client.ts'
import { type Database, openRelayDatabase } from '../database/database.ts'
import { storeEvents } from '../inbound/event-store.ts'
import { readIncoming } from '../inbound/incoming.ts'
import { lockAsHolder, StaleLease } from '../inbound/lease.ts'
import { createDatabase } from './test-database.ts'
import { relayConfig, startTestRelay, UPSTREAM } from './test-relay.ts'

/** Longer than a busy machine delays the renewal of a lease. */
const LEASE_SECONDS = 20
const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The lease of a running process is renewed, and not taken over: the others would take it at its end. */
async function expectRenewal(db: Database): Promise<void> {
  const fencing = async () => await db.query('SELECT holder, fencing FROM upstream')
  const held = await fencing()
  // As text, because a Date loses the microseconds.
  const [before] = await db.query<{ end: string }>('SELECT lease_until::text AS end FROM upstream')
  const isLater = () => db.query('SELECT lease_until > $1 AS "isLater" FROM upstream', [before?.end])
  await expect.poll(isLater, { timeout: 120_000 }).toEqual([{ isLater: true }])
  expect(await fencing()).toEqual(held)
}

it('one of three relays polls; the next takes over when it stops, and all serve kitchens', async () => {
  const platform = await startRecordedPlatform({})
  onTestFinished(() => platform.close())
  const config = relayConfig(
    await createDatabase(),
    { ...platform, pollIntervalSeconds: 0.03 },
    { leaseSeconds: LEASE_SECONDS },
  )
  const first = await startTestRelay(config)
  const relays = [first, await startTestRelay(config), await startTestRelay(config)]
  onTestFinished(async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
  })
  const kitchen = await first.addKitchen('A', ['loja-pinheiros'])
  for (let stopped = 0; stopped < 2; stopped += 1) {
    const { id } = platform.place()
    for (const relay of relays) {
      const client = realClient({ ...kitchen, apiUrl: relay.apiUrl })
      await expect.poll(async () => JSON.stringify(await client.poll(SIGNAL))).toContain(id)
    }
    if (stopped === 0) await expectRenewal(first.db)
    const polls = platform.requestLog.requestsTo('poll').length
    await relays.shift()?.stop()
    await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(polls + 3)
  }
  expect(platform.requestLog.violations()).toEqual([])
})

it('a write under a lost lease changes nothing, even when the lease is lost during the write', async () => {
  const platform = await startRecordedPlatform({})
  onTestFinished(() => platform.close())
  const url = await createDatabase()
  const relay = await startTestRelay(relayConfig(url, platform))
  await relay.addKitchen('A', ['loja-pinheiros'])
  await relay.stop()
  const db = openRelayDatabase({ url, poolSize: 4, statementTimeoutMs: 5_000 }, NO_LOG)
  onTestFinished(() => db.close())
  const takeLease = async (holder: string): Promise<number> => {
    const [row] = await db.query<{ fencing: number }>(
      'UPDATE upstream SET holder = $1, fencing = fencing + 1, lease_until = now() RETURNING fencing',
      [holder],
    )
    return row?.fencing ?? 0
  }
  const event = readIncoming({ eventId: 'e1', eventType: 'CREATED', orderId: 'o1', createdAt: '' })
  const store = (holder: string, fencing: number, meanwhile = () => Promise.resolve()) =>
    db.transaction(async (on) => {
      await lockAsHolder(on, UPSTREAM, holder, fencing)
      await meanwhile()
      return storeEvents(on, UPSTREAM, [event], { pollAgeMs: 0 })
    })
  const count = async () => (await db.query('SELECT id FROM event')).length

  const oldFencing = await takeLease('first holder')
  const newFencing = await takeLease('second holder')
  await expect(store('first holder', oldFencing)).rejects.toThrow(StaleLease)
  expect(await count()).toBe(0)

  // The new holder waits for the transaction that locks the row. This transaction is committed, the next one is refused.
  const order: string[] = []
  let takeover: Promise<unknown> = Promise.resolve()
  await store('second holder', newFencing, async () => {
    takeover = takeLease('third holder').then(() => order.push('taken'))
    const waiting = () =>
      db.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND state = 'active'`,
      )
    await expect.poll(waiting).toHaveLength(1)
    order.push('stored')
  })
  await takeover
  expect(order).toEqual(['stored', 'taken'])
  expect(await count()).toBe(1)
  await expect(store('second holder', newFencing)).rejects.toThrow(StaleLease)
})

it('assigns sequence numbers in the order of the commits', async () => {
  const platform = await startRecordedPlatform({})
  onTestFinished(() => platform.close())
  const relay = await startTestRelay(relayConfig(await createDatabase(), platform))
  onTestFinished(() => relay.stop())
  await relay.addKitchen('A', ['loja-pinheiros'])
  let highest = 0
  const watch = async (): Promise<boolean> => {
    const rows = await relay.db.query<{ seq: number }>('SELECT seq FROM delivery ORDER BY seq')
    const seqs = rows.map(({ seq }) => seq)
    // A number that is committed late would belong to an event that a reader has already skipped.
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    highest = seqs.at(-1) ?? 0
    return highest >= 120
  }
  for (let count = 0; count < 120; count += 1) {
    platform.place()
    if (count % 10 === 0) await watch()
  }
  await expect.poll(watch).toBe(true)
})
