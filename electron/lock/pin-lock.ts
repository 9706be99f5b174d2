import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import type { LockStatus } from '../../shared/contract/lock.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { isSameSecret } from '../listening/limited-server.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { deriveKey, SALT_BYTES, SCRYPT_COST, scryptCostSchema } from '../secrets/cipher.ts'
import type { Fact } from '../storage/facts.ts'

/** The stored hash of a PIN. Binary members are base64. */
const pinHashSchema = z.object({
  salt: z.base64(),
  hash: z.base64(),
  cost: scryptCostSchema,
})
export type PinHash = z.infer<typeof pinHashSchema>

async function hashPin(pin: string): Promise<PinHash> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await deriveKey(pin, salt, SCRYPT_COST)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost: SCRYPT_COST }
}

async function isPinOf(pin: string, { salt, hash, cost }: PinHash): Promise<boolean> {
  const derived = await deriveKey(pin, Buffer.from(salt, 'base64'), cost)
  const kept = Buffer.from(hash, 'base64')
  return kept.length === derived.length && timingSafeEqual(kept, derived)
}

/** Wrong PINs since the last right one. `at`: epoch ms of the last wrong one. */
type Failures = { readonly count: number; readonly at: number }

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
function waitMs({ count, at }: Failures, now: number): number {
  const full = waitAfterMs(count)
  return Math.min(full, Math.max(0, at + full - now))
}

const recordSchema = z.object({
  /** `none`: no PIN is set. Null: the record cannot be read. It stays a lock, which no PIN opens. */
  pin: z.union([pinHashSchema, z.literal('none')]).nullable(),
  failures: z.object({ count: z.number().int().min(0), at: z.number() }),
})
type LockRecord = z.infer<typeof recordSchema>

export const NO_FAILURES: LockRecord['failures'] = { count: 0, at: 0 }
const NO_PIN: LockRecord = { pin: 'none', failures: NO_FAILURES }

/** In the ledger: unlike a keychain it is always available, and each write is durable when it returns. */
type LockRecordStore = Fact<string | undefined>

function readLockRecord(store: Pick<LockRecordStore, 'get'>): LockRecord {
  const text = store.get()
  if (text === undefined) return NO_PIN
  const parsed = recordSchema.safeParse(parseJsonText(text))
  return parsed.success ? parsed.data : { pin: null, failures: NO_FAILURES }
}

export const writeLockRecord = (store: Pick<LockRecordStore, 'set'>, record: LockRecord): void =>
  store.set(JSON.stringify(record))

/** Identifies the PIN of the record; `undefined` without a PIN. */
const saltOf = ({ pin }: LockRecord): string | undefined => (pin === null || pin === 'none' ? undefined : pin.salt)

export type LockOptions = {
  readonly store: LockRecordStore
  /** `platform`: epoch ms; `monotonic`: milliseconds of the monotonic clock. */
  readonly clock: { platform(): number; monotonic(): number }
  /** Whether the set-up is under way: then the first PIN needs no secret. */
  readonly isSetupUnderWay: () => boolean
  /** The connection in use, whose client secret the first PIN after the set-up needs. */
  readonly connection: ConnectionSource
  /** Called with a client secret that was entered and is right: it may still be on the clipboard. */
  readonly onSecretUsed?: ((secret: string) => void) | undefined
  readonly log: Log
}

/** Compares PINs and secrets that are entered, and counts the attempts in the ledger. */
interface AttemptChecks {
  checkPin(pin: string, known: LockRecord): Promise<CallResult<null>>
  /**
   * Whether the first PIN may be set.
   * SECURITY: first-pin (docs/security.md). After the set-up only a person with the client secret sets the first PIN: a
   * guest at the counter who set one would lock the shop out of its settings.
   */
  checkFirstPin(clientSecret: string | undefined): Promise<CallResult<null>>
}

