import { randomInt } from 'node:crypto'
import type { PairingEnding, PairingState } from '../../shared/screens.ts'

/** How long a code is good for. */
export const PAIRING_MS = 3 * 60_000
/** Guesses that one code allows. */
export const MOST_ATTEMPTS = 5
const CODE_DIGITS = 6

/** One guess at the code. It is spent when it is given, whatever becomes of it. */
export type Attempt = {
  readonly code: string
  /** Ends the pairing with success. False when the code was used, ran out or was replaced in the meantime. */
  use(name: string): boolean
  /** The guess was wrong or was broken off: after the last one the code is worth nothing. */
  fail(): void
}

/**
 * The one pairing that a person at the station has open: one code, for one screen, for minutes, for a few guesses.
 * The code lives in memory only.
 */
export type PairingSession = {
  /** Shows a new code; an open one is worth nothing afterwards. */
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
      open = { code: makeCode(), endsAt: monotonicNow() + PAIRING_MS, attemptsLeft: MOST_ATTEMPTS }
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
      // The last guess is being judged.
      if (opened.attemptsLeft === 0) return undefined
      // Counted before it is judged: a guess that is broken off is a guess too.
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
