import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallResult } from '../../shared/contract/contract.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import type { Fact } from '../storage/facts.ts'

/** The stored hash of a PIN. Binary members are base64. */
const pinHashSchema = z.object({
  salt: z.base64(),
  hash: z.base64(),
  /** Cost of scrypt; the bounds keep a record that was tampered with from taking all memory. */
  cost: z
    .number()
    .int()
    .min(2)
    .max(2 ** 17),
})
export type PinHash = z.infer<typeof pinHashSchema>

/** 32 MiB and about a tenth of a second for each guess. */
const COST = 2 ** 15
const BLOCK_SIZE = 8
const BYTES_PER_COST = 128 * BLOCK_SIZE
const SALT_BYTES = 16
const HASH_BYTES = 32

export async function hashPin(pin: string): Promise<PinHash> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(pin, salt, COST)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost: COST }
}

async function isPinOf(pin: string, { salt, hash, cost }: PinHash): Promise<boolean> {
  const derived = await derive(pin, Buffer.from(salt, 'base64'), cost)
  const kept = Buffer.from(hash, 'base64')
  return kept.length === derived.length && timingSafeEqual(kept, derived)
}

/** Runs on a worker thread, so that it does not block the board. */
function derive(pin: string, salt: Buffer, cost: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const options = { cost, blockSize: BLOCK_SIZE, parallelization: 1, maxmem: 2 * cost * BYTES_PER_COST }
  scrypt(pin, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  return promise
}

/** Wrong PINs since the last right one. `at`: epoch ms of the last wrong one. */
export type Failures = { readonly count: number; readonly at: number }

/** Wrong PINs without a wait, for typing errors. */
const FREE_ATTEMPTS = 2
const FIRST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = 15 * 60_000

/** With this wait, trying all 10,000 PINs of four digits takes a hundred days. */
const waitAfterMs = (count: number): number =>
  count <= FREE_ATTEMPTS ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (count - FREE_ATTEMPTS - 1))

/**
 * Milliseconds until the next attempt is accepted. A wall clock that was set back between two runs lengthens the wait
 * to the full one at most.
 */
export function waitMs({ count, at }: Failures, now: number): number {
  const full = waitAfterMs(count)
  return Math.min(full, Math.max(0, at + full - now))
}

const recordSchema = z.object({
  /** `none`: no PIN is set. Null: the record cannot be read. It stays a lock, which no PIN opens. */
  pin: z.union([pinHashSchema, z.literal('none')]).nullable(),
  failures: z.object({ count: z.number().int().min(0), at: z.number() }),
})
export type LockRecord = z.infer<typeof recordSchema>

export const NO_FAILURES: LockRecord['failures'] = { count: 0, at: 0 }
const NO_PIN: LockRecord = { pin: 'none', failures: NO_FAILURES }

/** In the ledger: unlike a keychain it is always available, and each write is durable when it returns. */
type LockRecordStore = Fact<string | undefined>

export function readLockRecord(store: Pick<LockRecordStore, 'get'>): LockRecord {
  const text = store.get()
  if (text === undefined) return NO_PIN
  const parsed = recordSchema.safeParse(parseJsonText(text))
  return parsed.success ? parsed.data : { pin: null, failures: NO_FAILURES }
}

export const writeLockRecord = (store: Pick<LockRecordStore, 'set'>, record: LockRecord): void =>
  store.set(JSON.stringify(record))

/** Identifies the PIN of the record; `undefined` without a PIN. */
export const saltOf = ({ pin }: LockRecord): string | undefined =>
  pin === null || pin === 'none' ? undefined : pin.salt

export type AttemptChecksParts = {
  readonly store: LockRecordStore
  /** Epoch ms. */
  readonly now: () => number
  /** Whether the set-up is under way: then the first PIN needs no secret. */
  readonly isSetupUnderWay: () => boolean
  /** The connection in use, whose client secret the first PIN after the set-up needs. */
  readonly connection: ConnectionSource
  /** Called with a client secret that was entered and is right: it may still be on the clipboard. */
  readonly onSecretUsed?: ((secret: string) => void) | undefined
  readonly log: Log
}

const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())

/** Compares PINs and secrets that are entered, and counts the attempts in the ledger. */
export function createAttemptChecks({
  store,
  now,
  isSetupUnderWay,
  connection,
  onSecretUsed = () => undefined,
  log,
}: AttemptChecksParts) {
  const record = (): LockRecord => readLockRecord(store)
  const hasToWait = ({ failures }: LockRecord): boolean => waitMs(failures, now()) > 0

  /** An attempt is counted before it is checked, so that ending the program meanwhile gives no free guess. */
  const countAttempt = (known: LockRecord): number => {
    const count = known.failures.count + 1
    writeLockRecord(store, { ...known, failures: { count, at: now() } })
    return count
  }

  return {
    async checkPin(pin: string, known: LockRecord): Promise<CallResult<null>> {
      if (hasToWait(known)) return fail('wait', 'Too many wrong PINs')
      const attempts = countAttempt(known)
      const isRight = known.pin !== null && known.pin !== 'none' && (await isPinOf(pin, known.pin))
      if (!isRight) {
        log.warn('pin-refused', { attempts })
        return fail('wrong-pin', 'The PIN is wrong')
      }
      // The PIN was changed or removed meanwhile: this attempt was for another PIN.
      if (saltOf(record()) !== saltOf(known)) return fail('wrong-pin', 'The PIN was changed meanwhile')
      writeLockRecord(store, { ...known, failures: NO_FAILURES })
      return ok(null)
    },

    /**
     * Whether the first PIN may be set.
     * SECURITY: first-pin (docs/security.md). After the set-up only a person with the client secret sets the first PIN: a
     * guest at the counter who set one would lock the shop out of its settings.
     */
    async checkFirstPin(clientSecret: string | undefined): Promise<CallResult<null>> {
      if (isSetupUnderWay()) return ok(null)
      if (clientSecret === undefined) return fail('not-allowed', 'The first PIN needs the client secret')
      if (hasToWait(record())) return fail('wait', 'Too many wrong secrets')
      const kept = await connection()
      if (!kept.ok) return fail('secret-unavailable', 'There is no secret to compare with')
      const attempts = countAttempt(record())
      const secret = clientSecret.trim()
      if (!isSameSecret(secret, kept.value.clientSecret)) {
        log.warn('secret-refused', { attempts })
        return fail('wrong-secret', 'This is not the client secret of the connection')
      }
      onSecretUsed(secret)
      return ok(null)
    },
  }
}
