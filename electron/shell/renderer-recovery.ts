import type { WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'
import { APP_ENTRY_URL, SAFE_PAGE_URL } from './app-origin.ts'
import { type BudgetRule, spendRestart } from './restart-budget.ts'

/** A page that hangs takes twenty seconds to be noticed: three of those would fit no shorter window. */
const RELOAD_RULE: BudgetRule = { limit: 3, windowMs: 5 * 60_000 }
const REST_MS = 60_000

export type RecoverableContents = Pick<WebContents, 'on' | 'isDestroyed' | 'loadURL' | 'forcefullyCrashRenderer'>

export type RecoveryParts = {
  readonly contents: RecoverableContents
  readonly log: Log
  /** Monotonic ms. */
  readonly now: () => number
  /** Told before the page is loaded again. */
  readonly onGone?: () => void
}

/**
 * Brings the screen back after its process died or hung: at most three times in five minutes, then a page without
 * scripts stands in for a minute; a safe page that dies as well is not loaded again before that. The main process, and
 * with it polling and sending, goes on.
 */
export function recoverRenderer({ contents, log, now, onGone = () => undefined }: RecoveryParts): void {
  let reloads: readonly number[] = []
  let retry: NodeJS.Timeout | undefined

  const load = (address: string): void => {
    if (contents.isDestroyed()) return
    contents.loadURL(address).catch(() => log.error('screen-load-failed'))
  }
  const rest = (): void => {
    load(SAFE_PAGE_URL)
    clearTimeout(retry)
    retry = setTimeout(() => {
      retry = undefined
      load(APP_ENTRY_URL)
    }, REST_MS)
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error('screen-gone', { reason, exitCode })
    onGone()
    // No process starts at all (`launch-failed`), not for the safe page either: the next attempt is the retry.
    if (retry !== undefined) return
    const next = spendRestart(reloads, now(), RELOAD_RULE)
    if (next === undefined) return rest()
    reloads = next
    load(APP_ENTRY_URL)
  })
  contents.on('unresponsive', () => {
    log.error('screen-unresponsive')
    // A hung renderer answers no reload; ended, it comes back through the event above.
    contents.forcefullyCrashRenderer()
  })
  contents.on('destroyed', () => clearTimeout(retry))
}
