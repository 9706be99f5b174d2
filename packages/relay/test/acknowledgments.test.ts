import { expect, it, onTestFinished } from 'vitest'
import { createMemoryLog } from '../../../test/fixtures/memory-log.ts'
import { startSmallUpstream } from './small-upstream.ts'
import { createDatabase } from './test-database.ts'
import { OPERATOR_PASSWORD, relayConfig, startTestRelay } from './test-relay.ts'

/** As for `expect.poll`: a busy machine is slow. */
const WAIT = { timeout: 20_000 }

async function world() {
  const upstream = await startSmallUpstream()
  const log = createMemoryLog()
  const relay = await startTestRelay(relayConfig(await createDatabase(), upstream), { log })
  onTestFinished(async () => {
    await relay.stop()
    await upstream.close()
  })
  const publish = (...ids: readonly string[]): void =>
    upstream.publish(...ids.map((id) => ({ eventId: id, eventType: 'CREATED', orderId: `o-${id}` })))
  /** The ids of each acknowledgment. */
  const sent = (): readonly (readonly string[])[] =>
    upstream.acknowledgments.map((text) => (JSON.parse(text) as { readonly eventIds: readonly string[] }).eventIds)
  // An event without a kitchen is held back: these are read and claimed.
  await relay.addKitchen('Um', ['m1'])
  const place = (...ids: readonly string[]): void => {
    for (const id of ids)
      upstream.orders.set(`o-${id}`, { id: `o-${id}`, status: 'CREATED', merchant: { id: 'm1', name: 'Loja' } })
    publish(...ids)
  }
  const metrics = async (): Promise<string> => {
    const authorization = `Basic ${Buffer.from(`maria:${OPERATOR_PASSWORD}`).toString('base64')}`
    const answer = await fetch(`http://127.0.0.1:${relay.operatorPort}/metrics`, { headers: { authorization } })
    return answer.text()
  }
  return { upstream, relay, log, place, sent, metrics }
}

it('events that come again after a 2xx are logged and counted, and the form stays as it was configured', async () => {
  const { upstream, log, place, sent, metrics } = await world()
  place('taken')
  await expect.poll(() => upstream.acknowledged, WAIT).toEqual(['taken'])
  upstream.acknowledging = () => ({ status: 202, takes: false })
  place('e1', 'e2')
  const lines = () => log.lines.filter(({ event }) => event === 'acknowledged-events-came-again')
  await expect.poll(() => lines().map(({ fields }) => fields?.count), WAIT).toContain(2)
  await expect.poll(metrics, WAIT).toMatch(/comanda_relay_events_came_again_total\{upstream="chain"\} [2-9]/)
  // More rounds of the same change nothing.
  const rounds = sent().length
  await expect.poll(() => sent().length, WAIT).toBeGreaterThan(rounds + 2)
  expect(
    sent()
      .flat()
      .every((id) => ['taken', 'e1', 'e2'].includes(id)),
  ).toBe(true)
})

it('an id that is refused alone delays no other, and rests although it is delivered with every poll', async () => {
  const { upstream, relay, place, sent } = await world()
  upstream.acknowledging = (ids) => ({ status: ids.includes('bad') ? 400 : 202, takes: true })
  place('e1', 'bad', 'e2')
  await expect.poll(() => upstream.acknowledged.toSorted(), WAIT).toEqual(['e1', 'e2'])
  const polls = () => upstream.requests.filter((request) => request.includes('polling')).length
  const before = polls()
  await expect.poll(polls, WAIT).toBeGreaterThan(before + 10)
  place('e3')
  await expect.poll(() => upstream.acknowledged.toSorted(), WAIT).toEqual(['e1', 'e2', 'e3'])
  expect(sent().filter((ids) => ids.includes('bad') && ids.length === 1)).toHaveLength(1)
  expect(await relay.db.query(`SELECT refused_with FROM event WHERE event_key = 'bad'`)).toEqual([
    { refused_with: 400 },
  ])
})

it('403 for the events of one establishment delays no other', async () => {
  const { upstream, place } = await world()
  upstream.acknowledging = (ids) => ({ status: ids.includes('theirs') ? 403 : 202, takes: true })
  // An event that comes again before its acknowledgment was answered is acknowledged again.
  place('theirs', 'e1', 'e2')
  await expect.poll(() => new Set(upstream.acknowledged), WAIT).toEqual(new Set(['e1', 'e2']))
  place('e3')
  await expect.poll(() => new Set(upstream.acknowledged), WAIT).toEqual(new Set(['e1', 'e2', 'e3']))
})

it('ids that the platform no longer has, after a crash, are given up with few calls, and new events are acknowledged', async () => {
  const { upstream, relay, place, sent } = await world()
  upstream.acknowledging = () => ({ status: 503, takes: false })
  const old = Array.from({ length: 60 }, (_, index) => `old${index}`)
  place(...old)
  await expect.poll(() => relay.db.query(`SELECT id FROM event WHERE state = 'routed'`), WAIT).toHaveLength(old.length)
  upstream.forget()
  const before = sent().length
  upstream.acknowledging = (ids) => ({ status: ids.some((id) => id.startsWith('old')) ? 404 : 202, takes: true })
  await expect.poll(() => relay.db.query('SELECT id FROM event WHERE acknowledged_at IS NULL'), WAIT).toEqual([])
  place('new')
  await expect.poll(() => upstream.acknowledged, WAIT).toEqual(['new'])
  expect(sent().length - before).toBeLessThan(20)
})
