import type Electron from 'electron'

/** Events that the host emits, and events that cannot happen in it. */
export const APP_EVENTS: readonly string[] = [
  'ready',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'activate',
  'second-instance',
  'browser-window-created',
  'web-contents-created',
  'render-process-gone',
  'child-process-gone',
  // The host never emits the following events.
  'select-client-certificate',
]

/** The members of Electron's `app` that the host implements. */
export type AppSurface = Pick<
  Electron.App,
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'isReady'
  | 'whenReady'
  | 'focus'
  | 'show'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'getName'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'disableHardwareAcceleration'
  | 'enableSandbox'
  | 'setLoginItemSettings'
  | 'isPackaged'
  | 'name'
>
