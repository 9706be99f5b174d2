import type { WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'
import { APP_ENTRY_URL, SAFE_PAGE_URL } from './app-origin.ts'
import { type BudgetRule, spendRestart } from './restart-budget.ts'

const RELOAD_RULE: BudgetRule = { limit: 3, windowMs: 60_000 }

export type RecoverableContents = Pick<WebContents, 'on' | 'isDestroyed' | 'loadURL' | 'forcefullyCrashRenderer'>

export type RecoveryParts = {
  readonly contents: RecoverableContents
  readonly log: Log
  /** Monotonic ms. */
  readonly now: () => number
}

/**
 * Brings the screen back after its process died or hung: at most three times in a minute, then a page without scripts
 * stands in until the minute is over; a safe page that dies as well is not loaded again. The main process, and with it polling and sending, goes on all the while.
 */
export function recoverRenderer({ contents, log, now }: RecoveryParts): void {
  let reloads: readonly number[] = []
  let retry: NodeJS.Timeout | undefined

  const load = (address: string): void => {
    if (contents.isDestroyed()) return
    contents.loadURL(address).catch(() => log.error('screen-load-failed'))
  }
  const rest = (): void => {
    load(SAFE_PAGE_URL)
    retry = setTimeout(() => {
      retry = undefined
      load(APP_ENTRY_URL)
    }, RELOAD_RULE.windowMs)
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error('screen-gone', { reason, exitCode })
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