function createAttemptChecks(options: LockOptions): AttemptChecks {
  const { store, clock, isSetupUnderWay, connection, onSecretUsed = () => undefined, log } = options
  const record = (): LockRecord => readLockRecord(store)
  const hasToWait = ({ failures }: LockRecord): boolean => waitMs(failures, clock.platform()) > 0

  /** An attempt is counted before it is checked, so that ending the program meanwhile gives no free guess. */
  const countAttempt = (known: LockRecord): number => {
    const count = known.failures.count + 1
    writeLockRecord(store, { ...known, failures: { count, at: clock.platform() } })
    return count
  }

  return {
    async checkPin(pin, known) {
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

    async checkFirstPin(clientSecret) {
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

/** After the PIN was entered, guarded calls are allowed for this time: enough to change a few settings. Then it locks again. */
const OPEN_MS = 5 * 60_000

/** Until when a session is open, in monotonic ms, and the PIN (by its salt) that opened it: a changed one closes it. */
type Opening = { until: number; salt: string | undefined }

const newOpening = (): Opening => ({ until: Number.NEGATIVE_INFINITY, salt: undefined })

/** The lock of one screen. */
export interface LockSession {
  status(): LockStatus
  /** Whether guarded calls are allowed now, without extending the time. */
  isOpen(): boolean
  /** Whether guarded calls are allowed now. If so, extends the time until the lock closes. */
  admits(): boolean
  unlock(pin: string): Promise<CallResult<LockStatus>>
  lockNow(): CallResult<LockStatus>
}

export interface Lock extends LockSession {
  /** A session for another screen with the same PIN, unlocked separately. Attempts are counted over all sessions. */
  newSession(): LockSession
  /**
   * Sets, changes or (null) removes the PIN. `current` is needed while one is set, and `clientSecret` while none is and
   * the set-up is finished.
   */
  set(change: CallArgs<'lock:set'>): Promise<CallResult<LockStatus>>
  /** Removes a lost PIN. Only a user of this machine's account can request it, by a switch at the start. */
  clearPin(): void
}

interface Sessions {
  of(opening: Opening): LockSession
  open(opening: Opening, known: LockRecord): void
  enterPin(opening: Opening, pin: string, known: LockRecord): Promise<CallResult<null>>
  /** One attempt at a time: parallel guesses would all be checked before the first is counted. */
  oneAtATime(opening: Opening, work: () => Promise<CallResult<null>>): Promise<CallResult<LockStatus>>
}

function createSessions({ store, clock, isSetupUnderWay, log }: LockOptions, checks: AttemptChecks): Sessions {
  let isChecking = false

  const record = (): LockRecord => readLockRecord(store)
  const isOpen = (opening: Opening, known = record()): boolean =>
    known.pin === 'none' || (clock.monotonic() < opening.until && opening.salt === saltOf(known))
  const open = (opening: Opening, known: LockRecord): void => {
    opening.until = clock.monotonic() + OPEN_MS
    opening.salt = saltOf(known)
  }
  const waitOf = ({ failures }: LockRecord): number => waitMs(failures, clock.platform())

  const status = (opening: Opening): LockStatus => {
    const known = record()
    if (known.pin === 'none') {
      const needsSecret = isSetupUnderWay() ? {} : { needsSecret: true }
      return { isSet: false, isOpen: true, ...needsSecret, waitMs: waitOf(known) }
    }
    const isOpenNow = isOpen(opening, known)
    return {
      isSet: true,
      isOpen: isOpenNow,
      ...(isOpenNow ? { locksInMs: opening.until - clock.monotonic() } : {}),
      waitMs: waitOf(known),
    }
  }

  const enterPin = async (opening: Opening, pin: string, known: LockRecord): Promise<CallResult<null>> => {
    const checked = await checks.checkPin(pin, known)
    if (!checked.ok) return checked
    open(opening, known)
    log.info('lock-opened')
    return checked
  }

  const oneAtATime = async (
    opening: Opening,
    work: () => Promise<CallResult<null>>,
  ): Promise<CallResult<LockStatus>> => {
    if (isChecking) return fail('wait', 'Another attempt is being checked')
    isChecking = true
    try {
      const done = await work()
      return done.ok ? ok(status(opening)) : done
    } catch (error) {
      log.error('lock-failed', { error: messageOf(error) })
      return fail('storage', 'The lock could not be read or written')
    } finally {
      isChecking = false
    }
  }

  const sessionOf = (opening: Opening): LockSession => ({
    status: () => status(opening),
    isOpen: () => isOpen(opening),
    admits() {
      const known = record()
      if (!isOpen(opening, known)) return false
      if (known.pin !== 'none') opening.until = clock.monotonic() + OPEN_MS
      return true
    },
    unlock: (pin) =>
      oneAtATime(opening, async () => {
        const known = record()
        return known.pin === 'none' ? ok(null) : enterPin(opening, pin, known)
      }),
    lockNow() {
      opening.until = Number.NEGATIVE_INFINITY
      return ok(status(opening))
    },
  })

  return { of: sessionOf, open, enterPin, oneAtATime }
}

/**
 * The optional PIN. The main process decides: a page that was tampered with, or a second window, opens nothing.
 * It protects against guests at the counter, not against the user of the operating system's account.
 */
export function createLock(options: LockOptions): Lock {
  const { store, log } = options
  const checks = createAttemptChecks(options)
  const sessions = createSessions(options, checks)
  const ownOpening = newOpening()

  return {
    ...sessions.of(ownOpening),
    newSession: () => sessions.of(newOpening()),
    set: ({ pin, current, clientSecret }) =>
      sessions.oneAtATime(ownOpening, async () => {
        const known = readLockRecord(store)
        const isSet = known.pin !== 'none'
        // Nothing to remove. The count of wrong secrets stays.
        if (!isSet && pin === null) return ok(null)
        if (isSet && current === undefined) return fail('locked', 'The PIN that is set is needed')
        const checked = await (current !== undefined && isSet
          ? sessions.enterPin(ownOpening, current, known)
          : checks.checkFirstPin(clientSecret))
        if (!checked.ok) return checked
        if (pin === null) store.set(undefined)
        else writeLockRecord(store, { pin: await hashPin(pin), failures: NO_FAILURES })
        sessions.open(ownOpening, readLockRecord(store))
        log.info('pin-changed', { state: pin === null ? 'none' : 'set' })
        return ok(null)
      }),
    clearPin() {
      if (store.get() === undefined) return
      store.set(undefined)
      log.warn('pin-forgotten')
    },
  }
}
