import { type MonotonicMs, monotonicMs } from '../../shared/time/time.ts'

/** The monotonic clock of this window, in milliseconds. No other file of the window reads a clock. */
export const monotonicNow = (): MonotonicMs => monotonicMs(performance.now())

let clickedAt: MonotonicMs | undefined

/**
 * When the input was made that is handled now, by the same clock. A busy window handles an input late: two taps then look
 * further apart than they were. Outside of an input it is the present time.
 */
export const inputNow = (): MonotonicMs => clickedAt ?? monotonicMs(globalThis.event?.timeStamp ?? performance.now())

/** Clicks a button as part of the input that is handled now. */
export function clickNow(button: HTMLElement | null | undefined): void {
  clickedAt = inputNow()
  try {
    button?.click()
  } finally {
    clickedAt = undefined
  }
}
