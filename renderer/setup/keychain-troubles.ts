import type { KeepTrouble } from '../../shared/contract/setup.ts'
import type { Trouble } from '../../shared/time/freshness.ts'

/** Problems of a connection that the keychain causes and a person can solve, and the key of the text with the solution. */
const ADVICE = {
  'keychain-locked': 'locked',
  'keychain-absent': 'absent',
  'keychain-denied': 'denied',
  'keychain-failing': 'failing',
  'keychain-no-library': 'no-library',
  'keychain-no-session': 'no-session',
  'keychain-too-long': 'too-long',
} as const satisfies { readonly [K in KeepTrouble as `keychain-${K}`]: K }

export const isKeychainTrouble = (trouble: Trouble | undefined): trouble is keyof typeof ADVICE =>
  trouble !== undefined && trouble in ADVICE

export const keychainAdviceOf = (trouble: keyof typeof ADVICE): KeepTrouble => ADVICE[trouble]
