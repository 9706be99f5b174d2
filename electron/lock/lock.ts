import { z } from 'zod'
import type { CallResult } from '../../shared/contract.ts'
import type { LockStatus } from '../../shared/lock.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import { waitMs } from './attempts.ts'
import { hashPin, isPinOf, pinHashSchema } from './pin-hash.ts'

/** Long enough to change a few settings, short enough for one who walks away from the screen. */
const OPEN_MS = 5 * 60_000

const recordSchema = z.object({
  /** Null: the record cannot be read. It stays a lock, which no PIN opens. */
  pin: pinHashSchema.nullable(),
  failures: z.object({ count: z.number().int().min(0), at: z.number() }),
})
type LockRecord = z.infer<typeof recordSchema>

const NO_FAILURES: LockRecord['failures'] = { count: 0, at: 0 }

export type LockParts = {
  /** The ledger fits: it is always there, which a keychain is not, and each write is durable when it returns. */
  readonly store: { lockRecord(): string | undefined; saveLockRecord(record: string | undefined): void }
  /** `now`: epoch ms; `monotonic`: ms of a clock that nobody sets. */
  readonly clock: { platform(): number; monotonic(): number }
  readonly log: Log
}

/**
 * The optional PIN. The main process decides: a page that was tampered with, or a second window, opens nothing.
 * It stands against guests at the counter, not against whoever has the account of the operating system.
 */
export type Lock = {
  status(): LockStatus
  /** Whether guarded calls are answered now; one that is keeps the lock open for as long again. */
  admits(): boolean
  /** The same without keeping it open. */
  isOpen(): boolean
  unlock(pin: string): Promise<CallResult<LockStatus>>
  /** Sets, changes or (null) takes away the PIN. `current` is needed while one is set. */
  set(pin: string | null, current: string | undefined): Promise<CallResult<LockStatus>>
  lockNow(): CallResult<LockStatus>
  /** The PIN is lost: takes it away. For whoever can start programs on this machine. */
  forget(): void
}

export function createLock({ store, clock, log }: LockParts): Lock {
  let openUntil = Number.NEGATIVE_INFINITY
  let isChecking = false

  const record = (): LockRecord | undefined => readRecord(store.lockRecord())
  const save = (next: LockRecord): void => store.saveLockRecord(JSON.stringify(next))
  const isOpen = (known = record()): boolean => known === undefined || clock.monotonic() < openUntil

  const status = (): LockStatus => {
    const known = record()
    if (known === undefined) return { isSet: false, isOpen: true, waitMs: 0 }
    const open = isOpen(known)
    return {
      isSet: true,
      isOpen: open,
      ...(open ? { locksInMs: openUntil - clock.monotonic() } : {}),
      waitMs: waitMs(known.failures, clock.platform()),
    }
  }

  /** An attempt is counted before it is judged, so that ending the program during it gives no free guess. */
  const check = async (pin: string, known: LockRecord): Promise<CallResult<null>> => {
    if (waitMs(known.failures, clock.platform()) > 0) return fail('wait', 'Too many wrong PINs')
    const count = known.failures.count + 1
    save({ ...known, failures: { count, at: clock.platform() } })
    const isRight = known.pin !== null && (await isPinOf(pin, known.pin))
    if (!isRight) {
      log.warn('pin-refused', { attempts: count })
      return fail('wrong-pin', 'The PIN is wrong')
    }
    const current = record()
    // Changed or taken away meanwhile: this attempt was for another PIN.
    if (current?.pin?.salt !== known.pin?.salt) return fail('wrong-pin', 'The PIN was changed meanwhile')
    save({ ...known, failures: NO_FAILURES })
    openUntil = clock.monotonic() + OPEN_MS
    log.info('lock-opened')
    return ok(null)
  }

  /** One at a time: guesses sent side by side would all be judged before the first is counted. */
  const alone = async (work: () => Promise<CallResult<null>>): Promise<CallResult<LockStatus>> => {
    if (isChecking) return fail('wait', 'Another attempt is being checked')
    isChecking = true
    try {
      const done = await work()
      return done.ok ? ok(status()) : done
    } catch (error) {
      log.error('lock-failed', { error: error instanceof Error ? error.message : String(error) })
      return fail('storage', 'The lock could not be read or written')
    } finally {
      isChecking = false
    }
  }

  return {
    status,
    isOpen: () => isOpen(),
    admits() {
      const known = record()
      if (!isOpen(known)) return false
      if (known !== undefined) openUntil = clock.monotonic() + OPEN_MS
      return true
    },
    unlock: (pin) =>
      alone(async () => {
        const known = record()
        return known === undefined ? ok(null) : check(pin, known)
      }),
    set: (pin, current) =>
      alone(async () => {
        const known = record()
        if (known !== undefined) {
          if (current === undefined) return fail('locked', 'The PIN that is set is needed')
          const checked = await check(current, known)
          if (!checked.ok) return checked
        }
        if (pin === null) store.saveLockRecord(undefined)
        else save({ pin: await hashPin(pin), failures: NO_FAILURES })
        openUntil = clock.monotonic() + OPEN_MS
        log.info('pin-changed', { state: pin === null ? 'none' : 'set' })
        return ok(null)
      }),
    lockNow() {
      openUntil = Number.NEGATIVE_INFINITY
      return ok(status())
    },
    forget() {
      if (store.lockRecord() === undefined) return
      store.saveLockRecord(undefined)
      log.warn('pin-forgotten')
    },
  }
}

function readRecord(text: string | undefined): LockRecord | undefined {
  if (text === undefined) return undefined
  const parsed = recordSchema.safeParse(parsedJson(text))
  return parsed.success ? parsed.data : { pin: null, failures: NO_FAILURES }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
