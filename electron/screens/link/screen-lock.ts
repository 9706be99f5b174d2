import type { CallResult } from '../../../shared/contract/contract.ts'
import { type LockStatus, lockStatusSchema } from '../../../shared/contract/lock.ts'

const WAS_SET = 'set'
const OPEN: LockStatus = { isSet: false, isOpen: true, waitMs: 0 }
const CLOSED: LockStatus = { isSet: true, isOpen: false, waitMs: 0 }

/** The lock of a screen. The main computer checks the PIN and unlocks this screen only. */
export interface ScreenLock {
  status(): LockStatus
  admits(): boolean
  isOpen(): boolean
  /** Applies the main computer's answer to a call of the lock. */
  update(answer: CallResult<unknown>): void
  /** Removes a lost PIN until the main computer is reached again. */
  clearPin(): void
}

export function createScreenLock(parts: {
  /** Whether a PIN was set when the main computer was last reached: a disconnected cable must not unlock the screen. */
  readonly remembered: string | undefined
  readonly saveState: (isSet: string) => void
  readonly monotonic: () => number
}): ScreenLock {
  let known = parts.remembered === WAS_SET ? CLOSED : OPEN
  let updatedAt = parts.monotonic()

  const status = (): LockStatus => {
    if (!known.isSet || !known.isOpen) return known
    const locksInMs = (known.locksInMs ?? 0) - (parts.monotonic() - updatedAt)
    return locksInMs > 0 ? { ...known, locksInMs } : CLOSED
  }
  return {
    status,
    admits: () => status().isOpen,
    isOpen: () => status().isOpen,
    update(answer) {
      const read = answer.ok ? lockStatusSchema.safeParse(answer.value) : undefined
      if (!read?.success) return
      if (read.data.isSet !== known.isSet) parts.saveState(read.data.isSet ? WAS_SET : 'none')
      known = read.data
      updatedAt = parts.monotonic()
    },
    clearPin() {
      known = OPEN
      parts.saveState('none')
    },
  }
}
