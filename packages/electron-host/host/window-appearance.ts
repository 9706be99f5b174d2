import type Electron from 'electron'
import { screen } from './displays.ts'
import { HostEmitter } from './guard.ts'
import type { Host } from './host.ts'
import type { WebContents } from './web-contents.ts'
import { type AppearanceSurface, WINDOW_EVENTS } from './window-surface.ts'

type WindowState = 'normal' | 'fullscreen'

let focused: WindowAppearance | undefined

/** The members of BrowserWindow for visibility, focus, state, title and size. */
export abstract class WindowAppearance extends HostEmitter implements AppearanceSurface {
  protected readonly host: Host
  abstract readonly webContents: WebContents
  #bounds: Electron.Rectangle
  /** The bounds in full screen: those of the display on which the window was when its state changed. */
  #displayBounds: Electron.Rectangle
  #visible: boolean
  #state: WindowState = 'normal'
  #kiosk: boolean

  constructor(host: Host, options: Electron.BrowserWindowConstructorOptions) {
    super('BrowserWindow', WINDOW_EVENTS)
    this.host = host
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.#displayBounds = { ...screen.getDisplayMatching(this.#bounds).bounds }
    this.#kiosk = options.kiosk === true
    if (options.fullscreen === true || this.#kiosk) this.#state = 'fullscreen'
    this.#visible = options.show !== false
  }

  /** Called for a destroyed window: the app gets no `blur`. */
  protected dropFocusWithoutEvent(): void {
    if (focused === this) focused = undefined
  }
  show(): void {
    if (!this.#visible) {
      this.#visible = true
      this.emit('show')
    }
    this.focus()
  }
  hide(): void {
    if (!this.#visible) return
    this.#visible = false
    this.blur()
    this.emit('hide')
  }
  focus(): void {
    if (!this.#visible) return
    this.takeFocus()
    this.#withTarget((session, targetId) => session.sendIgnoringErrors('Target.activateTarget', { targetId }))
  }
  protected takeFocus(): void {
    if (focused === this) return
    focused?.blur()
    focused = this
    this.emit('focus')
  }
  blur(): void {
    if (focused !== this) return
    focused = undefined
    this.emit('blur')
  }
  isFocused(): boolean {
    return focused === this
  }
  isVisible(): boolean {
    return this.#visible
  }
  restore(): void {}
  isMinimized(): boolean {
    return false
  }
  setFullScreen(flag: boolean): void {
    if (flag !== this.isFullScreen())
      this.#changeState(flag ? 'fullscreen' : 'normal', flag ? 'enter-full-screen' : 'leave-full-screen')
  }
  isFullScreen(): boolean {
    return this.#state === 'fullscreen'
  }
  setKiosk(flag: boolean): void {
    this.#kiosk = flag
    this.setFullScreen(flag)
  }
  isKiosk(): boolean {
    return this.#kiosk
  }
  #changeState(state: WindowState, event: string): void {
    if (this.#state === state) return
    this.#state = state
    this.#displayBounds = { ...screen.getDisplayMatching(this.#bounds).bounds }
    this.#withWindowId((browser, windowId) => {
      browser.sendIgnoringErrors('Browser.setWindowBounds', { windowId, bounds: { windowState: state } })
    })
    setImmediate(() => this.emit(event))
  }

  // --- size

  getBounds(): Electron.Rectangle {
    return { ...(this.#state === 'fullscreen' ? this.#displayBounds : this.#bounds) }
  }
  getContentBounds(): Electron.Rectangle {
    return this.getBounds()
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const before = this.#bounds
    this.#bounds = { ...before, ...bounds }
    const { x, y, width, height } = this.#bounds
    this.#withWindowId((browser, windowId) => {
      if (x !== before.x || y !== before.y)
        browser.sendIgnoringErrors('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y } })
      browser.sendIgnoringErrors('Browser.setContentsSize', { windowId, width, height })
    })
    setImmediate(() => this.emit('resize'))
  }
  getContentSize(): number[] {
    const { width, height } = this.getBounds()
    return [width, height]
  }
  setBackgroundColor(): void {}

  #withTarget(use: (browser: Host['connection']['browser'], targetId: string) => void): void {
    this.webContents.page.then(({ targetId }) => use(this.host.connection.browser, targetId)).catch(() => {})
  }
  #withWindowId(use: (browser: Host['connection']['browser'], windowId: number) => void): void {
    this.webContents.page
      .then(({ windowId }) => windowId)
      .then((windowId) => use(this.host.connection.browser, windowId))
      .catch(() => {})
  }
}
