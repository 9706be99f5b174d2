import type Electron from 'electron'

/**
 * Events that the host emits, and events that cannot happen in it (webviews, certificates, plug-ins, synchronous
 * messages).
 */
export const WEB_CONTENTS_EVENTS: readonly string[] = [
  'did-start-loading',
  'did-stop-loading',
  'did-finish-load',
  'did-fail-load',
  'dom-ready',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'did-navigate',
  'preload-error',
  'console-message',
  'render-process-gone',
  'unresponsive',
  'destroyed',
  // The host never emits the following events.
  'will-attach-webview',
  'select-client-certificate',
]

/** The members of Electron's webContents that WebContents implements. */
export type PageSurface = Pick<
  Electron.WebContents,
  | 'id'
  | 'send'
  | 'loadURL'
  | 'reload'
  | 'getURL'
  | 'isDestroyed'
  | 'isCrashed'
  | 'isLoading'
  | 'isLoadingMainFrame'
  | 'stop'
  | 'executeJavaScript'
  | 'close'
  | 'focus'
  | 'isFocused'
  | 'setWindowOpenHandler'
  | 'forcefullyCrashRenderer'
  | 'getProcessId'
  | 'getOSProcessId'
>

/** The members of Electron's webContents that PageTools implements. */
export type PageToolsSurface = Pick<
  Electron.WebContents,
  'invalidate' | 'print' | 'getPrintersAsync' | 'setWebRTCIPHandlingPolicy'
>
