import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJsonText } from '../../../shared/json-text.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import {
  deriveKey,
  KEY_BYTES,
  openText,
  SALT_BYTES,
  SCRYPT_COST,
  scryptCostSchema,
  sealText,
} from '../../secrets/cipher.ts'
import type { SecretStore, SecretTrouble } from '../../secrets/secret-store.ts'
import type { Fact } from '../../storage/facts.ts'

/**
 * The key of a shop's copies, wrapped once for the main computer's keychain and once for the recovery code. Members in
 * base64.
 */
export const wrapsSchema = z.strictObject({
  byStation: z.base64().max(200),
  byCode: z.strictObject({
    salt: z.base64().max(64),
    cost: scryptCostSchema,
    key: z.base64().max(200),
  }),
})
export type Wraps = z.infer<typeof wrapsSchema>

/** A key that was wrapped for one shop, its `context`, cannot be opened for another. */
function unwrapKey(wrapping: Buffer, wrapped: string, context: string): Buffer | undefined {
  const key = openText(wrapping, context, wrapped)
  return key?.length === KEY_BYTES ? key : undefined
}

async function wrapWithCode(code: string, key: Buffer, context: string): Promise<Wraps['byCode']> {
  const salt = randomBytes(SALT_BYTES)
  return {
    salt: salt.toString('base64'),
    cost: SCRYPT_COST,
    key: sealText(await deriveKey(code, salt, SCRYPT_COST), context, key),
  }
}

export async function unwrapWithCode(
  code: string,
  { salt, cost, key }: Wraps['byCode'],
  context: string,
): Promise<Buffer | undefined> {
  return unwrapKey(await deriveKey(code, Buffer.from(salt, 'base64'), cost), key, context)
}

/** Crockford's base32: without I, L, O and U, which are misread in handwriting. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 27 symbols of five bits: 135 bits. */
const DATA_SYMBOLS = 27
/** Crockford's check: the number modulo 37. Codes whose check is one of the five extra symbols are not used. */
const CHECK_MODULUS = 37n
const BASE = 32n

const numberOf = (symbols: string): bigint =>
  [...symbols].reduce((sum, symbol) => sum * BASE + BigInt(SYMBOLS.indexOf(symbol)), 0n)
const checkOf = (data: string): string | undefined => SYMBOLS[Number(numberOf(data) % CHECK_MODULUS)]

const inGroups = (code: string): string => (code.match(/.{1,4}/gu) ?? []).join('-')

