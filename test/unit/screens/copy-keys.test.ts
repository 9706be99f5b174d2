import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createCopyKeys,
  ensureMainKey,
  newRecoveryCode,
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
  moved.adopt(value(await ensureMainKey(secrets, 'b')), key)
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

const FORM = /^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/u

describe('the recovery code', () => {
  it('has seven groups of four symbols without I, L, O and U, and no two are the same', () => {
    const codes = Array.from({ length: 200 }, newRecoveryCode)
    for (const code of codes) expect(code).toMatch(FORM)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('is accepted in every form in which a person may type it', () => {
    for (let time = 0; time < 50; time += 1) {
      const code = newRecoveryCode()
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(readRecoveryCode(typed)).toBe(code)
    }
  })

  it('is refused with one wrong symbol, and with two swapped symbols', () => {
    const symbols = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
    fc.assert(
      fc.property(fc.nat(27), fc.nat(31), (place, other) => {
        const code = newRecoveryCode().replaceAll('-', '')
        const changed = `${code.slice(0, place)}${symbols[other]}${code.slice(place + 1)}`
        expect(readRecoveryCode(changed)).toBe(changed === code ? readRecoveryCode(code) : undefined)
        const next = place === 27 ? 26 : place
        const swapped = `${code.slice(0, next)}${code[next + 1]}${code[next]}${code.slice(next + 2)}`
        if (swapped !== code) expect(readRecoveryCode(swapped)).toBeUndefined()
      }),
    )
  })

  it.each(['', '0000', 'U'.repeat(28), `${newRecoveryCode()}0`])('is refused as %j', (text) => {
    expect(readRecoveryCode(text)).toBeUndefined()
  })
})
