import { expect, it } from 'vitest'
import { createDeviceRegistry, MAX_DEVICES } from '../../../electron/pairing/device-registry.ts'
import type { Fingerprint } from '../../../electron/pairing/identity.ts'
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
  const [good] = JSON.parse(store.devices() ?? '') as unknown[]
  store.saveDevices(JSON.stringify([{ id: 'x', name: 'x', key: 'abc', pairedAt: 1 }, good, 7]))
  expect(createDeviceRegistry(store, () => 6).list()).toEqual([good])
  store.saveDevices('{')
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
      saveDevices: () => {
        throw new Error('disk full')
      },
    },
    () => 5,
  )
  expect(() => registry.add('Balcão', key(1))).toThrow('disk full')
  expect(registry.list()).toEqual([])
})
