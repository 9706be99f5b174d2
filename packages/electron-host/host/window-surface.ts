import type Electron from 'electron'

/** Events that the host emits, and events that cannot happen in it. */
export const WINDOW_EVENTS: readonly string[] = [
  'close',
  'closed',
  'ready-to-show',
  'show',
  'hide',
  'resize',
  'moved',
  'enter-full-screen',
  'leave-full-screen',
  'unresponsive',
  'session-end',
]

/** The members of Electron's BrowserWindow that WindowAppearance implements. */
export type AppearanceSurface = Pick<
  Electron.BrowserWindow,
  | 'show'
  | 'hide'
  | 'focus'
  | 'isFocused'
  | 'isVisible'
  | 'restore'
  | 'isMinimized'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'setKiosk'
  | 'isKiosk'
  | 'getBounds'
  | 'setBounds'
  | 'getContentBounds'
  | 'getContentSize'
  | 'setBackgroundColor'
>

/** The members of Electron's BrowserWindow for life cycle and content. */
export type WindowSurface = Pick<
  Electron.BrowserWindow,
  'id' | 'loadURL' | 'reload' | 'close' | 'destroy' | 'isDestroyed'
>
