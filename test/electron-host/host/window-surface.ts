import type Electron from 'electron'

/** Events that the host emits, and events that cannot happen in it. */
export const WINDOW_EVENTS: readonly string[] = [
  'page-title-updated',
  'close',
  'closed',
  'ready-to-show',
  'show',
  'hide',
  'focus',
  'blur',
  'maximize',
  'unmaximize',
  'minimize',
  'restore',
  'resize',
  'resized',
  'move',
  'moved',
  'will-resize',
  'will-move',
  'enter-full-screen',
  'leave-full-screen',
  'always-on-top-changed',
  'unresponsive',
  'responsive',
  'session-end',
  'query-session-end',
  // The host never emits the following events.
  'enter-html-full-screen',
  'leave-html-full-screen',
  'app-command',
  'system-context-menu',
]

/** The members of Electron's BrowserWindow that WindowAppearance implements. */
export type AppearanceSurface = Pick<
  Electron.BrowserWindow,
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'isFocused'
  | 'isVisible'
  | 'minimize'
  | 'restore'
  | 'maximize'
  | 'unmaximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'setKiosk'
  | 'isKiosk'
  | 'setTitle'
  | 'getTitle'
  | 'getBounds'
  | 'setBounds'
  | 'getContentBounds'
  | 'getSize'
  | 'setSize'
  | 'getContentSize'
  | 'getPosition'
  | 'setPosition'
  | 'center'
  | 'setAlwaysOnTop'
  | 'isAlwaysOnTop'
  | 'setBackgroundColor'
>

/** The members of Electron's BrowserWindow for life cycle and content. */
export type WindowSurface = Pick<
  Electron.BrowserWindow,
  'id' | 'loadURL' | 'loadFile' | 'reload' | 'close' | 'destroy' | 'isDestroyed'
>
