import { describe, expect, it } from 'vitest'
import type { Connection } from '../../../electron/platform/connection.ts'
import { readCredentials, writeCredentials } from '../../../electron/secrets/credentials.ts'
import { createMemoryStore, type SecretStore } from '../../../electron/secrets/secret-store.ts'
import { createConnectionKeeper } from '../../../electron/secrets/stored-connection.ts'
import { ok } from '../../../shared/result.ts'

const CREDENTIALS: Connection = {
  apiUrl: 'https://api.example.test/hash/od/v2',
  clientId: 'client',
  clientSecret: 'secret "quoted" ção',
  scope: 'od.orders',
}

describe('credentials', () => {
  it.each([
    'not JSON',
    '',
    'null',
    '[]',
    '"text"',
    '{}',
    JSON.stringify({ ...CREDENTIALS, clientSecret: '' }),
    JSON.stringify({ ...CREDENTIALS, apiUrl: 7 }),
    '\u0000\uffff',
  ])('are reported as garbled when the entry is %j', async (entry) => {
    const store = createMemoryStore()
    await store.write('a', entry)
    const result = await readCredentials(store, 'a')
    expect(result).toMatchObject({ ok: false, code: 'garbled' })
    expect(JSON.stringify(result)).not.toContain(CREDENTIALS.clientSecret)
  })

  it('are not counted as stored when the keychain returns another value', async () => {
    const store: SecretStore = { ...createMemoryStore(), read: async () => ok('something else') }
    expect(await writeCredentials(store, 'a', CREDENTIALS)).toMatchObject({ ok: false, code: 'failing' })
  })
})

describe('connection keeper', () => {
  const keeperOn = (store: SecretStore) => {
    let at = 0
    let reads = 0
    const counting: SecretStore = {
      ...store,
      read: (account) => {
        reads += 1
        return store.read(account)
      },
    }
    const keeper = createConnectionKeeper({ store: counting, account: 'a', monotonicNow: () => at })
    const pass = (ms: number) => {
      at += ms
    }
    return { keeper, reads: () => reads, pass }
  }

  it('reads the keychain once, also for many callers at the same time', async () => {
    const store = createMemoryStore()
    await writeCredentials(store, 'a', CREDENTIALS)
    const { keeper, reads } = keeperOn(store)
    const answers = await Promise.all(Array.from({ length: 20 }, () => keeper.connection()))
    expect(answers).toEqual(answers.map(() => ok(CREDENTIALS)))
    await keeper.connection()
    expect(reads()).toBe(1)
  })

  it('distinguishes absent from unreadable credentials, until the keychain returns some', async () => {
    const { keeper } = keeperOn(createMemoryStore())
    expect(await keeper.connection()).toMatchObject({ ok: false, code: 'not-configured' })
    keeper.use(CREDENTIALS)
    expect(await keeper.connection()).toEqual(ok(CREDENTIALS))
    const garbled = createMemoryStore()
    await garbled.write('a', 'garbage')
    expect(await keeperOn(garbled).keeper.connection()).toMatchObject({ ok: false, code: 'keychain-garbled' })
  })

  it('prefers the credentials of the set-up to those of a keychain that answers late', async () => {
    const late = Promise.withResolvers<undefined>()
    const { keeper } = keeperOn({
      ...createMemoryStore(),
      read: async () => {
        await late.promise
        return ok(undefined)
      },
    })
    const asked = keeper.connection()
    keeper.use(CREDENTIALS)
    late.resolve(undefined)
    expect(await asked).toEqual(ok(CREDENTIALS))
  })
})
