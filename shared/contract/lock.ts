import { z } from 'zod'
import { MAX_CREDENTIAL_CHARACTERS, PIN_DIGITS } from './values.ts'

/** The PIN that limits a guest at the counter to tapping orders. Without a PIN nothing is locked. */

export const pinSchema = z.string().regex(/^\d*$/).min(PIN_DIGITS.min).max(PIN_DIGITS.max)

/** The client secret as entered, to be compared with the stored one. */
export const enteredSecretSchema = z.string().min(1).max(MAX_CREDENTIAL_CHARACTERS)

export const lockStatusSchema = z.object({
  /** A PIN is set. */
  isSet: z.boolean(),
  /** Guarded calls are answered now: no PIN is set, or it was entered. */
  isOpen: z.boolean(),
  /** Milliseconds until the automatic lock; grows with every guarded call. Absent without a PIN or while locked. */
  locksInMs: z.number().optional(),
  /** No PIN is set and the set-up is finished: the first PIN needs the client secret of the connection. */
  needsSecret: z.boolean().optional(),
  /** Milliseconds until the next attempt is accepted; 0: now. */
  waitMs: z.number(),
})
export type LockStatus = z.infer<typeof lockStatusSchema>

/** The action for which a window asks for the PIN. */
export const LOCK_PURPOSES = ['quit'] as const
