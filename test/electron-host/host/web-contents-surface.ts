import type Electron from 'electron'

/**
 * Events that the host emits, and events that cannot happen in it (webviews, certificates, plug-ins, synchronous
 * messages).
 */
export const WEB_CONTENTS_EVENTS: readonly string[] = [
  'did-start-loading',
  'did-stop-loading',
  'did-finish-load',
  'did-frame-finish-load',
  'did-fail-load',
  'did-fail-provisional-load',
  'dom-ready',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'did-start-navigation',
  'did-redirect-navigation',
  'did-navigate',
  'did-frame-navigate',
  'did-navigate-in-page',
  'page-title-updated',
  'did-create-window',
  'preload-error',
  'console-message',
  'render-process-gone',
  'unresponsive',
  'responsive',
  'destroyed',
  'ipc-message',
  'devtools-opened',
  'devtools-closed',
  'zoom-changed',
  // The host never emits the following events.
  'before-input-event',
  'will-attach-webview',
  'did-attach-webview',
  'certificate-error',
  'select-client-certificate',
  'login',
  'ipc-message-sync',
  'plugin-crashed',
]

/** The members of Electron's webContents that WebContents implements. */
export type PageSurface = Pick<
  Electron.WebContents,
  | 'id'
  | 'send'
  | 'loadURL'
  | 'loadFile'
  | 'reload'
  | 'getURL'
  | 'getTitle'
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
  | 'openDevTools'
  | 'closeDevTools'
  | 'isDevToolsOpened'
  | 'toggleDevTools'
  | 'setZoomFactor'
  | 'getZoomFactor'
  | 'setAudioMuted'
  | 'isAudioMuted'
  | 'print'
  | 'getPrintersAsync'
  | 'setWebRTCIPHandlingPolicy'
>
