import type Electron from 'electron'

/** Events that the host emits, and events that cannot happen in it. */
export const APP_EVENTS: readonly string[] = [
  'will-finish-launching',
  'ready',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'activate',
  'second-instance',
  'browser-window-created',
  'browser-window-focus',
  'browser-window-blur',
  'web-contents-created',
  'render-process-gone',
  'child-process-gone',
  'session-created',
  // The host never emits the following events.
  'open-file',
  'open-url',
  'did-become-active',
  'did-resign-active',
  'continue-activity',
  'new-window-for-tab',
  'certificate-error',
  'select-client-certificate',
  'login',
  'gpu-info-update',
  'accessibility-support-changed',
  'desktop-capturer-get-sources',
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
  | 'hide'
  | 'show'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getLocale'
  | 'getSystemLocale'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'disableHardwareAcceleration'
  | 'enableSandbox'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'isPackaged'
  | 'name'
>
