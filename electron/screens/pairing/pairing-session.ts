import { randomInt } from 'node:crypto'
import type { PairingEnding, PairingState } from '../../../shared/screens.ts'

/** How long a pairing code is valid. */
export const PAIRING_MS = 10 * 60_000
/** Guesses that one code allows. */
export const MAX_ATTEMPTS = 5
/** Length of the pairing code. */
const CODE_DIGITS = 6

/** One attempt to enter the code. It is counted when it is made, whatever its result. */
export type Attempt = {
  readonly code: string
  /** Ends the pairing with success. False when the code was used, ran out or was replaced in the meantime. */
  use(name: string): boolean
  /** Call after a wrong or aborted attempt: after the last one the code is invalid. */
  fail(): void
}

/**
 * The pairing that is open at the station: one code, for one screen, for ten minutes and five attempts. The code is
 * in memory only.
 */
export type PairingSession = {
  /** Makes a new code; an earlier one becomes invalid. */
  open(): void
  stop(): void
  state(): PairingState
  /** `undefined`: no pairing is open. */
  attempt(): Attempt | undefined
}

type Open = { readonly code: string; readonly endsAt: number; attemptsLeft: number }

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** @param monotonicNow milliseconds of the monotonic clock */
export function createPairingSession(monotonicNow: () => number, makeCode: () => string = newCode): PairingSession {
  let open: Open | undefined
  let ending: PairingEnding | undefined

  const end = (how: PairingEnding): void => {
    open = undefined
    ending = how
  }
  const current = (): Open | undefined => {
    if (open !== undefined && monotonicNow() >= open.endsAt) end({ kind: 'expired' })
    return open
  }

  return {
    open() {
      open = { code: makeCode(), endsAt: monotonicNow() + PAIRING_MS, attemptsLeft: MAX_ATTEMPTS }
      ending = undefined
    },
    stop() {
      if (current() !== undefined) end({ kind: 'stopped' })
    },
    state() {
      const now = current()
      if (now === undefined) return { state: 'closed', ...(ending === undefined ? {} : { ending }) }
      const { code, endsAt, attemptsLeft } = now
      return { state: 'open', code, endsInMs: endsAt - monotonicNow(), attemptsLeft }
    },
    attempt() {
      const opened = current()
      if (opened === undefined) return undefined
      // The last attempt is being checked.
      if (opened.attemptsLeft === 0) return undefined
      // Counted before it is checked: an aborted attempt counts too.
      opened.attemptsLeft -= 1
      return {
        code: opened.code,
        use(name) {
          if (current() !== opened) return false
          end({ kind: 'paired', name })
          return true
        },
        fail() {
          if (current() === opened && opened.attemptsLeft === 0) end({ kind: 'too-many-attempts' })
        },
      }
    },
  }
}
