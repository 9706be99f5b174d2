import { availableParallelism, loadavg } from 'node:os'
import { app, BrowserWindow, powerMonitor, screen } from 'electron'
import type { Log } from '../logging/log-port.ts'
import { APP_ENTRY_URL, SAFE_PAGE_URL } from './app-protocol.ts'
import { createBoardDisplay } from './board-display.ts'
import { createBoardRepaint } from './board-repaint.ts'
import { focusWindow, mainWindowOptions, showWhenReady, type WindowFacts } from './main-window.ts'
import { type RecoveryParts, recoverRenderer } from './renderer-recovery.ts'
import { watchPulse } from './screen-pulse.ts'

type AppWindowParts = WindowFacts & {
  readonly log: Log
  /** Monotonic ms. */
  readonly now: () => number
  /** Called when a user closes a window. When it returns false, it also shows the reason. */
  readonly mayClose: () => boolean
  /** Called when the board's process has ended, before the safe page replaces it. */
  readonly onGone: () => void
  readonly safePage: RecoveryParts['safePage']
}

/** The load of the last minute; 0 on Windows, which has none. */
const isOverloaded = (): boolean => (loadavg()[0] ?? 0) > 2 * availableParallelism()

/** The program's windows; the only place that opens one. */
export function createAppWindows(parts: AppWindowParts) {
  let board: BrowserWindow | undefined
  const live = (): readonly BrowserWindow[] => (board && !board.isDestroyed() ? [board] : [])
  const show = (address: string): void => {
    board?.loadURL(address).catch(() => parts.log.error('screen-load-failed'))
  }

  const display = createBoardDisplay({ screen: () => screen, window: () => live()[0], log: parts.log })
  const repaint = createBoardRepaint({ window: () => live()[0], log: parts.log })

  const open = (): void => {
    const { bounds, kiosk } = display.openingPlace()
    board = new BrowserWindow({ ...mainWindowOptions(parts), ...bounds, kiosk })
    // SECURITY: pin-lock (docs/security.md). Closing the window is quitting.
    board.on('close', (event) => {
      if (!parts.mayClose()) event.preventDefault()
    })
    board.on('closed', () => {
      board = undefined
    })
    showWhenReady(board)
    const { log, now, onGone, safePage } = parts
    const watched = { contents: board.webContents, log, now, onGone, safePage }
    recoverRenderer(watched)
    watchPulse({ ...watched, isOverloaded })
  }

  return {
    /** Opens the board, or brings it to the front when it is open. */
    openBoard() {
      if (live().length > 0) return focusWindow(board)
      open()
      show(APP_ENTRY_URL)
    },
    /** The display of the board, also of one that is opened later. */
    display,
    /** Starts following the displays and the sleep of the system. Call when the app is ready. */
    follow(): void {
      display.follow()
      repaint.follow(screen, powerMonitor)
    },
    /** Replaces the board by the safe page: the work does not continue in this process. Before the app is ready, ends the program. */
    showSafePage() {
      // No window can be shown yet: the exit code is the only report.
      if (!app.isReady()) return app.exit(1)
      if (live().length === 0) open()
      show(SAFE_PAGE_URL)
    },
    all: live,
    /** Whether these web contents belong to an open window of this program. */
    has: (contentsId: number): boolean => live().some((window) => window.webContents.id === contentsId),
  }
}
