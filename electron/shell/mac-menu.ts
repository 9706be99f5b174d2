import type { MenuItemConstructorOptions } from 'electron'

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
