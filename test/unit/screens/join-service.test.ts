import { expect, it } from 'vitest'
import { createJoinService } from '../../../electron/screens/pairing/join-service.ts'
import { type MainComputerStore, readMainAddress } from '../../../electron/screens/pairing/main-computer.ts'
import { createMemoryStore } from '../../../electron/secrets/secret-store.ts'
import { fail } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

it.each([
  ['192.168.0.10', { host: '192.168.0.10', port: 47_180 }],
  [' 192.168.0.10:5000 ', { host: '192.168.0.10', port: 5_000 }],
  ['Caixa-1.local', { host: 'Caixa-1.local', port: 47_180 }],
])('the address %j is accepted', (text, address) => {
  expect(readMainAddress(text)).toEqual(address)
})

it.each(['', 'https://192.168.0.10', '192.168.0.10:0', '192.168.0.10:70000', 'a b', '-a', '[::1]', 'caixa:'])(
  '%j is not accepted as an address',
  (text) => {
    expect(readMainAddress(text)).toBeUndefined()
  },
)

function service(store = createMemoryStore()) {
  const kept: (string | undefined)[] = []
  const joined: MainComputerStore = { mainComputer: () => kept.at(-1), saveMainComputer: (text) => kept.push(text) }
  let restarts = 0
  const { join, openJoined } = createJoinService({
    store,
    account: 'a',
    joined,
    restart: () => {
      restarts += 1
    },
    log: createMemoryLog(),
  })
  return { join, openJoined, kept, restarts: () => restarts }
}

it('a keychain that cannot store the key is reported before anything is sent', async () => {
  const { join } = service({ ...createMemoryStore(), read: async () => fail('locked', 'locked') })
  const answer = await join({ address: '127.0.0.1:1', code: '123456', name: 'Balcão' })
  expect(answer).toEqual({ ok: true, value: { outcome: 'keychain' } })
})

it('the program restarts as a screen only when a person opens it, and only after it has joined', () => {
  const { openJoined, kept, restarts } = service()
  expect(openJoined()).toMatchObject({ ok: false, code: 'not-allowed' })
  kept.push('{}')
  expect(restarts()).toBe(0)
  expect(openJoined()).toMatchObject({ ok: true })
  expect(restarts()).toBe(1)
})
