import { expect, it } from 'vitest'
import { parseEvent } from '../../shared/event.ts'
import { startRecordedPlatform } from '../fixtures/rehearsal/recorded-platform.ts'
import { realClient, SIGNAL } from '../integration/platform/real-client.ts'
import { createDatabase } from './test-database.ts'
import { relayConfig, startTestRelay } from './test-relay.ts'

it('delivers an order from the chain’s queue to its kitchen, and the tap to the platform', async () => {
  const platform = await startRecordedPlatform({
    merchants: [
      { id: 'm1', name: 'Um' },
      { id: 'm2', name: 'Dois' },
    ],
  })
  await using relay = await startTestRelay(relayConfig(await createDatabase(), platform))
  const one = realClient(await relay.addKitchen('Um', ['m1']))
  const two = realClient(await relay.addKitchen('Dois', ['m2']))
  const { id } = platform.place({ merchantId: 'm1' })
  await expect.poll(() => one.poll(SIGNAL)).toMatchObject({ kind: 'events', events: [{ orderId: id }] })
  expect(await two.poll(SIGNAL)).toEqual({ kind: 'events', events: [] })
  expect(await two.readOrder(id, SIGNAL)).toMatchObject({ kind: 'refused', status: 403 })
  expect(await one.readOrder(id, SIGNAL)).toMatchObject({ kind: 'order', body: { id } })
  expect(await one.act({ orderId: id, action: 'confirm' }, SIGNAL)).toEqual({ kind: 'accepted', status: 202 })
  expect(platform.order(id)?.status).toBe('CONFIRMED')
  const again = await one.poll(SIGNAL)
  const events = (again.kind === 'events' ? again.events : []).flatMap((raw) => {
    const parsed = parseEvent(raw)
    return parsed.ok ? [parsed.event] : []
  })
  expect(await one.acknowledge(events, SIGNAL)).toEqual({ kind: 'acknowledged' })
  await expect.poll(() => platform.model.pending(platform.clientId)).toEqual([])
  expect(platform.requestLog.violations()).toEqual([])
  await platform.close()
})
