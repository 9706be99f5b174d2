import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountOf } from '../../../electron/secrets/credentials.ts'
import { openProvisionFile, type ProvisionedConnection } from '../../../electron/secrets/provision.ts'
import {
  createMemoryStore,
  SECRET_TROUBLES,
  type SecretStore,
  type SecretTrouble,
} from '../../../electron/secrets/secret-store.ts'
import { openStoredConnection, type ProvisionReport } from '../../../electron/secrets/stored-connection.ts'
import { fail } from '../../../shared/result.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const CREDENTIALS = {
  apiUrl: 'https://orders.example/canary-hash/od/v2',
  clientId: 'app',
  clientSecret: 'canary-secret',
}
const CONTENT = JSON.stringify({ ...CREDENTIALS, settings: { pollIntervalSeconds: 7 } })

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-provision-'))
  file = join(folder, 'provision.json')
  writeFileSync(file, CONTENT)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A keychain that refuses every call while `state.trouble` is set. */
function refusingStore() {
  const inner = createMemoryStore()
  const state: { trouble: SecretTrouble | undefined; writes: number } = { trouble: undefined, writes: 0 }
  const store: SecretStore = {
    ...inner,
    read: (account) => (state.trouble ? Promise.resolve(fail(state.trouble, 'no')) : inner.read(account)),
    write: (account, secret) => {
      state.writes += 1
      return state.trouble ? Promise.resolve(fail(state.trouble, 'no')) : inner.write(account, secret)
    },
  }
  return { store, state }
}

function open(store: SecretStore, provisionFile: string | undefined) {
  const log = createMemoryLog()
  const clock = { at: 0 }
  const reports: ProvisionReport[] = []
  const onFile = (report: ProvisionReport): void => {
    reports.push(report)
  }
  const parts = { profile: folder, provisionFile, store, now: () => clock.at, log, onFile }
  return { log, clock, reports, ...openStoredConnection(parts) }
}

