import { expect, it } from 'vitest'
import { createDeviceRegistry } from '../../../electron/screens/pairing/device-registry.ts'
import type { Fingerprint } from '../../../electron/screens/pairing/identity.ts'
import { createPairingSession } from '../../../electron/screens/pairing/pairing-session.ts'
import { createScreensService, type PairedScreensPort } from '../../../electron/screens/screens-page.ts'
import { fail, ok } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { memoryDevices } from '../../fixtures/paired-link.ts'

function open(
  choices: {
    port?: number
    hasSeveral?: boolean
    opening?: Awaited<ReturnType<PairedScreensPort['openPairing']>>
  } = {},
) {
  const { port = 47_180, opening = ok(null) } = choices
  const session = createPairingSession(
    () => 0,
    () => '123456',
  )
  const devices = createDeviceRegistry(memoryDevices(), () => 5)
  let isLockOpen = true
  const screens: PairedScreensPort = {
    session,
    devices,
    async openPairing() {
      session.open()
      return opening
    },
    port: () => (opening.ok ? port : undefined),
    connected: () => devices.list().map(({ id }) => id),
  }
  const begun: string[] = []
  const service = createScreensService({
    screens: () => screens,
    handOver: { state: () => undefined, begin: (to) => void begun.push(to), takeBack: () => false },
    hasSeveral: () => choices.hasSeveral === true,
    restart: () => undefined,
    isOpen: () => isLockOpen,
    lanAddresses: () => ['192.168.0.10'],
    log: createMemoryLog(),
  })
  return { service, devices, begun, lock: () => (isLockOpen = false) }
}

it('the service returns the code, and the address without the default port', async () => {
  const { service } = open()
  expect(await service['screens:open-pairing']()).toMatchObject({
    ok: true,
    value: { state: 'listening', addresses: ['192.168.0.10'], pairing: { state: 'open', code: '123456' } },
  })
  expect(service['screens:stop-pairing']()).toMatchObject({
    value: { pairing: { state: 'closed', ending: { kind: 'stopped' } } },
  })
})

it.each([
  ['keychain', 'locked'],
  ['port', 'port'],
] as const)(
  'the service returns no code when the main computer does not listen, and gives the reason: %s',
  async (trouble, code) => {
    const { service } = open({ opening: fail(code, 'no') })
    expect(await service['screens:open-pairing']()).toMatchObject({
      value: { state: 'off', trouble, addresses: [], pairing: { state: 'closed' } },
    })
  },
)

it('the service lists screens without their keys, and removes one', () => {
  const { service, devices } = open()
  const device = devices.add('Balcão', 'a'.repeat(64) as Fingerprint)
  const { key: _, ...shown } = device ?? { key: '' }
  expect(service['screens:status']()).toMatchObject({ value: { screens: [{ ...shown, isConnected: true }] } })
  expect(JSON.stringify(service['screens:status']())).not.toContain('aaaa')
  expect(service['screens:revoke']({ id: device?.id ?? '' })).toMatchObject({ value: { screens: [] } })
})

it('the service refuses all calls while the PIN locks', async () => {
  const { service, lock } = open()
  await service['screens:open-pairing']()
  lock()
  expect(service['screens:status']()).toMatchObject({ ok: false, code: 'locked' })
})

it.each([false, true])('the role stays at the main computer of several connections: %s', (hasSeveral) => {
  const { service, devices, begun } = open({ hasSeveral })
  devices.add('Passe', 'key' as Fingerprint)
  const [screen] = devices.list()
  const answer = service['screens:hand-over']({ id: screen?.id ?? '' })
  expect([answer.ok, begun]).toEqual(hasSeveral ? [false, []] : [true, ['key']])
  const status = service['screens:status']()
  expect(status.ok && status.value.keepsRole).toBe(hasSeveral ? 'several-connections' : undefined)
})
