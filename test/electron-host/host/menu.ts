import type Electron from 'electron'
import { guardClass, HostEmitter } from './guard.ts'

export class MenuItem {
  submenu: Menu | undefined
  click: () => void
  enabled: boolean
  visible: boolean
  checked: boolean
  id: string
  label: string
  type: string
  role: string | undefined
  accelerator: string | undefined
  constructor(options: Electron.MenuItemConstructorOptions) {
    this.submenu = Array.isArray(options.submenu) ? Menu.buildFromTemplate(options.submenu) : undefined
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.id = options.id ?? ''
    this.label = options.label ?? ''
    this.type = options.type ?? (this.submenu ? 'submenu' : 'normal')
    this.role = options.role
    this.accelerator = typeof options.accelerator === 'string' ? options.accelerator : undefined
    this.click = () => options.click?.(this as unknown as Electron.MenuItem, undefined, {})
  }
}
guardClass('MenuItem', MenuItem)

let applicationMenu: Menu | null = null

/** Menu: stores the whole tree, so that tests can read and click its items. Nothing is drawn. */
export class Menu extends HostEmitter {
  readonly items: MenuItem[] = []
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu
  }
  static getApplicationMenu(): Menu | null {
    return applicationMenu
  }
  static buildFromTemplate(template: (Electron.MenuItemConstructorOptions | Electron.MenuItem)[]): Menu {
    const menu = new Menu()
    for (const item of template)
      menu.append(item instanceof MenuItem ? item : new MenuItem(item as Electron.MenuItemConstructorOptions))
    return menu
  }
  constructor() {
    super('Menu', ['menu-will-show', 'menu-will-close'])
  }
  append(item: MenuItem): void {
    this.items.push(item)
  }
  insert(at: number, item: MenuItem): void {
    this.items.splice(at, 0, item)
  }
  popup(): void {}
  closePopup(): void {}
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}
guardClass('Menu', Menu)

const TRAY_EVENTS = ['click', 'right-click', 'double-click', 'balloon-show', 'balloon-click', 'balloon-closed', 'drop']

export class Tray extends HostEmitter {
  #destroyed = false
  contextMenu: Menu | null = null
  toolTip = ''
  constructor(_image: unknown) {
    super('Tray', TRAY_EVENTS)
  }
  setImage(): void {}
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setTitle(): void {}
  setContextMenu(menu: Menu | null): void {
    this.contextMenu = menu
  }
  destroy(): void {
    this.#destroyed = true
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
}
guardClass('Tray', Tray)
