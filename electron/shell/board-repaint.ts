import type { BrowserWindow, PowerMonitor, Screen } from 'electron'
import { type Log, watchPromise } from '../logging/log-port.ts'

/** These events come in bursts. Longer than the pause before the board is placed (board-display.ts). */
const REPAINT_DELAY_MS = 1_000
/**
 * Runs in the page: whether a frame is drawn within two seconds. A page that hangs gives no answer, and is ended
 * elsewhere (screen-pulse.ts).
 */
const DRAWS_FRAMES =
  'new Promise((done) => { requestAnimationFrame(() => done(true)); setTimeout(() => done(false), 2000) })'

export type RepaintedWindow = Pick<BrowserWindow, 'hide' | 'show' | 'isVisible' | 'isMinimized' | 'isDestroyed'> & {
  readonly webContents: Pick<BrowserWindow['webContents'], 'invalidate' | 'executeJavaScript' | 'isLoadingMainFrame'>
}

/**
 * Paints the board anew after sleep, unlocking and a change of displays: its surface may be lost while the page runs on. A
 * window that draws nothing after `invalidate` is hidden and shown once (electron issue 37361).
 */
export function createBoardRepaint(parts: {
  /** The board's window, while there is one. */
  readonly window: () => RepaintedWindow | undefined
  readonly log: Log
}) {
  const { window, log } = parts
  let timer: NodeJS.Timeout | undefined

  const isInSight = (board: RepaintedWindow): boolean =>
    !board.isDestroyed() && board.isVisible() && !board.isMinimized()

  const repaint = async (): Promise<void> => {
    const board = window()
    if (board === undefined || !isInSight(board)) return
    board.webContents.invalidate()
    // A page that loads is painted at its end.
    if (board.webContents.isLoadingMainFrame()) return
    const drawsFrames: unknown = await board.webContents.executeJavaScript(DRAWS_FRAMES).catch(() => undefined)
    if (drawsFrames !== false || !isInSight(board)) return
    log.warn('screen-not-painted')
    board.hide()
    board.show()
    board.webContents.invalidate()
  }
  const repaintSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => watchPromise(repaint(), log, 'repaint-failed'), REPAINT_DELAY_MS)
  }

  return {
    /** Starts following the system. Call when the app is ready. */
    follow(displays: Pick<Screen, 'on'>, power: Pick<PowerMonitor, 'on'>): void {
      power.on('resume', repaintSoon)
      // Windows and macOS.
      power.on('unlock-screen', repaintSoon)
      displays.on('display-added', repaintSoon)
      displays.on('display-removed', repaintSoon)
      displays.on('display-metrics-changed', repaintSoon)
    },
  }
}
