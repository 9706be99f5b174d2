import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseApiRoot } from '../../../electron/platform/api-root.ts'
import { readRoot } from '../../../electron/platform/dialects/dialects.ts'
import { readCredentials } from '../../../electron/secrets/credentials.ts'
import {
  eraseProvisionSecrets,
  type KnownConnection,
  openProvisionFile,
  provision,
} from '../../../electron/secrets/provision.ts'
import { createMemoryStore, type SecretStore } from '../../../electron/secrets/secret-store.ts'
import { fail, ok } from '../../../shared/result.ts'

const HASH = '9f8c7b6a5d4e'
const SECRET = 'canary-5e7f1a'
const CONTENT = {
  apiUrl: `https://api.example.test/${HASH}/od/v2/`,
  clientId: 'client-1',
  clientSecret: SECRET,
  settings: { pollIntervalSeconds: 1, undoSeconds: 0, locale: 'en' },
}
const CREDENTIALS = {
  apiUrl: `https://api.example.test/${HASH}/od/v2`,
  clientId: 'client-1',
  clientSecret: SECRET,
  scope: 'od.orders',
}

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comanda-provision-'))
  path = join(folder, 'provision.json')
})
afterEach(() => rm(folder, { recursive: true }))

const run = (store: SecretStore = createMemoryStore()) =>
  provision({ path, store, account: 'a', readApiUrl: parseApiRoot })
const put = (content: unknown) =>
  writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
const content = () => readFile(path, 'utf8')

