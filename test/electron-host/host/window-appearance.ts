import type Electron from 'electron'
import { screen } from './displays.ts'
import { createEvent, HostEmitter } from './guard.ts'
import type { Host } from './host.ts'
import type { WebContents } from './web-contents.ts'
import { type AppearanceSurface, WINDOW_EVENTS } from './window-surface.ts'

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

let focused: WindowAppearance | undefined

export const focusedWindow = (): WindowAppearance | undefined => focused

/** The members of BrowserWindow for visibility, focus, state, title and size. */
export abstract class WindowAppearance extends HostEmitter implements AppearanceSurface {
  protected readonly host: Host
  abstract readonly webContents: WebContents
  #bounds: Electron.Rectangle
  /** The bounds in full screen or maximized: those of the display on which the window was when its state changed. */
  #displayBounds: Electron.Rectangle
  #title: string
  #visible: boolean
  #state: WindowState = 'normal'
  #kiosk: boolean
  #onTop: boolean
  #background: string

  constructor(host: Host, options: Electron.BrowserWindowConstructorOptions) {
    super('BrowserWindow', WINDOW_EVENTS)
    this.host = host
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.#displayBounds = { ...screen.getDisplayMatching(this.#bounds).bounds }
    this.#title = options.title ?? host.app.getName()
    this.#kiosk = options.kiosk === true
    this.#onTop = options.alwaysOnTop === true
    this.#background = options.backgroundColor ?? '#FFFFFF'
    if (options.fullscreen === true || this.#kiosk) this.#state = 'fullscreen'
    this.#visible = options.show !== false
  }

  /** Called for a destroyed window: the app gets no `blur`. */
  protected dropFocusWithoutEvent(): void {
    if (focused === this) focused = undefined
  }
  show(): void {
    this.showInactive()
    this.focus()
  }
  showInactive(): void {
    if (this.#visible) return
    this.#visible = true
    this.emit('show')
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
    this.host.app.emit('browser-window-focus', createEvent({}), this)
  }
  blur(): void {
    if (focused !== this) return
    focused = undefined
    this.emit('blur')
    this.host.app.emit('browser-window-blur', createEvent({}), this)
  }
  isFocused(): boolean {
    return focused === this
  }
  isVisible(): boolean {
    return this.#visible && this.#state !== 'minimized'
  }
  minimize(): void {
    this.#changeState('minimized', 'minimize')
  }
  restore(): void {
    if (this.#state === 'minimized') this.#changeState('normal', 'restore')
  }
  maximize(): void {
    this.#changeState('maximized', 'maximize')
  }
  unmaximize(): void {
    if (this.#state === 'maximized') this.#changeState('normal', 'unmaximize')
  }
  isMinimized(): boolean {
    return this.#state === 'minimized'
  }
  isMaximized(): boolean {
    return this.#state === 'maximized'
  }
  setFullScreen(flag: boolean): void {
    if (flag !== this.isFullScreen())
      this.#changeState(flag ? 'fullscreen' : 'normal', flag ? 'enter-full-screen' : 'leave-full-screen')
  }
  isFullScreen(): boolean {
    return this.#state === 'fullscreen'
  }
  get fullScreen(): boolean {
    return this.isFullScreen()
  }
  set fullScreen(flag: boolean) {
    this.setFullScreen(flag)
  }
  setKiosk(flag: boolean): void {
    this.#kiosk = flag
    this.setFullScreen(flag)
  }
  isKiosk(): boolean {
    return this.#kiosk
  }
  get kiosk(): boolean {
    return this.#kiosk
  }
  set kiosk(flag: boolean) {
    this.setKiosk(flag)
  }
  #changeState(state: WindowState, event: string): void {
    if (this.#state === state) return
    const before = this.#state
    this.#state = state
    this.#displayBounds = { ...screen.getDisplayMatching(this.#bounds).bounds }
    this.#withWindowId((browser, windowId) => {
      // Chromium changes from one special state to another only through the normal state.
      if (before !== 'normal' && state !== 'normal')
        browser.sendIgnoringErrors('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
      browser.sendIgnoringErrors('Browser.setWindowBounds', { windowId, bounds: { windowState: state } })
    })
    setImmediate(() => this.emit(event))
  }
  setTitle(title: string): void {
    this.#title = title
  }
  getTitle(): string {
    return this.#title
  }
  get title(): string {
    return this.#title
  }
  set title(title: string) {
    this.#title = title
  }

  // --- size

  getBounds(): Electron.Rectangle {
    return this.#state === 'fullscreen' || this.#state === 'maximized'
      ? { ...this.#displayBounds }
      : { ...this.#bounds }
  }
  getNormalBounds(): Electron.Rectangle {
    return { ...this.#bounds }
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
  getSize(): number[] {
    const { width, height } = this.getBounds()
    return [width, height]
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  getContentSize(): number[] {
    return this.getSize()
  }
  getPosition(): number[] {
    const { x, y } = this.getBounds()
    return [x, y]
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }
  center(): void {
    const { x, y, width: across, height: down } = screen.getDisplayMatching(this.#bounds).workArea
    const { width, height } = this.#bounds
    this.setPosition(x + Math.round((across - width) / 2), y + Math.round((down - height) / 2))
  }
  setAlwaysOnTop(flag: boolean): void {
    if (flag === this.#onTop) return
    this.#onTop = flag
    this.emit('always-on-top-changed', createEvent({}), flag)
  }
  isAlwaysOnTop(): boolean {
    return this.#onTop
  }
  setBackgroundColor(color: string): void {
    this.#background = color
  }
  getBackgroundColor(): string {
    return this.#background
  }

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
