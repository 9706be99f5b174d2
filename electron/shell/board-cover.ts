import type { BrowserWindow, WebContentsView, WebPreferences } from 'electron'
import type { Log } from '../logging/log-port.ts'
import { COVER_URL, EMPTY_COVER_URL } from './app-protocol.ts'
import { COVER_PARTITION } from './guards.ts'
import { DARK_GROUND, plainPagePreferences } from './main-window.ts'

/** Pause before a failed process is started again. */
const RETRY_MS = 60_000

/** The list of open orders over a board that does not answer. */
export type BoardCover = ReturnType<typeof createBoardCover>

export type CoveredWindow = Pick<
  BrowserWindow,
  'on' | 'contentView' | 'webContents' | 'isDestroyed' | 'isVisible' | 'isMinimized' | 'getContentBounds'
>

/**
 * A session of its own gives the list a process of its own: pages of one session may share a process, and the list
 * would hang with the board. A navigation must not take the focus from a field on the board.
 */
const coverPreferences = (): WebPreferences => ({
  ...plainPagePreferences(COVER_PARTITION),
  autoplayPolicy: 'no-user-gesture-required',
  focusOnNavigation: false,
})

/**
 * Lays the list over the board, in the same window. Touches end there, and keys are dropped: a key must not act on a
 * ticket that is out of sight. docs/decisions/board-cover.md
 */
export function createBoardCover(parts: {
  readonly window: CoveredWindow
  /** Makes an empty view. */
  readonly createView: (webPreferences: WebPreferences) => WebContentsView
  readonly log: Log
  /** Monotonic ms. */
  readonly now: () => number
}) {
  const { window, createView, log, now } = parts
  let view: WebContentsView | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let loads = 0
  let isListRequested = false
  let isListLoaded = false
  let isShowRequested = false
  let shownAt: number | undefined

  const fill = (): void => {
    const { width, height } = window.getContentBounds()
    view?.setBounds({ x: 0, y: 0, width, height })
  }
  const reveal = (): void => {
    // A view that is loading does not lie on top (electron issue 43293).
    if (view === undefined || !isListLoaded || !isShowRequested || shownAt !== undefined) return
    if (!window.isVisible() || window.isMinimized()) return
    shownAt = now()
    fill()
    view.setVisible(true)
    view.webContents.setAudioMuted(false)
    log.warn('screen-covered')
  }
  const logUncovered = (): void => {
    if (shownAt === undefined) return
    log.info('screen-uncovered', { durationMs: Math.round(now() - shownAt) })
    shownAt = undefined
  }
  /** Ends the process as well, which Electron does not end with the window. */
  const removeView = (): void => {
    const dropped = view
    view = undefined
    isListRequested = false
    isListLoaded = false
    logUncovered()
    if (dropped === undefined) return
    if (!window.isDestroyed()) window.contentView.removeChildView(dropped)
    if (!dropped.webContents.isDestroyed()) dropped.webContents.close()
  }
  const fail = (): void => {
    failedAt = now()
    log.error('cover-failed')
    removeView()
  }
  const load = (of: WebContentsView, address: string): void => {
    loads += 1
    const own = loads
    isListLoaded = false
    isListRequested = address === COVER_URL
    // A load that another one has replaced is rejected as aborted.
    const isCurrent = (): boolean => view === of && own === loads
    of.webContents.loadURL(address).then(
      () => {
        if (!isCurrent()) return
        isListLoaded = isListRequested
        reveal()
      },
      () => {
        if (isCurrent()) fail()
      },
    )
  }
  const open = (): WebContentsView | undefined => {
    if (view !== undefined || window.isDestroyed() || now() - failedAt < RETRY_MS) return view
    const made = createView(coverPreferences())
    view = made
    made.setVisible(false)
    made.setBackgroundColor(DARK_GROUND)
    fill()
    window.contentView.addChildView(made)
    // A list that is not shown must not ring.
    made.webContents.setAudioMuted(true)
    made.webContents.on('render-process-gone', () => {
      if (view === made) fail()
    })
    return made
  }
  const loadList = (): void => {
    const opened = open()
    if (opened !== undefined && !isListRequested) load(opened, COVER_URL)
  }

  window.on('resize', fill)
  window.on('enter-full-screen', fill)
  window.on('leave-full-screen', fill)
  window.on('closed', removeView)
  window.webContents.on('before-input-event', (event) => {
    if (shownAt !== undefined) event.preventDefault()
  })

  return {
    /** Starts the process of the list, with an empty page: on a busy machine a start takes longer than staff may wait. */
    startProcess(): void {
      if (view !== undefined) return
      const opened = open()
      if (opened !== undefined) load(opened, EMPTY_COVER_URL)
    },
    /** Loads the list behind the board. */
    prepare: loadList,
    /** Shows the list as soon as it is loaded. Call again while the board does not answer: a hidden window is not covered. */
    show(): void {
      isShowRequested = true
      loadList()
      reveal()
    },
    /** The board answers again. */
    remove(): void {
      isShowRequested = false
      if (view === undefined || !isListRequested) return
      const isFocused = view.webContents.isFocused()
      view.setVisible(false)
      view.webContents.setAudioMuted(true)
      load(view, EMPTY_COVER_URL)
      logUncovered()
      if (isFocused) window.webContents.focus()
    },
  }
}
