import { expect, it } from 'vitest'
import { createDeviceRegistry, MAX_DEVICES } from '../../../electron/screens/pairing/device-registry.ts'
import type { Fingerprint } from '../../../electron/screens/pairing/identity.ts'
import { memoryDevices } from '../../fixtures/paired-link.ts'

const key = (count: number): Fingerprint => count.toString(16).padStart(64, '0') as Fingerprint

it('the next run reads the stored list', () => {
  const store = memoryDevices()
  const before = createDeviceRegistry(store, () => 5)
  const device = before.add('Balcão', key(1))
  before.recordSeen(device?.id ?? '')
  expect(createDeviceRegistry(store, () => 6).byKey(key(1))).toEqual({
    id: device?.id,
    name: 'Balcão',
    key: key(1),
    pairedAt: 5,
    lastSeenAt: 5,
  })
})

it('an unreadable entry admits no screen, and the other entries stay', () => {
  const store = memoryDevices()
  createDeviceRegistry(store, () => 5).add('Balcão', key(1))
  const [good] = JSON.parse(store.get() ?? '') as unknown[]
  store.set(JSON.stringify([{ id: 'x', name: 'x', key: 'abc', pairedAt: 1 }, good, 7]))
  expect(createDeviceRegistry(store, () => 6).list()).toEqual([good])
  store.set('{')
  expect(createDeviceRegistry(store, () => 6).list()).toEqual([])
})

it('the list has a maximum length, and a known key is still accepted when the list is full', () => {
  const registry = createDeviceRegistry(memoryDevices(), () => 5)
  for (let count = 0; count < MAX_DEVICES; count += 1) expect(registry.add(`${count}`, key(count))).toBeDefined()
  expect(registry.add('one more', key(MAX_DEVICES))).toBeUndefined()
  expect(registry.add('again', key(0))?.name).toBe('again')
})

it('a change that cannot be written has no effect', () => {
  const store = memoryDevices()
  const registry = createDeviceRegistry(
    {
      ...store,
      set: () => {
        throw new Error('disk full')
      },
    },
    () => 5,
  )
  expect(() => registry.add('Balcão', key(1))).toThrow('disk full')
  expect(registry.list()).toEqual([])
})

it('each screen has a name of its own, also one that is paired again, renamed, or has a long name', () => {
  const registry = createDeviceRegistry(memoryDevices(), () => 5)
  const long = 'x'.repeat(40)
  const names = ['Balcão', 'balcao', 'BALCÃO', long, long].map((name, at) => registry.add(name, key(at))?.name)
  expect(names).toEqual(['Balcão', 'balcao 2', 'BALCÃO 3', long, `${'x'.repeat(38)} 2`])
  expect(registry.add('Balcão', key(0))?.name).toBe('Balcão')
  const { id = '' } = registry.byKey(key(1)) ?? {}
  const duty = { role: 'pass', station: '' } as const
  expect(registry.change(id, 'Balcão', duty)).toBe(true)
  expect(registry.byKey(key(1))?.name).toBe('Balcão 2')
  expect(registry.change('unknown', 'Passe', duty)).toBe(false)

  const store = memoryDevices()
  const twice = [1, 2].map((id) => ({ id: `${id}`, name: 'Caixa', key: key(id), pairedAt: 1 }))
  store.set(JSON.stringify(twice))
  expect(
    createDeviceRegistry(store, () => 6)
      .list()
      .map(({ name }) => name),
  ).toEqual(['Caixa', 'Caixa 2'])
})

it('a changed use is kept until the screen has applied this change, not an earlier one', () => {
  const store = memoryDevices()
  const registry = createDeviceRegistry(store, () => 5)
  const id = registry.add('Balcão', key(1))?.id ?? ''
  const use = { role: 'all', station: '', rings: true } as const
  registry.recordUse(id, use)
  registry.change(id, 'Chapa', { role: 'prep', station: 'Chapa' })
  const first = registry.assignment(id)?.wanted?.id
  registry.change(id, 'Chapa', { role: 'prep', station: 'Bebidas' })
  registry.recordUse(id, { ...use, role: 'prep', station: 'Chapa' }, first)
  const wanted = createDeviceRegistry(store, () => 6).assignment(id)?.wanted
  expect(wanted).toMatchObject({ role: 'prep', station: 'Bebidas' })
  registry.recordUse(id, { ...use, role: 'prep', station: 'Bebidas' }, wanted?.id)
  expect(registry.assignment(id)?.wanted).toBeUndefined()
})
