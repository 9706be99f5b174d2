import type { Clock } from '../sync/clock.ts'

/** Shops that lost the same network must not all return in the same second. */
const RETURN_SPREAD_MS = 5_000

export type NetworkWatch = {
  /** To be called often; the operating system is asked, not listened to. */
  look(): void
  stop(): void
}

/** Tells when the operating system sees a network again, within a few seconds which chance decides. */
export function watchNetwork(parts: {
  readonly isOnline: () => boolean
  readonly clock: Pick<Clock, 'setTimer'>
  readonly random: () => number
  readonly onReturn: () => void
}): NetworkWatch {
  const { isOnline, clock, random, onReturn } = parts
  let wasOnline = isOnline()
  let cancel: (() => void) | undefined
  return {
    look() {
      const online = isOnline()
      if (online && !wasOnline) {
        cancel?.()
        cancel = clock.setTimer(random() * RETURN_SPREAD_MS, onReturn)
      }
      wasOnline = online
    },
    stop: () => cancel?.(),
  }
}
