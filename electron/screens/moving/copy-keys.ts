import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJsonText } from '../../../shared/json-text.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import type { SecretStore, SecretTrouble } from '../../secrets/secret-store.ts'
import type { Fact } from '../../storage/facts.ts'
import { KEY_BYTES, unwrapKey, type Wraps, wrapKey, wrapsSchema, wrapWithCode } from './key-wrap.ts'
import { newRecoveryCode } from './recovery-code.ts'

const recordSchema = z.strictObject({
  shop: z.uuid(),
  /** Sequence number of the newest copy. */
  sequence: z.number().int().min(0),
  /** Absent: no recovery code was made yet. */
  wraps: wrapsSchema.optional(),
})
type KeysRecord = z.infer<typeof recordSchema>

/** A screen that reports a sequence further ahead of the station is ignored. */
const MAX_SKIPPED = 100_000

/** `other-keychain`: the ledger comes from another machine, and only the recovery code opens the key. */
export type KeysTrouble = SecretTrouble | 'no-code' | 'other-keychain'

export type ShopKey = { readonly shop: string; readonly wraps: Wraps; readonly key: Buffer }

/** The record in the station's ledger. The record alone cannot open a copy. */
export type CopyKeysStore = Fact<string | undefined>

/**
 * The key of a shop's copies. The recovery code is never stored: the ledger has the key wrapped with the code, and
 * wrapped with a key in this machine's keychain, so that copies are made without the code.
 */
export type CopyKeys = {
  /** The key of the shop; from memory after the first read. */
  current(): Promise<Result<ShopKey, KeysTrouble>>
  /** Makes a new code with a new key. Earlier copies need the earlier code. */
  newCode(): Promise<Result<string, SecretTrouble>>
  /** Wraps the key with this machine's key, after the recovery code has opened it here. */
  adopt(stationKey: Buffer, key: Buffer): void
  hasCode(): boolean
  shop(): string
  /** The number of the next copy, durable before it is used. */
  nextSequence(): number
  /** Records that a screen has a copy of this number: the ledger may have been restored from an older copy. */
  recordSequence(sequence: number): void
}

async function readStationKey(
  secrets: SecretStore,
  account: string,
): Promise<Result<Buffer | undefined, SecretTrouble>> {
  const entry = await secrets.read(account)
  if (!entry.ok) return entry
  const key = Buffer.from(entry.value ?? '', 'base64')
  return ok(key.length === KEY_BYTES ? key : undefined)
}

/** The key of this machine. When there is none, makes one and reads it back. */
export async function ensureStationKey(secrets: SecretStore, account: string): Promise<Result<Buffer, SecretTrouble>> {
  const found = await readStationKey(secrets, account)
  if (!found.ok) return found
  if (found.value !== undefined) return ok(found.value)
  const made = randomBytes(KEY_BYTES)
  const written = await secrets.write(account, made.toString('base64'))
  if (!written.ok) return written
  const again = await readStationKey(secrets, account)
  if (!again.ok) return again
  return again.value?.equals(made) ? ok(made) : fail('failing', 'the keychain gave back something else')
}

/** @param account where the keychain has this machine's key for copies */
export function createCopyKeys(parts: {
  readonly store: CopyKeysStore
  readonly secrets: SecretStore
  readonly account: string
}): CopyKeys {
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
    async current() {
      const { shop, wraps } = record()
      if (wraps === undefined) return fail('no-code', 'no recovery code was made yet')
      if (known !== undefined) return ok(known)
      const stationKey = await readStationKey(secrets, account)
      if (!stationKey.ok) return stationKey
      const key = stationKey.value && unwrapKey(stationKey.value, wraps.byStation, shop)
      if (key === undefined) return fail('other-keychain', 'this keychain does not open the key of the copies')
      known = { shop, wraps, key }
      return ok(known)
    },
    async newCode() {
      const stationKey = await ensureStationKey(secrets, account)
      if (!stationKey.ok) return stationKey
      const { shop } = record()
      const code = newRecoveryCode()
      const key = randomBytes(KEY_BYTES)
      const wraps = { byStation: wrapKey(stationKey.value, key, shop), byCode: await wrapWithCode(code, key, shop) }
      save({ ...record(), wraps })
      known = { shop, wraps, key }
      return ok(code)
    },
    adopt(stationKey, key) {
      const { wraps, shop } = record()
      if (wraps === undefined) return
      const own = { ...wraps, byStation: wrapKey(stationKey, key, shop) }
      save({ ...record(), wraps: own })
      known = { shop, wraps: own, key }
    },
    hasCode: () => record().wraps !== undefined,
    shop: () => record().shop,
    nextSequence() {
      const next = record().sequence + 1
      save({ ...record(), sequence: next })
      return next
    },
    recordSequence(sequence) {
      const now = record()
      if (sequence > now.sequence && sequence <= now.sequence + MAX_SKIPPED) save({ ...now, sequence })
    },
  }
}