describe('a provisioning file', () => {
  it('is stored in the keychain, and its secrets are then erased', async () => {
    await put(CONTENT)
    const store = createMemoryStore()
    expect(await run(store)).toEqual(
      ok([{ slot: 1, name: undefined, credentials: CREDENTIALS, settings: CONTENT.settings, isNew: true }]),
    )
    expect(await readCredentials(store, 'a')).toEqual(ok(CREDENTIALS))
    const left = await content()
    expect(left).not.toContain(SECRET)
    expect(left).not.toContain(HASH)
    expect(left).toMatch(/\}\n$/)
    expect(JSON.parse(left)).toEqual({
      apiUrl: 'https://api.example.test/***/od/v2',
      clientId: 'client-1',
      settings: CONTENT.settings,
    })
  })

  it('is overwritten in place: the same file, through a link too', async () => {
    await put(CONTENT)
    const link = join(folder, 'link.json')
    await symlink(path, link)
    const before = await stat(path)
    await provision({ path: link, store: createMemoryStore(), account: 'a', readApiUrl: parseApiRoot })
    const after = await stat(path)
    expect(after.ino).toBe(before.ino)
    expect(await content()).not.toContain(SECRET)
  })

  it('may begin with a byte order mark and contain fields of a later version', async () => {
    await put(`\uFEFF${JSON.stringify({ ...CONTENT, later: 1, settings: { ...CONTENT.settings, laterToo: true } })}`)
    expect(await run()).toMatchObject({ ok: true, value: [{ settings: CONTENT.settings }] })
  })

  it.each(['utf16le', 'latin1'] as const)('may be written in %s, and is then erased', async (encoding) => {
    const named = { ...CONTENT, name: 'Balcão' }
    await writeFile(path, Buffer.from(`${encoding === 'latin1' ? '' : '\uFEFF'}${JSON.stringify(named)}`, encoding))
    expect(await run()).toMatchObject({ ok: true, value: [{ name: 'Balcão', credentials: CREDENTIALS }] })
    const left = await readFile(path)
    expect(JSON.parse(left.toString('utf8'))).toMatchObject({ name: 'Balcão', clientId: 'client-1' })
    expect(left.toString('utf8')).not.toContain(SECRET)
  })

  it.each([
    ['no JSON', '{"apiUrl": "https://…", '],
    ['empty', ''],
    ['a list', []],
    ['no address', { ...CONTENT, apiUrl: undefined }],
    ['no client', { ...CONTENT, clientId: undefined }],
    ['an empty secret', { ...CONTENT, clientSecret: '' }],
    ['a secret of blanks', { ...CONTENT, clientSecret: '  ' }],
    ['a secret that is a number', { ...CONTENT, clientSecret: 42 }],
    ['an insecure address', { ...CONTENT, apiUrl: `http://api.example.test/${HASH}/od/v2` }],
    ['a setting that is out of range', { ...CONTENT, settings: { pollIntervalSeconds: 0 } }],
    ['an unknown language', { ...CONTENT, settings: { locale: 'tlh' } }],
    ['a name that cannot be seen', { ...CONTENT, name: ' \u200b' }],
  ])('with %s is refused and not changed, and the message does not quote it', async (_, bad) => {
    await put(bad)
    const before = await content()
    const store = createMemoryStore()
    const result = await run(store)
    expect(result).toMatchObject({ ok: false, code: 'malformed' })
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${SECRET}|${HASH}`))
    expect(await content()).toBe(before)
    expect(await store.read('a')).toEqual(ok(undefined))
  })

  it('stays unchanged when the keychain does not return the stored value', async () => {
    await put(CONTENT)
    const before = await content()
    const forgettingStore = { ...createMemoryStore(), read: async () => ok(undefined) }
    expect(await run(forgettingStore)).toMatchObject({ ok: false, code: 'failing' })
    expect(await content()).toBe(before)
  })

  it.each(['EACCES', 'EPERM', 'EROFS'])(
    'that cannot be written (%s) is refused before anything is stored',
    async (code) => {
      const store = createMemoryStore()
      const open = () => Promise.reject(Object.assign(new Error(`${code}: ${SECRET}`), { code }))
      const result = await provision({ path, store, account: 'a', readApiUrl: parseApiRoot, open })
      expect(result).toMatchObject({ ok: false, code: 'unwritable' })
      expect(JSON.stringify(result)).not.toContain(SECRET)
      expect(await store.read('a')).toEqual(ok(undefined))
    },
  )

  it('whose erasing fails is reported: the credentials are stored, and the secret is still in the file', async () => {
    await put(CONTENT)
    const store = createMemoryStore()
    const open = async (name: string) => ({
      ...(await openProvisionFile(name)),
      overwrite: () => Promise.reject(new Error('EIO')),
    })
    expect(await provision({ path, store, account: 'a', readApiUrl: parseApiRoot, open })).toMatchObject({
      ok: false,
      code: 'not-erased',
    })
    expect(await readCredentials(store, 'a')).toEqual(ok(CREDENTIALS))
  })
})

it('a provisioning file is overwritten to its end, and flushed, before it is truncated: no freed block contains the secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-provision-file-'))
  const path = join(folder, 'provision.json')
  writeFileSync(path, `${'x'.repeat(5_000)}${SECRET}`)
  const seen: string[] = []
  const look = (step: string): void => {
    const content = readFileSync(path, 'utf8')
    seen.push(`${step}, ${content.length} bytes, ${content.includes(SECRET) ? 'with' : 'without'} the secret`)
  }
  // All file handles have one prototype.
  await using other = await open(path)
  const handles = Object.getPrototypeOf(other)
  const { sync, truncate } = handles
  vi.spyOn(handles, 'sync').mockImplementation(function (this: unknown) {
    look('to the disk')
    return sync.call(this)
  })
  vi.spyOn(handles, 'truncate').mockImplementation(function (this: unknown, length: unknown) {
    look('cut')
    return truncate.call(this, length)
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const file = await openProvisionFile(path)
  await file.overwrite('{}\n')
  await file.close()
  const whole = 5_000 + SECRET.length
  expect(seen).toEqual([
    `to the disk, ${whole} bytes, without the secret`,
    `cut, ${whole} bytes, without the secret`,
    'to the disk, 3 bytes, without the secret',
  ])
  rmSync(folder, { recursive: true })
})

describe('a list of connections', () => {
  const KEETA = { clientId: 'app', clientSecret: SECRET, profile: 'keeta' }
  const take = (store: SecretStore) => provision({ path, store, account: 'a', readApiUrl: readRoot })

  it('of one is stored with its dialect, at the address of its profile, and erased', async () => {
    await put({ connections: [{ ...KEETA, settings: { undoSeconds: 0 } }], settings: { locale: 'en' } })
    const store = createMemoryStore()
    const spoken = { dialect: 'open-delivery-1', profile: 'keeta' }
    const apiUrl = 'https://open.mykeeta.com/api/open/opendelivery'
    expect(await take(store)).toMatchObject({
      ok: true,
      value: [{ slot: 1, credentials: { apiUrl, spoken }, settings: { locale: 'en', undoSeconds: 0 } }],
    })
    expect(await readCredentials(store, 'a')).toMatchObject({ ok: true, value: { apiUrl, spoken } })
    const left = await content()
    expect(left).not.toContain(SECRET)
    expect(JSON.parse(left)).toMatchObject({ connections: [{ clientId: 'app', profile: 'keeta', apiUrl }] })
    expect(await take(store)).toMatchObject({ ok: true, value: [{ slot: 1, isNew: false }] })
  })

  it.each([
    [
      'equal names',
      {
        connections: [
          { ...KEETA, name: 'Salão' },
          { ...KEETA, clientId: 'b', name: 'salão' },
        ],
      },
    ],
    ['more than eight', { connections: Array.from({ length: 9 }, (_, at) => ({ ...KEETA, clientId: `c${at}` })) }],
    ['one without a secret that is not stored', { connections: [KEETA, { clientId: 'b', profile: 'keeta' }] }],
    ['an unknown dialect', { connections: [{ ...KEETA, dialect: 'morse' }] }],
    ['none', { connections: [] }],
    ['a secret beside it', { connections: [KEETA], clientSecret: SECRET }],
    ['a host without an address', { connections: [{ ...KEETA, profile: 'generic' }] }],
  ])('with %s changes nothing', async (_name, list) => {
    await put(list)
    const before = await content()
    const store = createMemoryStore()
    expect(await take(store)).toMatchObject({ ok: false, code: 'malformed' })
    expect(await content()).toBe(before)
    expect(await readCredentials(store, 'a')).toEqual(ok(undefined))
  })
  const HOUSE = { apiUrl: CONTENT.apiUrl, clientId: 'client-1', clientSecret: SECRET, name: 'Casa' }
  const slotsOf = async (store: SecretStore, known: readonly KnownConnection[], list: object) => {
    await put(list)
    const taken = await provision({ path, store, account: 'a', known: () => known, readApiUrl: readRoot })
    return taken.ok ? taken.value.map(({ slot, name, isNew }) => [slot, name, isNew]) : taken.code
  }

  it('of several has a slot and a keychain entry for each, and none is erased before all are stored', async () => {
    const store = createMemoryStore()
    const first = { slot: 1, name: undefined } as const
    expect(await slotsOf(store, [first], { connections: [HOUSE, { ...KEETA, name: 'Keeta' }] })).toEqual([
      [1, 'Casa', true],
      [2, 'Keeta', true],
    ])
    expect(await content()).not.toContain(SECRET)
    expect(await readCredentials(store, 'a-2')).toMatchObject({ value: { clientId: 'app' } })
    const failing: SecretStore = {
      ...store,
      write: async (account, value) => (account === 'a-3' ? fail('locked', 'no') : store.write(account, value)),
    }
    const known = [
      { slot: 1, name: 'Casa' },
      { slot: 2, name: 'Keeta' },
    ] as const
    const more = { connections: [HOUSE, { ...KEETA, clientId: 'third', name: 'Bar' }] }
    expect(await slotsOf(failing, known, more)).toBe('locked')
    expect(await content()).toBe(JSON.stringify(more, null, 2))
  })

  it('given again matches by credential, then by name; an erased secret counts as used, and none is removed', async () => {
    const store = createMemoryStore()
    const known = [
      { slot: 1, name: 'Casa' },
      { slot: 2, name: 'Keeta' },
    ] as const
    await slotsOf(store, [known[0]], { connections: [HOUSE, { ...KEETA, name: 'Keeta' }] })
    const left = JSON.parse(await content())
    expect(await slotsOf(store, known, left)).toEqual([
      [1, 'Casa', false],
      [2, 'Keeta', false],
    ])
    const swapped = {
      connections: [
        { ...KEETA, name: 'Outro nome' },
        { ...HOUSE, clientId: 'client-2' },
        { ...HOUSE, clientId: 'client-3', name: 'Bar' },
      ],
    }
    expect(await slotsOf(store, known, swapped)).toEqual([
      [2, 'Outro nome', true],
      [1, 'Casa', true],
      [3, 'Bar', true],
    ])
  })
})

describe('a provisioning file on a screen', () => {
  const { clientSecret: _, ...used } = CONTENT
  it.each<[string, unknown]>([
    ['of one connection', CONTENT],
    ['with a list', { connections: [CONTENT, { ...CONTENT, clientId: 'b' }], settings: {} }],
    ['with a secret beside its list', { connections: [used], clientSecret: SECRET }],
    ['with connections that are no list', { connections: { 0: CONTENT } }],
  ])('%s keeps no secret', async (_form, given) => {
    await put(given)
    expect(await eraseProvisionSecrets(path, readRoot)).toEqual(ok(true))
    expect(await content()).not.toContain(SECRET)
    expect(JSON.stringify(JSON.parse(await content()))).toContain('client-1')
    expect(await eraseProvisionSecrets(path, readRoot)).toEqual(ok(false))
  })
})