it('connections of a file whose secrets cannot be erased are made known at once: their credentials are stored', async () => {
  writeFileSync(
    file,
    JSON.stringify({ connections: [CREDENTIALS, { ...CREDENTIALS, clientId: 'other', name: 'Rua' }] }),
  )
  const known: (readonly ProvisionedConnection[])[] = []
  const parts = {
    profile: folder,
    provisionFile: file,
    store: createMemoryStore(),
    now: () => 0,
    log: createMemoryLog(),
    onConnections: (connections: readonly ProvisionedConnection[]) => void known.push(connections),
    open: async (path: string) => ({
      ...(await openProvisionFile(path)),
      overwrite: () => Promise.reject(new Error('EIO')),
    }),
  }
  await expect(openStoredConnection(parts).connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
  expect(known).toMatchObject([[{ slot: 1 }, { slot: 2, name: 'Rua', isNew: true }]])
})

describe('openStoredConnection', () => {
  it('reads a file, erases its secret, and applies its settings once', async () => {
    const { store } = refusingStore()
    const first = open(store, file)
    await expect(first.connection()).resolves.toEqual({ ok: true, value: { ...CREDENTIALS, scope: 'od.orders' } })
    await expect(first.settings).resolves.toEqual({ pollIntervalSeconds: 7 })
    expect(readFileSync(file, 'utf8')).not.toContain('canary')
    expect(JSON.stringify(first.log.lines)).not.toContain('canary')

    const second = open(store, file)
    await expect(second.connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
    await expect(second.settings).resolves.toBeUndefined()

    const third = open(store, undefined)
    await expect(third.connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
    await expect(third.settings).resolves.toBeUndefined()
  })

  it.each(SECRET_TROUBLES)(
    'leaves the file unchanged while the keychain is %s, and reads it afterwards',
    async (trouble) => {
      const { store, state } = refusingStore()
      state.trouble = trouble
      const { connection, settings, clock, log } = open(store, file)
      const answer = await connection()
      expect(answer).toMatchObject({
        ok: false,
        code: `keychain-${trouble}`,
      })
      expect(readFileSync(file, 'utf8')).toBe(CONTENT)
      expect(JSON.stringify([answer, log.lines])).not.toContain('canary')

      state.trouble = undefined
      clock.at = 4_999
      expect((await connection()).ok).toBe(false)
      clock.at = 5_000
      await expect(connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
      await expect(settings).resolves.toEqual({ pollIntervalSeconds: 7 })
      expect(readFileSync(file, 'utf8')).not.toContain('canary')
    },
  )

  it.each([
    ['does not exist', () => rmSync(file)],
    ['is not valid JSON', () => writeFileSync(file, '{')],
    ['has an empty secret', () => writeFileSync(file, JSON.stringify({ ...CREDENTIALS, clientSecret: '' }))],
    ['has an address without https', () => writeFileSync(file, CONTENT.replace('https', 'http'))],
  ])('continues with the stored connection when the file %s', async (_what, spoil) => {
    spoil()
    const { store } = refusingStore()
    await expect(open(store, file).connection()).resolves.toMatchObject({ ok: false, code: 'not-configured' })
    await store.write(accountOf(folder), JSON.stringify({ ...CREDENTIALS, scope: 'od.orders' }))
    const { connection, log } = open(store, file)
    await expect(connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
    expect(log.lines[0]?.event).toBe('provisioning-failed')
  })

  it('continues with the stored connection when the file is too large for the keychain', async () => {
    const { store, state } = refusingStore()
    await store.write(accountOf(folder), JSON.stringify({ ...CREDENTIALS, scope: 'od.orders' }))
    const tooLong: SecretStore = { ...store, write: async () => fail('too-long', 'no') }
    await expect(open(tooLong, file).connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
    state.trouble = 'locked'
    await expect(open(tooLong, file).connection()).resolves.toMatchObject({ ok: false, code: 'keychain-too-long' })
  })

  const NEW = {
    apiUrl: 'https://orders.example/new/od/v2',
    clientId: 'new',
    clientSecret: 'canary-new',
    scope: 'od.orders',
  }

  it('uses the connection of the set-up at once, and again after a restart', async () => {
    const { store } = refusingStore()
    const first = open(store, undefined)
    await expect(first.connection()).resolves.toMatchObject({ ok: false, code: 'not-configured' })
    expect(first.keptIn()).toBeUndefined()
    await expect(first.keep(NEW, 'keychain')).resolves.toMatchObject({ ok: true })
    await expect(first.connection()).resolves.toEqual({ ok: true, value: NEW })
    expect(first.keptIn()).toBe('keychain')
    const second = open(store, undefined)
    await expect(second.connection()).resolves.toEqual({ ok: true, value: NEW })
    expect(second.keptIn()).toBe('keychain')
  })

  it.each(SECRET_TROUBLES)(
    'keeps credentials for this run only when the keychain is %s, and stores nothing elsewhere',
    async (trouble) => {
      const { store, state } = refusingStore()
      state.trouble = trouble
      const { connection, keep, keptIn } = open(store, undefined)
      await expect(keep(NEW, 'keychain')).resolves.toMatchObject({ ok: false, code: trouble })
      await expect(connection()).resolves.toMatchObject({ ok: false, code: `keychain-${trouble}` })
      await expect(keep(NEW, 'this-run')).resolves.toMatchObject({ ok: true })
      await expect(connection()).resolves.toEqual({ ok: true, value: NEW })
      expect(keptIn()).toBe('this-run')
      state.trouble = undefined
      await expect(store.read(accountOf(folder))).resolves.toEqual({ ok: true, value: undefined })
    },
  )

  const OLD = { ...NEW, clientId: 'old', clientSecret: 'canary-old' }

  /** A running kitchen with stored credentials. */
  async function openStored(store: SecretStore) {
    await store.write(accountOf(folder), JSON.stringify(OLD))
    const opened = open(store, undefined)
    await opened.connection()
    return opened
  }

  it('reads the file of a second start, erases its secret and reports its settings', async () => {
    const { store } = refusingStore()
    const { connection, importFile, reports } = await openStored(store)
    importFile(file)
    await expect
      .poll(() => reports)
      .toEqual([{ kind: 'taken', settings: { pollIntervalSeconds: 7 }, isSecondStart: true }])
    expect(readFileSync(file, 'utf8')).not.toContain('canary')
    await expect(connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
    await expect(open(store, undefined).connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
  })

  it.each([
    ['does not exist', 'unreadable', () => rmSync(file)],
    ['is not valid JSON', 'malformed', () => writeFileSync(file, '{')],
    ['has an address without https', 'malformed', () => writeFileSync(file, CONTENT.replace('https', 'http'))],
  ])('reports a file of a second start that %s, and continues', async (_what, trouble, spoil) => {
    const { store } = refusingStore()
    const { connection, importFile, reports } = await openStored(store)
    spoil()
    importFile(file)
    await expect.poll(() => reports).toEqual([{ kind: 'refused', trouble, isSecondStart: true }])
    await expect(connection()).resolves.toEqual({ ok: true, value: OLD })
  })

  it.each(SECRET_TROUBLES)(
    'keeps the current credentials while the keychain is %s at a second start, and reads the file afterwards',
    async (trouble) => {
      const { store, state } = refusingStore()
      const { connection, importFile, reports, clock } = await openStored(store)
      state.trouble = trouble
      importFile(file)
      await expect.poll(() => reports).toEqual([{ kind: 'refused', trouble, isSecondStart: true }])
      await expect(connection()).resolves.toEqual({ ok: true, value: OLD })
      expect(readFileSync(file, 'utf8')).toBe(CONTENT)

      clock.at = 5_000
      await connection()
      state.trouble = undefined
      clock.at = 10_000
      await expect
        .poll(async () => {
          await connection()
          return reports.at(-1)
        })
        .toMatchObject({ kind: 'taken' })
      expect(reports).toHaveLength(2)
      expect(readFileSync(file, 'utf8')).not.toContain('canary')
      await expect(connection()).resolves.toMatchObject({ ok: true, value: CREDENTIALS })
    },
  )

  it('erases the credentials from the keychain and from memory', async () => {
    const { store } = refusingStore()
    const { connection, erase, keptIn } = await openStored(store)
    await expect(erase()).resolves.toMatchObject({ ok: true })
    await expect(connection()).resolves.toMatchObject({ ok: false, code: 'not-configured' })
    expect(keptIn()).toBeUndefined()
    await expect(store.read(accountOf(folder))).resolves.toEqual({ ok: true, value: undefined })
  })
})
