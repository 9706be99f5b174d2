import type { MenuItemConstructorOptions } from 'electron'
import { expect, it } from 'vitest'
import { MAC_MENU } from '../../../electron/shell/main-window.ts'

const rolesIn = (items: readonly MenuItemConstructorOptions[]): readonly string[] =>
  items.flatMap(({ role, submenu }) => [role ?? '', ...(Array.isArray(submenu) ? rolesIn(submenu) : [])])

it('the menu has the items that macOS needs, and no item for reload, DevTools or zoom', () => {
  const roles = rolesIn(MAC_MENU).map((role) => role.toLowerCase())
  expect(roles).toEqual(expect.arrayContaining(['quit', 'copy', 'paste']))
  for (const role of [
    'reload',
    'forcereload',
    'toggledevtools',
    'viewmenu',
    'zoomin',
    'zoomout',
    'resetzoom',
    'services',
  ])
    expect(roles).not.toContain(role)
  // Electron fills a top menu without a submenu with items of its own.
  for (const top of MAC_MENU) expect(Array.isArray(top.submenu)).toBe(true)
})
