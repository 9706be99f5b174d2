import { expect, it } from 'vitest'
import { createDisconnect } from '../../../electron/composition/backend.ts'
import { ok } from '../../../shared/result.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOfSeveral } from './kitchen-of-several.ts'
import { isNew } from './three-connections.ts'
import { threePlatforms } from './three-platforms.ts'

it('disconnecting the kitchen erases the credentials of all platforms, and none is polled after that', async () => {
  const { shops } = await threePlatforms()
  const [casa, rua] = shops
  const kitchen = await kitchenOfSeveral([casa.given, rua.given])
  await kitchen.seen('Rua', rua.place(), 'new', isNew)
  const disconnect = createDisconnect({
    erase: kitchen.kitchen().eraseCredentials,
    eraseAndQuit: () => undefined,
    onDisconnected: kitchen.core().pollNow,
    log: kitchen.kitchen().log,
  })
  expect(await disconnect({ eraseProfile: false })).toEqual(ok({}))
  await eventually('no platform is connected', () =>
    kitchen
      .core()
      .snapshot()
      .freshness.connections?.every(({ state }) => state === 'setup'),
  )
  await kitchen.restart()
  rua.place()
  await eventually('nor after a restart', () =>
    kitchen
      .core()
      .snapshot()
      .freshness.connections?.every(({ state }) => state === 'setup'),
  )
  expect(rua.waiting()).toBe(1)
})
