import type Electron from 'electron'
import { createEvent, guardClass, HostEmitter } from './guard.ts'
import type { Host } from './host.ts'
import { WebContents } from './web-contents.ts'

const EVENTS = [
  'page-title-updated',
  'close',
  'closed',
  'ready-to-show',
  'show',
  'hide',
  'focus',
  'blur',
  'maximize',
  'unmaximize',
  'minimize',
  'restore',
  'resize',
  'resized',
  'move',
  'moved',
  'will-resize',
  'will-move',
  'enter-full-screen',
  'leave-full-screen',
  'always-on-top-changed',
  'unresponsive',
  'responsive',
  'session-end',
  'query-session-end',
  // never here
  'enter-html-full-screen',
  'leave-html-full-screen',
  'app-command',
  'system-context-menu',
]

type Implemented = Pick<
  Electron.BrowserWindow,
  | 'id'
  | 'loadURL'
  | 'loadFile'
  | 'reload'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'isFocused'
  | 'isVisible'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'minimize'
  | 'restore'
  | 'maximize'
  | 'unmaximize'
  | 'isMinimized'
  | 'isMaximized'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'setKiosk'
  | 'isKiosk'
  | 'setTitle'
  | 'getTitle'
  | 'getBounds'
  | 'setBounds'
  | 'getContentBounds'
  | 'getSize'
  | 'setSize'
  | 'getContentSize'
  | 'setContentSize'
  | 'getPosition'
  | 'setPosition'
  | 'center'
  | 'setAlwaysOnTop'
  | 'isAlwaysOnTop'
  | 'setMenu'
  | 'removeMenu'
  | 'setMenuBarVisibility'
  | 'setAutoHideMenuBar'
  | 'setBackgroundColor'
  | 'flashFrame'
  | 'moveTop'
>

type WindowState = 'normal' | 'minimized' | 'maximized' | 'fullscreen'

/** How long a page may leave the host unanswered before its window counts as unresponsive, as in Chromium's hang monitor. */
const HANG_MS = Number(process.env.ELECTRON_HOST_HANG_SECONDS ?? 30) * 1000

let lastId = 0
let host: Host | undefined
let focused: BrowserWindow | undefined

/** Ties the class to its host; it is the app that constructs the windows. */
export const bindBrowserWindow = (to: Host): void => {
  host = to
  to.onOpenWindow((options) => new BrowserWindow(options))
}

export class BrowserWindow extends HostEmitter implements Implemented {
  readonly #host: Host
  readonly id: number
  readonly webContents: WebContents
  #bounds: Electron.Rectangle
  #title: string
  #visible: boolean
  #state: WindowState = 'normal'
  #kiosk: boolean
  #onTop: boolean
  #destroyed = false
  #closing = false
  #loaded = false
  #background: string
  #hangCheck: NodeJS.Timeout | undefined

