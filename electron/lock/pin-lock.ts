import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallArgs, CallResult } from '../../shared/contract.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import type { LockStatus } from '../../shared/lock.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { waitMs } from './attempts.ts'
import { hashPin, isPinOf, pinHashSchema } from './pin-hash.ts'

/** After the PIN was entered, guarded calls are allowed for this time: enough to change a few settings. Then it locks again. */
const OPEN_MS = 5 * 60_000

const recordSchema = z.object({
  /** `none`: no PIN is set. Null: the record cannot be read. It stays a lock, which no PIN opens. */
  pin: z.union([pinHashSchema, z.literal('none')]).nullable(),
  failures: z.object({ count: z.number().int().min(0), at: z.number() }),
})
type LockRecord = z.infer<typeof recordSchema>

const NO_FAILURES: LockRecord['failures'] = { count: 0, at: 0 }
const NO_PIN: LockRecord = { pin: 'none', failures: NO_FAILURES }

export type LockParts = {
  /** The ledger: unlike a keychain it is always available, and each write is durable when it returns. */
  readonly store: { lockRecord(): string | undefined; saveLockRecord(record: string | undefined): void }
  /** `now`: epoch ms; `monotonic`: milliseconds of the monotonic clock. */
  readonly clock: { platform(): number; monotonic(): number }
  /** Whether the set-up is under way: then the first PIN needs no secret. */
  readonly isSetupUnderWay: () => boolean
  /** The connection in use, whose client secret the first PIN after the set-up needs. */
  readonly connection: ConnectionSource
  /** Called with a client secret that was entered and is right: it may still be on the clipboard. */
  readonly onSecretUsed?: ((secret: string) => void) | undefined
  readonly log: Log
}

/** The lock of one screen. */
export type LockSession = {
  status(): LockStatus
  /** Whether guarded calls are allowed now. If so, extends the time until the lock closes. */
  admits(): boolean
  /** Whether guarded calls are allowed now, without extending the time. */
  isOpen(): boolean
  unlock(pin: string): Promise<CallResult<LockStatus>>
  lockNow(): CallResult<LockStatus>
}

/** Until when a session is open, in monotonic ms, and the PIN (by its salt) that opened it: a changed one closes it. */
type Opening = { until: number; salt: string | undefined }

const newOpening = (): Opening => ({ until: Number.NEGATIVE_INFINITY, salt: undefined })

/**
 * The optional PIN. The main process decides: a page that was tampered with, or a second window, opens nothing.
 * It protects against guests at the counter, not against the user of the operating system's account.
 */
export type Lock = LockSession & {
  /** A session for another screen with the same PIN, unlocked separately. Attempts are counted over all sessions. */
  newSession(): LockSession
  /**
   * Sets, changes or (null) removes the PIN. `current` is needed while one is set, and `clientSecret` while none is and
   * the set-up is finished.
   */
  set(args: CallArgs<'lock:set'>): Promise<CallResult<LockStatus>>
  /** Removes a lost PIN. Only a user of this machine's account can request it, by a switch at the start. */
  clearPin(): void
}

const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())

export function createLock({
  store,
  clock,
  isSetupUnderWay,
  connection,
  onSecretUsed = () => undefined,
  log,
}: LockParts): Lock {
  const stationOpening = newOpening()
  let isChecking = false

  const record = (): LockRecord => readRecord(store.lockRecord())
  const save = (next: LockRecord): void => store.saveLockRecord(JSON.stringify(next))
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

  /** An attempt is counted before it is checked, so that ending the program meanwhile gives no free guess. */
  const countAttempt = (known: LockRecord): number => {
    const count = known.failures.count + 1
    save({ ...known, failures: { count, at: clock.platform() } })
    return count
  }

  const checkPin = async (opening: Opening, pin: string, known: LockRecord): Promise<CallResult<null>> => {
    if (waitOf(known) > 0) return fail('wait', 'Too many wrong PINs')
    const attempts = countAttempt(known)
    const isRight = known.pin !== null && known.pin !== 'none' && (await isPinOf(pin, known.pin))
    if (!isRight) {
      log.warn('pin-refused', { attempts })
      return fail('wrong-pin', 'The PIN is wrong')
    }
    // The PIN was changed or removed meanwhile: this attempt was for another PIN.
    if (saltOf(record()) !== saltOf(known)) return fail('wrong-pin', 'The PIN was changed meanwhile')
    save({ ...known, failures: NO_FAILURES })
    open(opening, known)
    log.info('lock-opened')
    return ok(null)
  }

  /**
   * SECURITY: first-pin (docs/security.md). After the set-up only a person with the client secret sets the first PIN: a
   * guest at the counter who set one would lock the shop out of its settings.
   */
  const checkConsent = async (entered: string | undefined): Promise<CallResult<null>> => {
    if (isSetupUnderWay()) return ok(null)
    if (entered === undefined) return fail('not-allowed', 'The first PIN needs the client secret')
    if (waitOf(record()) > 0) return fail('wait', 'Too many wrong secrets')
    const kept = await connection()
    if (!kept.ok) return fail('secret-unavailable', 'There is no secret to compare with')
    const attempts = countAttempt(record())
    const secret = entered.trim()
    if (!isSameSecret(secret, kept.value.clientSecret)) {
      log.warn('secret-refused', { attempts })
      return fail('wrong-secret', 'This is not the client secret of the connection')
    }
    onSecretUsed(secret)
    return ok(null)
  }

  /** One attempt at a time: parallel guesses would all be checked before the first is counted. */
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
      log.error('lock-failed', { error: error instanceof Error ? error.message : String(error) })
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
        return known.pin === 'none' ? ok(null) : checkPin(opening, pin, known)
      }),
    lockNow() {
      opening.until = Number.NEGATIVE_INFINITY
      return ok(status(opening))
    },
  })

  return {
    ...sessionOf(stationOpening),
    newSession: () => sessionOf(newOpening()),
    set: ({ pin, current, clientSecret }) =>
      oneAtATime(stationOpening, async () => {
        const known = record()
        const isSet = known.pin !== 'none'
        // Nothing to remove. The count of wrong secrets stays.
        if (!isSet && pin === null) return ok(null)
        if (isSet && current === undefined) return fail('locked', 'The PIN that is set is needed')
        const checked = await (current !== undefined && isSet
          ? checkPin(stationOpening, current, known)
          : checkConsent(clientSecret))
        if (!checked.ok) return checked
        if (pin === null) store.saveLockRecord(undefined)
        else save({ pin: await hashPin(pin), failures: NO_FAILURES })
        open(stationOpening, record())
        log.info('pin-changed', { state: pin === null ? 'none' : 'set' })
        return ok(null)
      }),
    clearPin() {
      if (store.lockRecord() === undefined) return
      store.saveLockRecord(undefined)
      log.warn('pin-forgotten')
    },
  }
}

const saltOf = ({ pin }: LockRecord): string | undefined => (pin === null || pin === 'none' ? undefined : pin.salt)

function readRecord(text: string | undefined): LockRecord {
  if (text === undefined) return NO_PIN
  const parsed = recordSchema.safeParse(parseJsonText(text))
  return parsed.success ? parsed.data : { pin: null, failures: NO_FAILURES }
}
