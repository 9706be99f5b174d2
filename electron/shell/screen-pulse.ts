import type { WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'
import type { BoardCover } from './board-cover.ts'

const PULSE_MS = 200
/** At most this much of the time between two pulses counts as time without an answer of the page. The rest is a delay of this process. */
const COUNTED_MS = PULSE_MS + 100
/** Delay of a pulse that shows that the machine slept or was overloaded. */
const LATE_MS = 1_000
/** Silence after which the list of orders is loaded behind the board. */
const PREPARE_MS = 500
/** Silence after which the list is shown over the board: more than a second, so that a page may work for one. */
const COVER_MS = 1_150
/** Answers that a page has to give after it was loaded, or after a late pulse, before it can be covered: two seconds. */
const ANSWERS_BEFORE_COVER = 10
/** Number of answers that end the cover. A single one may come between two long tasks. */
const ANSWERS_TO_UNCOVER = 2
/** Silence after which a page counts as hung and is ended. docs/reliability.md, "A window that hangs" */
const END_MS = 5_000
/** A machine that is only slow gets more time after each end: five, ten, then fifteen seconds. An overloaded one has fifteen. */
const MAX_END_MS = 3 * END_MS
/** A hang this old no longer counts. */
const HANG_COUNTED_FOR_MS = 5 * 60_000
/** Time for a page to load, which a slow disk or a virus scanner may hold up. */
const END_LOADING_MS = 120_000

export type PulsingContents = Pick<
  WebContents,
  'on' | 'isDestroyed' | 'isLoadingMainFrame' | 'executeJavaScript' | 'forcefullyCrashRenderer'
>

/**
 * Detects a page that hangs while it is not touched: first the open orders are shown over it, later it is ended.
 * Chromium's own `unresponsive` needs unanswered input, and a kitchen looks at its screen far more often than it touches
 * it. A loading page is not tested: `executeJavaScript` waits until it has loaded (Electron's
 * lib/browser/api/web-contents.ts).
 */
export function watchPulse(parts: {
  readonly contents: PulsingContents
  readonly log: Log
  /** Monotonic ms. */
  readonly now: () => number
  /** Whether programs wait long for a processor: silence is then no sign of a hang. */
  readonly isOverloaded: () => boolean
  readonly cover: BoardCover
}): void {
  const { contents, log, now, isOverloaded, cover } = parts
  let silentMs = 0
  let isWaiting = false
  let asked = 0
  let lastAt = now()
  let hangs: readonly number[] = []
  let answersInRow = 0
  let answersSinceCover = 0

  /** Drops answers and open pulses of a page that was replaced. */
  const dropOpenPulse = (): void => {
    asked += 1
    silentMs = 0
    isWaiting = false
  }
  const resetCounters = (): void => {
    dropOpenPulse()
    answersInRow = 0
    answersSinceCover = 0
  }
  const sendPulse = (): void => {
    asked += 1
    isWaiting = true
    const question = asked
    const answered = (): void => {
      if (question !== asked) return
      dropOpenPulse()
      answersInRow += 1
      answersSinceCover += 1
      if (answersSinceCover === ANSWERS_TO_UNCOVER) cover.remove()
      if (answersInRow >= ANSWERS_BEFORE_COVER) cover.startProcess()
    }
    // The simplest script: any answer proves that the page's thread runs.
    contents.executeJavaScript('0').then(answered, answered)
  }
  const coverWhenSilent = (): void => {
    if (silentMs < PREPARE_MS || answersInRow < ANSWERS_BEFORE_COVER) return
    answersSinceCover = 0
    if (silentMs < COVER_MS) cover.prepare()
    else cover.show()
  }
  const endAfterMs = (isLoading: boolean): number => {
    if (isLoading) return END_LOADING_MS
    return isOverloaded() ? MAX_END_MS : Math.min(END_MS * (hangs.length + 1), MAX_END_MS)
  }
  const check = (): void => {
    if (contents.isDestroyed()) return
    const sinceLast = now() - lastAt
    lastAt = now()
    // The page had as little time as this timer.
    if (sinceLast > PULSE_MS + LATE_MS) resetCounters()
    const isLoading = contents.isLoadingMainFrame()
    if (!isLoading && !isWaiting) {
      sendPulse()
      return
    }
    silentMs += Math.min(sinceLast, COUNTED_MS)
    if (!isLoading) coverWhenSilent()
    hangs = hangs.filter((at) => lastAt - at < HANG_COUNTED_FOR_MS)
    if (silentMs < endAfterMs(isLoading)) return
    hangs = [...hangs, lastAt]
    log.error('screen-hung', { durationMs: Math.round(silentMs) })
    resetCounters()
    // The page comes back as after any other end.
    contents.forcefullyCrashRenderer()
  }

  const timer = setInterval(check, PULSE_MS)
  contents.on('did-start-loading', resetCounters)
  contents.on('did-stop-loading', resetCounters)
  contents.on('render-process-gone', resetCounters)
  contents.on('destroyed', () => clearInterval(timer))
}