  static getAllWindows(): BrowserWindow[] {
    return [...(host?.windows ?? [])]
  }
  static getFocusedWindow(): BrowserWindow | null {
    return focused ?? null
  }
  static fromWebContents(contents: WebContents | null | undefined): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null
  }
  static fromId(id: number): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.id === id) ?? null
  }

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', EVENTS)
    if (host === undefined || !host.app.readyNow) throw new Error('Cannot create BrowserWindow before app is ready')
    const preferences = options.webPreferences ?? {}
    for (const unsafe of [
      'nodeIntegration',
      'nodeIntegrationInSubFrames',
      'nodeIntegrationInWorker',
      'webviewTag',
    ] as const)
      if (preferences[unsafe] === true) throw new Error(`electron-host: webPreferences.${unsafe} is not implemented`)
    if (preferences.contextIsolation === false)
      throw new Error('electron-host: webPreferences.contextIsolation: false is not implemented')
    lastId += 1
    this.id = lastId
    this.#host = host
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.#title = options.title ?? this.#host.app.getName()
    this.#kiosk = options.kiosk === true
    this.#onTop = options.alwaysOnTop === true
    this.#background = options.backgroundColor ?? '#FFFFFF'
    if (options.fullscreen === true || this.#kiosk) this.#state = 'fullscreen'
    this.#visible = options.show !== false
    this.webContents = new WebContents(this.#host, this, options)
    this.#host.windows.add(this)
    this.webContents.on('did-finish-load', () => this.#becomeReady())
    if (this.#visible) this.#takeFocus()
    this.on('newListener', (event) => {
      if (event === 'unresponsive') this.#watchForHangs()
    })
    this.webContents.on('newListener', (event) => {
      if (event === 'unresponsive') this.#watchForHangs()
    })
    const { app } = this.#host
    app.emit('browser-window-created', createEvent({}), this)
    app.emit('web-contents-created', createEvent({}), this.webContents)
  }

  // --- life

  close(): void {
    if (this.#destroyed || this.#closing) return
    const event = createEvent({})
    this.emit('close', event)
    if (event.defaultPrevented) {
      this.#host.app.windowRefusedToClose()
      return
    }
    this.#closing = true
    this.#endTarget().finally(() => this.pageDestroyed())
  }
  destroy(): void {
    this.#endTarget().catch(() => {})
    this.pageDestroyed()
  }
  async #endTarget(): Promise<void> {
    try {
      const { targetId } = await this.webContents.page
      await this.#host.connection.browser.send('Target.closeTarget', { targetId })
    } catch {
      // The target went by itself.
    }
  }
  /** @internal Its page is gone, so the window is. */
  pageDestroyed(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    clearInterval(this.#hangCheck)
    this.#host.windows.delete(this)
    if (focused === this) focused = undefined
    this.webContents.markDestroyed()
    this.emit('closed')
    this.#host.app.windowClosed()
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  isClosable(): boolean {
    return true
  }
  #becomeReady(): void {
    if (this.#loaded) return
    this.#loaded = true
    this.emit('ready-to-show')
  }

  // --- content

  loadURL(url: string, options?: Electron.LoadURLOptions): Promise<void> {
    return this.webContents.loadURL(url, options)
  }
  loadFile(filePath: string, options?: Electron.LoadFileOptions): Promise<void> {
    return this.webContents.loadFile(filePath, options)
  }
  reload(): void {
    this.webContents.reload()
  }
  capturePage(): Promise<Electron.NativeImage> {
    return this.webContents.capturePage()
  }
  /** @internal */
  pageTitled(title: string): void {
    const event = createEvent({})
    this.emit('page-title-updated', event, title, true)
    if (!event.defaultPrevented) this.#title = title
  }
  #watchForHangs(): void {
    if (this.#hangCheck !== undefined) return
    let hanging = false
    let asked: number | undefined
    const check = (): void => {
      const now = Date.now()
      if (asked !== undefined) {
        if (!hanging && now - asked >= HANG_MS && !this.webContents.isCrashed()) {
          hanging = true
          this.webContents.emit('unresponsive')
          this.emit('unresponsive')
        }
        return
      }
      asked = now
      const answered = (): void => {
        asked = undefined
        if (!hanging) return
        hanging = false
        this.webContents.emit('responsive')
        this.emit('responsive')
      }
      this.webContents.page
        .then(({ session }) => session.send('Runtime.evaluate', { expression: '0' }))
        .then(answered, answered)
    }
    this.#hangCheck = setInterval(check, Math.min(HANG_MS / 4, 2000)).unref()
  }

  // --- looks

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
    if (this.#destroyed || !this.#visible) return
    this.#takeFocus()
    this.#tell((session, targetId) => session.tell('Target.activateTarget', { targetId }))
  }
  #takeFocus(): void {
    if (focused === this) return
    focused?.blur()
    focused = this
    this.emit('focus')
    this.#host.app.emit('browser-window-focus', createEvent({}), this)
  }
  blur(): void {
    if (focused !== this) return
    focused = undefined
    this.emit('blur')
    this.#host.app.emit('browser-window-blur', createEvent({}), this)
  }
  moveTop(): void {
    this.#tell((session, targetId) => session.tell('Target.activateTarget', { targetId }))
  }
  isFocused(): boolean {
    return focused === this
  }
  isVisible(): boolean {
    return this.#visible && this.#state !== 'minimized'
  }
  isEnabled(): boolean {
    return true
  }
  minimize(): void {
    this.#become('minimized', 'minimize')
  }
  restore(): void {
    if (this.#state === 'minimized') this.#become('normal', 'restore')
  }
  maximize(): void {
    this.#become('maximized', 'maximize')
  }
  unmaximize(): void {
    if (this.#state === 'maximized') this.#become('normal', 'unmaximize')
  }
  isMinimized(): boolean {
    return this.#state === 'minimized'
  }
  isMaximized(): boolean {
    return this.#state === 'maximized'
  }
  isNormal(): boolean {
    return this.#state === 'normal'
  }
  setFullScreen(flag: boolean): void {
    if (flag !== this.isFullScreen())
      this.#become(flag ? 'fullscreen' : 'normal', flag ? 'enter-full-screen' : 'leave-full-screen')
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
  #become(state: WindowState, event: string): void {
    if (this.#state === state) return
    const before = this.#state
    this.#state = state
    this.#window((browser, windowId) => {
      // Chromium changes from one special state to another only by way of the normal one.
      if (before !== 'normal' && state !== 'normal')
        browser.tell('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } })
      browser.tell('Browser.setWindowBounds', { windowId, bounds: { windowState: state } })
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
      ? this.#host.app.screenBounds()
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
    this.#window((browser, windowId) => {
      if (x !== before.x || y !== before.y)
        browser.tell('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y } })
      browser.tell('Browser.setContentsSize', { windowId, width, height })
    })
    setImmediate(() => this.emit('resize'))
  }
  setContentBounds(bounds: Electron.Rectangle): void {
    this.setBounds(bounds)
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
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  getPosition(): number[] {
    const { x, y } = this.getBounds()
    return [x, y]
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y })
  }
  setMinimumSize(): void {}
  setMaximumSize(): void {}
  setResizable(): void {}
  setMovable(): void {}
  setMinimizable(): void {}
  setMaximizable(): void {}
  setFullScreenable(): void {}
  setClosable(): void {}
  setSkipTaskbar(): void {}
  setVisibleOnAllWorkspaces(): void {}
  setContentProtection(): void {}
  setProgressBar(): void {}
  setOverlayIcon(): void {}
  setIcon(): void {}
  setAspectRatio(): void {}
  center(): void {
    const screen = this.#host.app.screenBounds()
    const { width, height } = this.#bounds
    this.setPosition(Math.round((screen.width - width) / 2), Math.round((screen.height - height) / 2))
  }
  setAlwaysOnTop(flag: boolean): void {
    if (flag === this.#onTop) return
    this.#onTop = flag
    this.emit('always-on-top-changed', createEvent({}), flag)
  }
  isAlwaysOnTop(): boolean {
    return this.#onTop
  }
  setMenu(): void {}
  removeMenu(): void {}
  setMenuBarVisibility(): void {}
  isMenuBarVisible(): boolean {
    return false
  }
  setAutoHideMenuBar(): void {}
  setBackgroundColor(color: string): void {
    this.#background = color
  }
  getBackgroundColor(): string {
    return this.#background
  }
  flashFrame(): void {}

  #tell(use: (browser: Host['connection']['browser'], targetId: string) => void): void {
    this.webContents.page.then(({ targetId }) => use(this.#host.connection.browser, targetId)).catch(() => {})
  }
  #window(use: (browser: Host['connection']['browser'], windowId: number) => void): void {
    this.webContents.page
      .then(({ windowId }) => windowId)
      .then((windowId) => use(this.#host.connection.browser, windowId))
      .catch(() => {})
  }
}
guardClass('BrowserWindow', BrowserWindow)
