import { expect, it } from 'vitest'
import { createDisconnect } from '../../../electron/composition/backend.ts'
import { fail, ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

function setUp(isRefused = false) {
  const steps: string[] = []
  const disconnect = createDisconnect({
    async erase() {
      steps.push('keychain')
      return isRefused ? fail('locked' as const, 'no') : ok(null)
    },
    eraseAndQuit: () => void steps.push('profile'),
    onDisconnected: () => void steps.push('reported'),
    log: createMemoryLog(),
  })
  return { disconnect, steps }
}

it('disconnecting erases the credentials, and erases the profile only on request', async () => {
  const first = setUp()
  expect(await first.disconnect({ eraseProfile: false })).toEqual(ok({}))
  expect(first.steps).toEqual(['keychain', 'reported'])
  const second = setUp()
  expect(await second.disconnect({ eraseProfile: true })).toEqual(ok({}))
  expect(second.steps).toEqual(['keychain', 'reported', 'profile'])
})

it('disconnecting erases nothing when the keychain refuses', async () => {
  const { disconnect, steps } = setUp(true)
  expect(await disconnect({ eraseProfile: true })).toEqual(ok({ trouble: 'locked' }))
  expect(steps).toEqual(['keychain'])
})
