import { afterEach, beforeEach, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const INTERVAL_MS = 1_000

let kitchen: VirtualKitchen
beforeEach(() => {
  kitchen = startVirtualKitchen({ settings: { pollIntervalSeconds: 1 } })
})
afterEach(() => kitchen.end())

const trouble = () => kitchen.core().snapshot().freshness.trouble
const takesWrites = (does: boolean) => kitchen.databases.ledgerDb.pragma(`query_only = ${does ? 'OFF' : 'ON'}`)

it('a storage that refuses writes is reported within two polls, also without orders, and only while it refuses', async () => {
  await kitchen.advance(5 * INTERVAL_MS)
  expect(trouble()).toBeUndefined()
  takesWrites(false)
  await kitchen.advance(2 * INTERVAL_MS)
  expect(trouble()).toBe('storage-read-only')
  takesWrites(true)
  await kitchen.advance(2 * INTERVAL_MS)
  expect(trouble()).toBeUndefined()
})
