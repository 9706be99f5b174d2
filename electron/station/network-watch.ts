import type { Clock } from '../sync/clock.ts'

/** Shops that lost the same network must not all return in the same second. */
const RETURN_SPREAD_MS = 5_000

export type NetworkWatch = {
  /**
   * Whether the operating system reports a network. Call often: Electron offers no event, so a reconnect is only
   * noticed if a call was made while the machine was offline.
   */
  isOnline(): boolean
  stop(): void
}

/** Reports that the operating system reports a network again, after a random delay of a few seconds. */
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
    isOnline() {
      const online = isOnline()
      if (online && !wasOnline) {
        cancel?.()
        cancel = clock.setTimer(random() * RETURN_SPREAD_MS, onReturn)
      }
      wasOnline = online
      return online
    },
    stop: () => cancel?.(),
  }
}
