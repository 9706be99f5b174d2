import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { createIdentity, fingerprintOf, openIdentity } from '../../../electron/screens/pairing/identity.ts'
import { createMemoryStore } from '../../../electron/secrets/secret-store.ts'
import { fail } from '../../../shared/result.ts'

it('the certificate has no empty list of extensions, which is not valid', async () => {
  const { raw } = new X509Certificate((await createIdentity()).certificate)
  const emptyExtensions = Buffer.from('a3023000', 'hex')
  expect(raw.includes(emptyExtensions)).toBe(false)
})

it.each([
  ['Ed25519', generateKeyPairSync('ed25519')],
  ['RSA', generateKeyPairSync('rsa', { modulusLength: 2_048 })],
  ['another curve', generateKeyPairSync('ec', { namedCurve: 'secp384r1' })],
])('a key of another kind has no fingerprint: %s', (_name, { publicKey }) => {
  expect(fingerprintOf(publicKey)).toBeUndefined()
})

it('the keychain has one permanent identity for each account', async () => {
  const store = createMemoryStore()
  const first = await openIdentity(store, 'a')
  expect(await openIdentity(store, 'a')).toEqual(first)
  expect(await openIdentity(store, 'b')).not.toEqual(first)
})

it('an identity fits into the smallest keychain', async () => {
  const store = createMemoryStore()
  await openIdentity(store, 'a')
  const entry = await store.read('a')
  // Windows holds 2,560 bytes.
  expect(entry.ok ? entry.value?.length : 0).toBeLessThan(1_500)
})

it('an unreadable entry, or one whose key and certificate differ, is replaced by a new one', async () => {
  const store = createMemoryStore()
  const [one, other] = [await createIdentity(), await createIdentity()]
  for (const entry of ['{', JSON.stringify({ key: one.key, certificate: other.certificate })]) {
    await store.write('a', entry)
    const opened = await openIdentity(store, 'a')
    expect(opened.ok && ![one.fingerprint, other.fingerprint].includes(opened.value.fingerprint)).toBe(true)
  }
})

it('without a keychain there is no identity, and none is created', async () => {
  const locked = { ...createMemoryStore(), read: async () => fail('locked', 'locked') }
  expect(await openIdentity(locked, 'a')).toMatchObject({ ok: false, code: 'locked' })
  const refusing = { ...createMemoryStore(), write: async () => fail('denied', 'denied') }
  expect(await openIdentity(refusing, 'a')).toMatchObject({ ok: false, code: 'denied' })
  const forgettingStore = { ...createMemoryStore(), read: async () => ({ ok: true, value: undefined }) as const }
  expect(await openIdentity(forgettingStore, 'a')).toMatchObject({ ok: false, code: 'failing' })
})
