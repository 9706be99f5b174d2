import { createHash, timingSafeEqual } from 'node:crypto'
import type { CallResult } from '../../shared/contract.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import {
  type LockRecord,
  type LockRecordStore,
  NO_FAILURES,
  readLockRecord,
  saltOf,
  writeLockRecord,
} from './lock-record.ts'
import { isPinOf } from './pin-hash.ts'
import { waitMs } from './wait-after-failures.ts'

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

/** Compares PINs and secrets that are entered, and counts the attempts in the ledger. */
export type AttemptChecks = {
  checkPin(pin: string, known: LockRecord): Promise<CallResult<null>>
  /** Whether the first PIN may be set. */
  checkFirstPin(clientSecret: string | undefined): Promise<CallResult<null>>
}

const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())

export function createAttemptChecks({
  store,
  now,
  isSetupUnderWay,
  connection,
  onSecretUsed = () => undefined,
  log,
}: AttemptChecksParts): AttemptChecks {
  const record = (): LockRecord => readLockRecord(store)
  const hasToWait = ({ failures }: LockRecord): boolean => waitMs(failures, now()) > 0

  /** An attempt is counted before it is checked, so that ending the program meanwhile gives no free guess. */
  const countAttempt = (known: LockRecord): number => {
    const count = known.failures.count + 1
    writeLockRecord(store, { ...known, failures: { count, at: now() } })
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

    /**
     * SECURITY: first-pin (docs/security.md). After the set-up only a person with the client secret sets the first PIN: a
     * guest at the counter who set one would lock the shop out of its settings.
     */
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
