import { afterEach, beforeEach, expect, it } from 'vitest'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

let kitchen: VirtualKitchen
beforeEach(() => {
  kitchen = startVirtualKitchen()
})
afterEach(() => kitchen.end())

it('the next window gets the last reported places of tickets, also when the crash comes two seconds after the report', async () => {
  expect(kitchen.core().snapshot().places).toBeUndefined()
  expect(kitchen.core().rememberPlaces('{"a":[0,0,1,1]}')).toMatchObject({ ok: true })
  expect(kitchen.core().rememberPlaces('{"a":[1,0,1,1]}')).toMatchObject({ ok: true })
  expect(kitchen.core().snapshot().places).toBe('{"a":[1,0,1,1]}')
  await kitchen.clock.advance(2_000)
  kitchen.crash()
  kitchen.start()
  expect(kitchen.core().snapshot().places).toBe('{"a":[1,0,1,1]}')
})

it('places that did not change are not stored again', () => {
  kitchen.core().rememberPlaces('{}')
  kitchen.databases.ledgerDb.pragma('query_only = ON')
  expect(kitchen.core().rememberPlaces('{}')).toMatchObject({ ok: true })
  kitchen.databases.ledgerDb.pragma('query_only = OFF')
})
