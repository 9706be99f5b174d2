import { type HandedOver, openFence } from '../../storage/carry-ledger.ts'
import type { Facts } from '../../storage/ports.ts'
import type { Clock } from '../../sync/clock.ts'

/** The main computer gives its role to a screen. */
export interface HandOver {
  /**
   * `undefined`: this main computer has its role. `isSettled`: the role was given away before this start, so no work
   * is under way.
   */
  state():
    | (HandedOver & {
        readonly isSettled: boolean
      })
    | undefined
  /**
   * From now on nothing is requested from the platform and taps are refused, also after a restart. @param to key of the
   * screen
   */
  begin(to: string): void
  /** Records that the receiver has the ledger. False: the role was taken back before. Durable on return. */
  recordTaken(): boolean
  /** False: the other machine has taken the role. */
  takeBack(): boolean
}

/**
 * The fence is a file beside the ledger. It is written first, because a ledger that is restored from an older copy has no
 * mark.
 */
export function openHandOver(
  folder: string,
  ledger: { readonly facts: Pick<Facts, 'handedOverAt' | 'handedOverTo'> },
  clock: Pick<Clock, 'wall'>,
): HandOver {
  const fence = openFence(folder)
  const inLedger = (): HandedOver | undefined => {
    const at = ledger.facts.handedOverAt.get()
    const to = ledger.facts.handedOverTo.get()
    return at === undefined ? undefined : { at, ...(to === undefined ? {} : { to }) }
  }
  let known = fence.handedOver() ?? inLedger()
  const isSettled = known !== undefined
  let isTakenBack = false
  const mark = ({ at, to }: HandedOver): void => {
    ledger.facts.handedOverTo.set(to)
    ledger.facts.handedOverAt.set(at)
  }
  // The ledger was restored from an older copy, or the program ended between the two writes.
  if (known !== undefined && inLedger() === undefined) mark(known)
  return {
    state: () => (known === undefined ? undefined : { ...known, isSettled }),
    begin(to) {
      const handed = { at: clock.wall(), to }
      fence.raise(handed)
      known = handed
      mark(handed)
    },
    recordTaken() {
      if (isTakenBack) return false
      fence.recordTaken()
      known = fence.handedOver()
      return known?.isTaken === true
    },
    takeBack() {
      if (known?.isTaken === true) return false
      // This process keeps the state of a hand-over; the next process has the role.
      isTakenBack = true
      ledger.facts.handedOverAt.set(undefined)
      ledger.facts.handedOverTo.set(undefined)
      fence.remove()
      return true
    },
  }
}
