import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readMainComputer } from '../../../electron/screens/pairing/main-computer.ts'
import { openRoleFile } from '../../../electron/storage/role-file.ts'
import { type PairedKitchen, startPairedKitchen } from '../../fixtures/paired-kitchen.ts'
import { startMain } from '../../fixtures/paired-link.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

let world: PairedKitchen
afterEach(() => world.end())

const keptAddress = (name: string) => readMainComputer(openRoleFile(join(world.folder, name)))

it('a typed address is stored only when the paired main computer answers there', async () => {
  world = await startPairedKitchen()
  const pass = await world.join('Passe')
  const stranger = await startMain({ host: '127.0.0.2' })
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
  await eventually('reached', () => pass.backend.core.snapshot().freshness.state === 'fresh')
  expect(keptAddress('Passe')).toMatchObject({ host: '127.0.0.1', port: world.screens.port() })
})
