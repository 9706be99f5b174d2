import { type MonotonicMs, monotonicMs } from '../../shared/time/time.ts'

/** The monotonic clock of this window, in milliseconds. No other file of the window reads a clock. */
export const monotonicNow = (): MonotonicMs => monotonicMs(performance.now())

/** An input of a person, by the same clock. */
export type Input = {
  /** When the finger went down. */
  readonly began: MonotonicMs
  /** When the input was made: a touch at its end. */
  readonly at: MonotonicMs
  /** Its place; absent for a key. */
  readonly point?: { readonly x: number; readonly y: number }
}

let handled: Input | undefined

function inputOf(event: Event | undefined): Input {
  const at = monotonicMs(event?.timeStamp ?? performance.now())
  // A key makes a click without a place.
  return event instanceof MouseEvent && (event.type !== 'click' || event.detail > 0)
    ? { began: at, at, point: { x: event.clientX, y: event.clientY } }
    : { began: at, at }
}

/**
 * The input that is handled now. A busy window handles an input late: two taps then look further apart than they were.
 * Outside of an input it is the present time.
 */
export const inputNow = (): Input => handled ?? inputOf(globalThis.event)

/** Runs something as part of `input`. */
export function handleAs(input: Input, run: () => void): void {
  const outer = handled
  handled = input
  try {
    run()
  } finally {
    handled = outer
  }
}

/** Clicks a button as part of the input that is handled now. */
export const clickNow = (button: HTMLElement | null | undefined): void => handleAs(inputNow(), () => button?.click())
