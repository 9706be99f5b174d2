import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import type { LockStatus } from '../../shared/contract/lock.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import {
  type AttemptChecksParts,
  createAttemptChecks,
  hashPin,
  type LockRecord,
  NO_FAILURES,
  readLockRecord,
  saltOf,
  waitMs,
  writeLockRecord,
} from './attempt-checks.ts'

/** After the PIN was entered, guarded calls are allowed for this time: enough to change a few settings. Then it locks again. */
const OPEN_MS = 5 * 60_000

export type LockParts = Omit<AttemptChecksParts, 'now'> & {
  /** `platform`: epoch ms; `monotonic`: milliseconds of the monotonic clock. */
  readonly clock: { platform(): number; monotonic(): number }
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

export function createLock(parts: LockParts): Lock {
  const { store, clock, isSetupUnderWay, log } = parts
  const checks = createAttemptChecks({ ...parts, now: clock.platform })
  const ownOpening = newOpening()
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

  return {
    ...sessionOf(ownOpening),
    newSession: () => sessionOf(newOpening()),
    set: ({ pin, current, clientSecret }) =>
      oneAtATime(ownOpening, async () => {
        const known = record()
        const isSet = known.pin !== 'none'
        // Nothing to remove. The count of wrong secrets stays.
        if (!isSet && pin === null) return ok(null)
        if (isSet && current === undefined) return fail('locked', 'The PIN that is set is needed')
        const checked = await (current !== undefined && isSet
          ? enterPin(ownOpening, current, known)
          : checks.checkFirstPin(clientSecret))
        if (!checked.ok) return checked
        if (pin === null) store.set(undefined)
        else writeLockRecord(store, { pin: await hashPin(pin), failures: NO_FAILURES })
        open(ownOpening, record())
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