/** A new code of seven groups of four symbols, the last of which is the check. */
export function newRecoveryCode(): string {
  for (;;) {
    const data = Array.from({ length: DATA_SYMBOLS }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join('')
    const check = checkOf(data)
    if (check !== undefined) return inGroups(`${data}${check}`)
  }
}

/**
 * The code in its normal form. Ignores groups and case; reads O as 0, and I and L as 1. `undefined`: the code has a
 * mistake.
 */
export function readRecoveryCode(text: string): string | undefined {
  const symbols = text.toUpperCase().replaceAll(/[\s-]/gu, '').replaceAll('O', '0').replaceAll(/[IL]/gu, '1')
  if (symbols.length !== DATA_SYMBOLS + 1 || [...symbols].some((symbol) => !SYMBOLS.includes(symbol))) return undefined
  return checkOf(symbols.slice(0, DATA_SYMBOLS)) === symbols.at(-1) ? inGroups(symbols) : undefined
}

const recordSchema = z.strictObject({
  shop: z.uuid(),
  /** Sequence number of the newest copy. */
  sequence: z.number().int().min(0),
  /** Absent: no recovery code was made yet. */
  wraps: wrapsSchema.optional(),
})
type KeysRecord = z.infer<typeof recordSchema>

/** A screen that reports a sequence further ahead of the main computer is ignored. */
const MAX_SKIPPED = 100_000

/** `other-keychain`: the ledger comes from another machine, and only the recovery code opens the key. */
export type KeysTrouble = SecretTrouble | 'no-code' | 'other-keychain'

type ShopKey = { readonly shop: string; readonly wraps: Wraps; readonly key: Buffer }

/** The record in the main computer's ledger. The record alone cannot open a copy. */
type CopyKeysStore = Fact<string | undefined>

/**
 * The key of a shop's copies. The recovery code is never stored: the ledger has the key wrapped with the code, and
 * wrapped with a key in this machine's keychain, so that copies are made without the code.
 */
export type CopyKeys = ReturnType<typeof createCopyKeys>

async function readMainKey(secrets: SecretStore, account: string): Promise<Result<Buffer | undefined, SecretTrouble>> {
  const entry = await secrets.read(account)
  if (!entry.ok) return entry
  const key = Buffer.from(entry.value ?? '', 'base64')
  return ok(key.length === KEY_BYTES ? key : undefined)
}

/** The key of this machine. When there is none, makes one and reads it back. */
export async function ensureMainKey(secrets: SecretStore, account: string): Promise<Result<Buffer, SecretTrouble>> {
  const found = await readMainKey(secrets, account)
  if (!found.ok) return found
  if (found.value !== undefined) return ok(found.value)
  const made = randomBytes(KEY_BYTES)
  const written = await secrets.write(account, made.toString('base64'))
  if (!written.ok) return written
  const again = await readMainKey(secrets, account)
  if (!again.ok) return again
  return again.value?.equals(made) ? ok(made) : fail('failing', 'the keychain gave back something else')
}

/** @param account where the keychain has this machine's key for copies */
export function createCopyKeys(parts: {
  readonly store: CopyKeysStore
  readonly secrets: SecretStore
  readonly account: string
}) {
  const { store, secrets, account } = parts
  let known: ShopKey | undefined

  const save = (record: KeysRecord): void => store.set(JSON.stringify(record))
  const record = (): KeysRecord => {
    const parsed = recordSchema.safeParse(parseJsonText(store.get() ?? ''))
    if (parsed.success) return parsed.data
    const fresh = { shop: randomUUID(), sequence: 0 }
    save(fresh)
    return fresh
  }
  return {
    /** The key of the shop; from memory after the first read. */
    async current(): Promise<Result<ShopKey, KeysTrouble>> {
      const { shop, wraps } = record()
      if (wraps === undefined) return fail('no-code', 'no recovery code was made yet')
      if (known !== undefined) return ok(known)
      const mainKey = await readMainKey(secrets, account)
      if (!mainKey.ok) return mainKey
      const key = mainKey.value && unwrapKey(mainKey.value, wraps.byStation, shop)
      if (key === undefined) return fail('other-keychain', 'this keychain does not open the key of the copies')
      known = { shop, wraps, key }
      return ok(known)
    },
    /** Makes a new code with a new key. Earlier copies need the earlier code. */
    async newCode(): Promise<Result<string, SecretTrouble>> {
      const mainKey = await ensureMainKey(secrets, account)
      if (!mainKey.ok) return mainKey
      const { shop } = record()
      const code = newRecoveryCode()
      const key = randomBytes(KEY_BYTES)
      const wraps = { byStation: sealText(mainKey.value, shop, key), byCode: await wrapWithCode(code, key, shop) }
      save({ ...record(), wraps })
      known = { shop, wraps, key }
      return ok(code)
    },
    /** Wraps the key with this machine's key, after the recovery code has opened it here. */
    adopt(mainKey: Buffer, key: Buffer): void {
      const { wraps, shop } = record()
      if (wraps === undefined) return
      const own = { ...wraps, byStation: sealText(mainKey, shop, key) }
      save({ ...record(), wraps: own })
      known = { shop, wraps: own, key }
    },
    hasCode: (): boolean => record().wraps !== undefined,
    shop: (): string => record().shop,
    /** The number of the next copy, durable before it is used. */
    nextSequence(): number {
      const next = record().sequence + 1
      save({ ...record(), sequence: next })
      return next
    },
    /** Records that a screen has a copy of this number: the ledger may have been restored from an older copy. */
    recordSequence(sequence: number): void {
      const now = record()
      if (sequence > now.sequence && sequence <= now.sequence + MAX_SKIPPED) save({ ...now, sequence })
    },
  }
}
