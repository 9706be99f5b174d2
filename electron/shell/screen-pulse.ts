import type { WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'

const PULSE_MS = 200
/** At most this much of the time between two pulses counts as time without an answer of the page. The rest is a delay of this process. */
const COUNTED_MS = PULSE_MS + 100
/** Delay of a pulse that shows that the machine slept or was overloaded. */
const LATE_MS = 1_000
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
 * Ends a page that hangs while it is not touched: the safe page replaces it. Chromium's `unresponsive` needs input. A
 * loading page is not tested, because `executeJavaScript` waits for it (Electron's lib/browser/api/web-contents.ts).
 *
 *     asked ──any answer──▶ alive ──200 ms──▶ asked
 *       └──silent for 5 s (10, then 15 after hangs or under load)──▶ its process is ended ──▶ renderer-recovery.ts
 *     loading ──loaded──▶ alive        loading for two minutes: ended, too
 */
export function watchPulse(parts: {
  readonly contents: PulsingContents
  readonly log: Log
  /** Monotonic ms. */
  readonly now: () => number
  /** Whether programs wait long for a processor: silence is then no sign of a hang. */
  readonly isOverloaded: () => boolean
}): void {
  const { contents, log, now, isOverloaded } = parts
  let silentMs = 0
  let isWaiting = false
  let asked = 0
  let lastAt = now()
  let hangs: readonly number[] = []

  /** Drops answers and open pulses of a page that was replaced. */
  const dropOpenPulse = (): void => {
    asked += 1
    silentMs = 0
    isWaiting = false
  }
  const sendPulse = (): void => {
    asked += 1
    isWaiting = true
    const question = asked
    const answered = (): void => {
      if (question === asked) dropOpenPulse()
    }
    // The simplest script: any answer proves that the page's thread runs.
    contents.executeJavaScript('0').then(answered, answered)
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
    if (sinceLast > PULSE_MS + LATE_MS) dropOpenPulse()
    const isLoading = contents.isLoadingMainFrame()
    if (!isLoading && !isWaiting) {
      sendPulse()
      return
    }
    silentMs += Math.min(sinceLast, COUNTED_MS)
    hangs = hangs.filter((at) => lastAt - at < HANG_COUNTED_FOR_MS)
    if (silentMs < endAfterMs(isLoading)) return
    hangs = [...hangs, lastAt]
    log.error('screen-hung', { durationMs: Math.round(silentMs) })
    dropOpenPulse()
    contents.forcefullyCrashRenderer()
  }

  const timer = setInterval(check, PULSE_MS)
  contents.on('did-start-loading', dropOpenPulse)
  contents.on('did-stop-loading', dropOpenPulse)
  contents.on('render-process-gone', dropOpenPulse)
  contents.on('destroyed', () => clearInterval(timer))
}
