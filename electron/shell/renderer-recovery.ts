import type { WebContents } from 'electron'
import type { Log } from '../logging/log-port.ts'
import { APP_ENTRY_URL, SAFE_PAGE_URL } from './app-protocol.ts'
import { type BudgetRule, spendRestart } from './relaunch.ts'
import type { SafePage } from './safe-page.ts'

/** A page that hangs is noticed within sixteen seconds (screen-pulse.ts), so three of them need a window of this length. */
const SOON_RULE: BudgetRule = { limit: 3, windowMs: 5 * 60_000 }
/** Pauses before the board is tried again: usually, and after the fourth end in five minutes. */
const SOON_MS = 1_000
const LATER_MS = 60_000
/** On a slow machine the list is in sight this long after its load was asked for, at the most. */
const SLOWEST_LIST_MS = 10_000
const LOOK_MS = 250

export type RecoverableContents = Pick<
  WebContents,
  'on' | 'isDestroyed' | 'isLoadingMainFrame' | 'loadURL' | 'forcefullyCrashRenderer'
>

export type RecoveryParts = {
  readonly contents: RecoverableContents
  readonly log: Log
  /** Monotonic ms. */
  readonly now: () => number
  /** Called before another page is loaded. */
  readonly onGone?: () => void
  /** Called when the safe page crashed, and when the board is tried again. */
  readonly safePage: Pick<SafePage, 'recordCrash' | 'reset'>
}

/**
 * Replaces a crashed or hung page by the safe page, and tries the board again. A safe page that crashes too is loaded once
 * more with less content. The main process goes on.
 *
 *     board ──its process ends──▶ safe page ──1 s in sight, a minute after the fourth end in five, or the user's tap──▶ board
 *                                   └──its process ends──▶ safe page with less ──ends──▶ nothing until the time is over
 */
export function recoverRenderer({ contents, log, now, onGone = () => undefined, safePage }: RecoveryParts): void {
  let soonRetries: readonly number[] = []
  let retry: NodeJS.Timeout | undefined
  let hasSafePageDied = false

  const load = (address: string): void => {
    if (contents.isDestroyed()) return
    contents.loadURL(address).catch(() => log.error('screen-load-failed'))
  }
  const endSafePage = (): void => {
    clearTimeout(retry)
    retry = undefined
    hasSafePageDied = false
    safePage.reset()
  }
  /** A list that came into sight late stays for a second too. */
  const tryBoard = (slowestAt: number, cameLate = false): void => {
    const isComing = now() < slowestAt && contents.isLoadingMainFrame()
    if (isComing || cameLate) {
      retry = setTimeout(() => tryBoard(slowestAt, isComing), isComing ? LOOK_MS : SOON_MS)
      return
    }
    endSafePage()
    load(APP_ENTRY_URL)
  }
  const showSafePage = (): void => {
    const next = spendRestart(soonRetries, now(), SOON_RULE)
    if (next !== undefined) soonRetries = next
    load(SAFE_PAGE_URL)
    const slowestAt = now() + SLOWEST_LIST_MS
    retry = setTimeout(() => tryBoard(slowestAt), next === undefined ? LATER_MS : SOON_MS)
  }
  const reloadSafePage = (): void => {
    // No process starts at all (`launch-failed`), not for the safe page either: the next attempt is the retry.
    if (hasSafePageDied) return
    hasSafePageDied = true
    safePage.recordCrash()
    load(SAFE_PAGE_URL)
  }

  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error('screen-gone', { reason, exitCode })
    onGone()
    if (retry === undefined) showSafePage()
    else reloadSafePage()
  })
  // The user chose the board on the safe page.
  contents.on('did-navigate', (_event, address) => {
    if (address === APP_ENTRY_URL && retry !== undefined) endSafePage()
  })
  contents.on('unresponsive', () => {
    log.error('screen-unresponsive')
    // A hung renderer loads nothing. The end of its process causes `render-process-gone`.
    contents.forcefullyCrashRenderer()
  })
  contents.on('destroyed', () => clearTimeout(retry))
}
