import type { WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'

const PULSE_MS = 5_000
/** Pulses without an answer after which a page counts as hung. */
const MISSES = 3
/** The same while a page loads, which a slow disk or a virus scanner may hold up: two minutes. */
const MISSES_WHILE_LOADING = 24

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
    // The machine slept: the page had as little time as this timer.
    if (now() - lastAt > 2 * PULSE_MS) forget()
    lastAt = now()
    const isLoading = contents.isLoadingMainFrame()
    if (!isLoading && !isWaiting) {
      ask()
      return
    }
    misses += 1
    if (misses < (isLoading ? MISSES_WHILE_LOADING : MISSES)) return
    log.error('screen-hung')
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
