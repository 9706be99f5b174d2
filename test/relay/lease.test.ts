import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../relay/database/database.ts'
import { storeEvents } from '../../relay/inbound/inbox.ts'
import { readIncoming } from '../../relay/inbound/incoming.ts'
import { lockAsHolder, StaleLease } from '../../relay/inbound/lease.ts'
import { startRehearsalPlatform } from '../fixtures/rehearsal/platform.ts'
import { realClient, SIGNAL } from '../integration/platform/real-client.ts'
import { aDatabase } from './a-database.ts'
import { aRelay, relayConfig, UPSTREAM } from './a-relay.ts'

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

it('one of three relays polls; the next takes over when it stops, and all serve kitchens', async () => {
  const platform = await startRehearsalPlatform({})
  onTestFinished(() => platform.close())
  const config = relayConfig(await aDatabase(), { ...platform, pollIntervalSeconds: 0.03 }, { leaseSeconds: 1 })
  const relays = [await aRelay(config), await aRelay(config), await aRelay(config)]
  onTestFinished(async () => {
    await Promise.all(relays.map((relay) => relay.stop()))
  })
  const [first] = relays
  const kitchen = await first?.addKitchen('A', ['loja-pinheiros'])
  const holders = new Set<string>()
  for (let stopped = 0; stopped < 2; stopped += 1) {
    const { id } = platform.place()
    for (const relay of relays) {
      const client = realClient({ ...kitchen, apiUrl: relay.apiUrl })
      await expect.poll(async () => JSON.stringify(await client.poll(SIGNAL))).toContain(id)
    }
    const [row] = (await relays[0]?.db.query<{ holder: string }>('SELECT holder FROM upstream')) ?? []
    holders.add(row?.holder ?? '')
    // A lease of a living process is not taken over, neither early nor at its end.
    const fencing = async () => (await relays[0]?.db.query('SELECT fencing FROM upstream')) ?? []
    const held = await fencing()
    const before = platform.requestLog.requestsTo('poll').length
    await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(before + 40)
    expect(await fencing()).toEqual(held)
    const polls = platform.requestLog.requestsTo('poll').length
    await relays.shift()?.stop()
    await expect.poll(() => platform.requestLog.requestsTo('poll').length).toBeGreaterThan(polls + 3)
  }
  expect(platform.requestLog.violations()).toEqual([])
})

it('a write under a lost lease changes nothing, even when the lease is lost during the write', async () => {
  const platform = await startRehearsalPlatform({})
  onTestFinished(() => platform.close())
  const url = await aDatabase()
  const relay = await aRelay(relayConfig(url, platform))
  await relay.addKitchen('A', ['loja-pinheiros'])
  await relay.stop()
  const db = openDatabase({ url, poolSize: 4, statementTimeoutMs: 5_000 }, SILENT)
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
      return storeEvents(on, UPSTREAM, [event], 'poll')
    })
  const count = async () => (await db.query('SELECT id FROM event')).length

  const old = await takeLease('slow')
  const young = await takeLease('thief')
  await expect(store('slow', old)).rejects.toThrow(StaleLease)
  expect(await count()).toBe(0)

  // The new holder waits for the transaction that locks the row. This transaction is complete, the next one is refused.
  const order: string[] = []
  let stolen: Promise<unknown> = Promise.resolve()
  await store('thief', young, async () => {
    stolen = takeLease('another').then(() => order.push('stolen'))
    await sleep(150)
    order.push('stored')
  })
  await stolen
  expect(order).toEqual(['stored', 'stolen'])
  expect(await count()).toBe(1)
  await expect(store('thief', young)).rejects.toThrow(StaleLease)
})

it('assigns sequence numbers in the order of the commits', async () => {
  const platform = await startRehearsalPlatform({})
  onTestFinished(() => platform.close())
  const relay = await aRelay(relayConfig(await aDatabase(), platform))
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
