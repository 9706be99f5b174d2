import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readJoinedStation } from '../../../electron/pairing/joined-station.ts'
import { openMdns } from '../../../electron/pairing/mdns.ts'
import { openRoleFile } from '../../../electron/storage/role-file.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { type PairedKitchen, startPairedKitchen } from '../../fixtures/paired-kitchen.ts'
import { startStation } from '../../fixtures/paired-link.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const
/** The search begins after ten seconds without the station. */
const FOUND_WITHIN_MS = 40_000

let world: PairedKitchen
afterEach(() => world.end())

const keptAddress = (name: string) => readJoinedStation(openRoleFile(join(world.folder, name)))

it('a screen finds its station on the network at another address, keeps it, and sends its tap', async () => {
  const port = 20_000 + randomInt(20_000)
  const log = createMemoryLog()
  world = await startPairedKitchen({}, () => openMdns(log, port))
  const pass = await world.join('Passe')
  const { id } = world.platform.place(DELIVERY)
  await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
  const before = keptAddress('Passe')
  expect(before).toMatchObject({ host: '127.0.0.1', port: world.line.port })

  // There is no answer at the known address any more.
  await world.line.close()
  const trouble = () => pass.core.station.snapshot().freshness.trouble
  await eventually('away', () => trouble() === 'station-away')
  expect(await pass.calls['order:act']({ orderId: id, action: 'confirm' })).toMatchObject({ ok: true })
  await eventually('the search', () => trouble() === 'station-sought', FOUND_WITHIN_MS)
  await eventually('found', () => pass.core.station.snapshot().freshness.state === 'fresh', FOUND_WITHIN_MS)
  await pass.seen(id, 'confirmed', ({ tap }) => tap?.truth === 'confirmed')
  expect(world.platform.requestLog.postsFor(id, 'confirm')).toHaveLength(1)
  expect(keptAddress('Passe')).toEqual({ ...before, host: expect.any(String), port: world.screens.port() })
})

it('a typed address is stored only when the paired station answers there', async () => {
  world = await startPairedKitchen()
  const pass = await world.join('Passe')
  const stranger = await startStation({ host: '127.0.0.2' })
  const { calls } = pass
  const movedTo = async (address: string) => calls['screens:move']({ address })
  const outcome = (is: string) => ({ ok: true, value: { outcome: is } })
  expect(await calls['screens:joined'](null)).toMatchObject({
    ok: true,
    value: { address: `127.0.0.1:${world.line.port}` },
  })
  await world.line.close()
  expect(await movedTo('http://127.0.0.1/')).toEqual(outcome('bad-address'))
  expect(await movedTo('127.0.0.9:1')).toEqual(outcome('unreachable'))
  expect(await movedTo(`127.0.0.2:${stranger.address.port}`)).toEqual(outcome('wrong-station'))
  expect(keptAddress('Passe')).toMatchObject({ host: '127.0.0.1', port: world.line.port })
  expect(stranger.channels).toHaveLength(0)
  await stranger.listener.stop()

  const now = `127.0.0.1:${world.screens.port()}`
  expect(await movedTo(now)).toEqual(outcome('moved'))
  await eventually('reached', () => pass.core.station.snapshot().freshness.state === 'fresh')
  expect(keptAddress('Passe')).toMatchObject({ host: '127.0.0.1', port: world.screens.port() })
})
