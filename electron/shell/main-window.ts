import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  WebPreferences,
} from 'electron'
import { SCREEN_PARTITION } from './guards.ts'

/** The dark theme's ground, so that no white flash precedes the first paint. */
export const DARK_GROUND = '#0d1012'
/** A window that paints nothing in this time is shown anyway: a hidden failure is worse. */
const SHOW_AT_THE_LATEST_MS = 5_000

export type WindowFacts = {
  readonly preload: string
  readonly isPackaged: boolean
  /** A PNG, on Linux only: an X11 window needs its own icon. Other systems use the program's icon. */
  readonly icon?: string | undefined
}

/**
 * Preferences of every page, and all of those of a page without a bridge, which shows text of customers. Every relevant one is
 * stated, defaults included, so that a test can compare them with the checklist.
 */
export const plainPagePreferences = (): WebPreferences => ({
  partition: SCREEN_PARTITION, // SECURITY: screen-session (docs/security.md)
  contextIsolation: true, // SECURITY: context-isolation (docs/security.md)
  sandbox: true, // SECURITY: sandbox (docs/security.md)
  nodeIntegration: false, // SECURITY: node-integration (docs/security.md)
  nodeIntegrationInWorker: false, // SECURITY: node-integration (docs/security.md)
  nodeIntegrationInSubFrames: false, // SECURITY: node-integration (docs/security.md)
  webSecurity: true, // SECURITY: web-security (docs/security.md)
  allowRunningInsecureContent: false, // SECURITY: insecure-content (docs/security.md)
  experimentalFeatures: false, // SECURITY: experimental-features (docs/security.md)
  webviewTag: false, // SECURITY: webview (docs/security.md)
  navigateOnDragDrop: false, // SECURITY: navigation (docs/security.md)
  devTools: false, // SECURITY: devtools (docs/security.md)
  spellcheck: false, // SECURITY: remote-content (docs/security.md). It would download dictionaries.
  disableDialogs: true,
})

export function mainWindowOptions({ preload, isPackaged, icon }: WindowFacts): BrowserWindowConstructorOptions {
  return {
    title: 'Comanda',
    ...(icon !== undefined && { icon }),
    width: 1920,
    height: 1080,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: DARK_GROUND,
    webPreferences: {
      ...plainPagePreferences(),
      preload,
      devTools: !isPackaged, // SECURITY: devtools (docs/security.md)
      // An alarm has to sound without a touch, and a hidden window has to go on counting.
      autoplayPolicy: 'no-user-gesture-required',
      backgroundThrottling: false,
    },
  }
}

/** Shows the window at its first paint. */
export function showWhenReady(window: Pick<BrowserWindow, 'once' | 'show' | 'isDestroyed'>): void {
  const show = (): void => {
    clearTimeout(timer)
    if (!window.isDestroyed()) window.show()
  }
  const timer = setTimeout(show, SHOW_AT_THE_LATEST_MS)
  window.once('ready-to-show', show)
  window.once('closed', () => clearTimeout(timer))
}

/** Brings the window to the front, for the second start of a program that runs already. */
export function focusWindow(window: BrowserWindow | undefined): void {
  if (!window || window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/**
 * macOS needs a menu for quitting and for the clipboard.
 * SECURITY: devtools (docs/security.md). Electron's default menu has reload, zoom and DevTools; this one has none of them.
 */
export const MAC_MENU: readonly MenuItemConstructorOptions[] = [
  {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  },
  {
    role: 'editMenu',
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' },
    ],
  },
  { role: 'windowMenu', submenu: [{ role: 'minimize' }, { role: 'zoom' }, { role: 'togglefullscreen' }] },
]
