import { expect, it } from 'vitest'
import {
  createCopyKeys,
  ensureStationKey,
  readRecoveryCode,
  unwrapWithCode,
} from '../../../electron/screens/moving/copy-keys.ts'
import { createMemoryStore } from '../../../electron/secrets/secret-store.ts'
import { memoryFact } from '../../fixtures/memory-fact.ts'

const memory = (text?: string) => memoryFact(text)

const value = <T>(result: { ok: true; value: T } | { ok: false; code: string }): T => {
  if (!result.ok) throw new Error(result.code)
  return result.value
}

it('there is no key before a code exists, and the key is kept over a restart', async () => {
  const store = memory()
  const secrets = createMemoryStore()
  const keys = createCopyKeys({ store, secrets, account: 'a' })
  expect(keys.hasCode()).toBe(false)
  expect(await keys.current()).toMatchObject({ ok: false, code: 'no-code' })
  const code = value(await keys.newCode())
  const { key, shop } = value(await keys.current())
  const again = value(await createCopyKeys({ store, secrets, account: 'a' }).current())
  expect({ shop: again.shop, key: again.key.toString('hex') }).toEqual({ shop, key: key.toString('hex') })
  // What is stored contains neither the code nor the key.
  expect(store.get()).not.toContain(code)
  expect(store.get()).not.toContain(key.toString('base64'))
})

it('a code unwraps only its own key, and a new code has a new key', async () => {
  const keys = createCopyKeys({ store: memory(), secrets: createMemoryStore(), account: 'a' })
  const first = value(await keys.newCode())
  const before = value(await keys.current())
  expect(readRecoveryCode(first)).toBe(first)
  expect(await unwrapWithCode(first, before.wraps.byCode, before.shop)).toEqual(before.key)
  const second = value(await keys.newCode())
  const after = value(await keys.current())
  expect(after.shop).toBe(before.shop)
  expect(after.key).not.toEqual(before.key)
  expect(await unwrapWithCode(first, after.wraps.byCode, after.shop)).toBeUndefined()
  expect(await unwrapWithCode(second, after.wraps.byCode, after.shop)).toEqual(after.key)
  expect(await unwrapWithCode(second, after.wraps.byCode, 'another shop')).toBeUndefined()
})

it('on another machine, copies are sealed only with the key that the code has unwrapped', async () => {
  const store = memory()
  const old = createCopyKeys({ store, secrets: createMemoryStore(), account: 'a' })
  await old.newCode()
  const { key } = value(await old.current())
  const secrets = createMemoryStore()
  const moved = createCopyKeys({ store, secrets, account: 'b' })
  expect(await moved.current()).toMatchObject({ ok: false, code: 'other-keychain' })
  moved.adopt(value(await ensureStationKey(secrets, 'b')), key)
  expect(value(await createCopyKeys({ store, secrets, account: 'b' }).current()).key).toEqual(key)
})

it('the sequence numbers continue after those of a screen’s copies, unless these are far too large', () => {
  const keys = createCopyKeys({ store: memory(), secrets: createMemoryStore(), account: 'a' })
  expect(keys.nextSequence()).toBe(1)
  keys.recordSequence(40)
  expect(keys.nextSequence()).toBe(41)
  keys.recordSequence(3)
  keys.recordSequence(2 ** 40)
  expect(keys.nextSequence()).toBe(42)
})

it.each([['not JSON'], ['{"shop":"x"}'], ['{"shop":"00000000-0000-4000-8000-000000000000","sequence":-1}'], ['[]']])(
  'a damaged record requires a new code, and the earlier code still opens the earlier copies: %s',
  async (damaged) => {
    const store = memory()
    const secrets = createMemoryStore()
    const keys = createCopyKeys({ store, secrets, account: 'a' })
    const first = value(await keys.newCode())
    const sealed = value(await keys.current())
    store.set(damaged)
    const after = createCopyKeys({ store, secrets, account: 'a' })
    expect(after.hasCode()).toBe(false)
    expect(await after.current()).toMatchObject({ ok: false, code: 'no-code' })
    await after.newCode()
    expect(value(await after.current()).shop).not.toBe(sealed.shop)
    expect(await unwrapWithCode(first, sealed.wraps.byCode, sealed.shop)).toEqual(sealed.key)
  },
)
