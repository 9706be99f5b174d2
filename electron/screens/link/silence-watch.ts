import type { Clock } from '../../sync/clock.ts'

export type SilenceWatch = {
  recordMessage(): void
  stop(): void
}

/** Calls `onSilent` when no message was recorded for `limitMs`. The limit may change while it runs. */
export function watchSilence(
  clock: Pick<Clock, 'monotonic' | 'setTimer'>,
  { limitMs, onSilent }: { readonly limitMs: () => number; readonly onSilent: () => void },
): SilenceWatch {
  let lastMessageAt = clock.monotonic()
  const leftMs = (): number => limitMs() - (clock.monotonic() - lastMessageAt)
  const schedule = (): (() => void) =>
    clock.setTimer(leftMs(), () => {
      if (leftMs() <= 0) onSilent()
      else cancel = schedule()
    })
  let cancel = schedule()
  return {
    recordMessage() {
      lastMessageAt = clock.monotonic()
    },
    stop: () => cancel(),
  }
}
