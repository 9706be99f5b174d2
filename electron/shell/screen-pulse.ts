import type { WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'

const PULSE_MS = 1_000
/** Pulses without an answer after which a page counts as hung. docs/reliability.md, "A window that hangs" */
const PATIENCE = 5
/** A machine that is only slow gets more time after each end: five, ten, then fifteen pulses. */
const MOST_PATIENCE = 3 * PATIENCE
/** A hang this old no longer counts. */
const HANGS_COUNT_MS = 5 * 60_000
/** Pulses without an answer while a page loads, which a slow disk or a virus scanner may hold up: two minutes. */
const PATIENCE_WHILE_LOADING = 120

export type PulsingContents = Pick<
  WebContents,
  'on' | 'isDestroyed' | 'isLoadingMainFrame' | 'executeJavaScript' | 'forcefullyCrashRenderer'
>

export type PulseParts = {
  readonly contents: PulsingContents
  readonly log: Log
  /** Monotonic ms. */
  readonly now: () => number
}

/**
 * Detects a page that hangs while it is not touched. Chromium's own `unresponsive` needs unanswered input, and a
 * kitchen looks at its screen far more often than it touches it. A loading page is not tested: `executeJavaScript`
 * waits until it has loaded (Electron's lib/browser/api/web-contents.ts).
 */
export function watchPulse({ contents, log, now }: PulseParts): void {
  let misses = 0
  let isWaiting = false
  let asked = 0
  let lastAt = now()
  let hangs: readonly number[] = []

  /** Drops answers and open pulses of a page that was replaced. */
  const forget = (): void => {
    asked += 1
    misses = 0
    isWaiting = false
  }
  const ask = (): void => {
    asked += 1
    isWaiting = true
    const question = asked
    const answered = (): void => {
      if (question === asked) forget()
    }
    // The simplest script: any answer proves that the page's thread runs.
    contents.executeJavaScript('0').then(answered, answered)
  }
  const beat = (): void => {
    if (contents.isDestroyed()) return
    // The machine slept, or other programs have all of it: the page had as little time as this timer.
    if (now() - lastAt > 2 * PULSE_MS) forget()
    lastAt = now()
    const isLoading = contents.isLoadingMainFrame()
    if (!isLoading && !isWaiting) {
      ask()
      return
    }
    misses += 1
    hangs = hangs.filter((at) => lastAt - at < HANGS_COUNT_MS)
    const patience = isLoading ? PATIENCE_WHILE_LOADING : Math.min(PATIENCE * (hangs.length + 1), MOST_PATIENCE)
    if (misses < patience) return
    hangs = [...hangs, lastAt]
    log.error('screen-hung', { durationMs: misses * PULSE_MS })
    forget()
    // The page comes back as after any other end.
    contents.forcefullyCrashRenderer()
  }

  const timer = setInterval(beat, PULSE_MS)
  contents.on('did-start-loading', forget)
  contents.on('did-stop-loading', forget)
  contents.on('render-process-gone', forget)
  contents.on('destroyed', () => clearInterval(timer))
}
