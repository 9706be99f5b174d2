import { type CallName, callRow } from '../../shared/contract/calls.ts'
import { type Failure, fail } from '../../shared/result.ts'

/** Work that arrives from outside: a call of a window or a screen (a screen's tap is `order:act`), or a delivery by webhook. */
export type Work = CallName | 'delivery'

/**
 * The one step before any handler: `undefined` admits the work, else it is refused with this reason.
 * @param isUnlocked whether calls that the PIN guards are answered now
 */
export type Admit = (work: Work, isUnlocked: () => boolean) => Failure<'storage' | 'not-allowed' | 'locked'> | undefined

/**
 * Without parts only the PIN decides: a screen has a storage of its own and no queue of orders.
 * @param hasStorage whether the ledger is open
 */
export const createAdmission =
  (hasStorage = true, isHandedOver: () => boolean = () => false): Admit =>
  (work, isUnlocked) => {
    const { needs, isGuarded } = work === 'delivery' ? ({ needs: 'queue' } as const) : callRow(work)
    if (needs !== undefined && !hasStorage) return fail('storage', 'The storage cannot be opened')
    // It would be lost with the ledger.
    if (needs === 'queue' && isHandedOver())
      return fail('not-allowed', 'The queue of orders was handed to another main computer')
    // SECURITY: pin-lock (docs/security.md). Decided here, so that no handler and no page can omit it.
    return isGuarded === true && !isUnlocked() ? fail('locked', 'The PIN has to be entered first') : undefined
  }
