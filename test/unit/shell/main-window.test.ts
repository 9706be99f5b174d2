import type { BrowserWindow, MenuItemConstructorOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { focusWindow, MAC_MENU, mainWindowOptions, showWhenReady } from '../../../electron/shell/main-window.ts'
import { StrictEmitter } from './fakes.ts'
import { STRICT_PREFERENCES } from './strict-preferences.ts'

describe('mainWindowOptions', () => {
  it('states every preference that the security checklist requires', () => {
    const { webPreferences, ...window } = mainWindowOptions({ preload: '/p/preload.cjs', isPackaged: true })
    expect(webPreferences).toEqual({
      preload: '/p/preload.cjs',
      partition: 'screen',
      ...STRICT_PREFERENCES,
      autoplayPolicy: 'no-user-gesture-required',
      backgroundThrottling: false,
    })
    expect(window).toMatchObject({ width: 1920, height: 1080, show: false })
  })

  it('allows DevTools only while the program is not packaged', () => {
    expect(mainWindowOptions({ preload: '', isPackaged: false }).webPreferences?.devTools).toBe(true)
  })
})

class FakeWindow extends StrictEmitter {
  readonly calls: string[] = []
  minimized = false
  destroyed = false
  isDestroyed = () => this.destroyed
  isMinimized = () => this.#alive(this.minimized)
  show = () => this.#record('show')
  focus = () => this.#record('focus')
  restore = () => this.#record('restore')
  #alive<T>(value: T): T {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    return value
  }
  #record(call: string): void {
    this.calls.push(this.#alive(call))
  }
}
const asWindow = (fake: FakeWindow) => fake as unknown as BrowserWindow

describe('showWhenReady', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows the window when it can paint', () => {
    const window = new FakeWindow()
    showWhenReady(asWindow(window))
    expect(window.calls).toEqual([])
    window.emit('ready-to-show')
    vi.advanceTimersByTime(60_000)
    expect(window.calls).toEqual(['show'])
  })

  it('shows a window that never becomes ready', () => {
    const window = new FakeWindow()
    showWhenReady(asWindow(window))
    vi.advanceTimersByTime(5_000)
    expect(window.calls).toEqual(['show'])
  })
})

describe('focusWindow', () => {
  it('restores, shows and focuses', () => {
    const window = new FakeWindow()
    window.minimized = true
    focusWindow(asWindow(window))
    expect(window.calls).toEqual(['restore', 'show', 'focus'])
  })
})

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
