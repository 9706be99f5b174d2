import type Electron from 'electron'
import type { BrowserWindow } from './browser-window.ts'
import type { CdpSession } from './cdp.ts'
import { FrameTree, type WebFrameMain } from './frames.ts'
import { createEvent, guardClass, HostEmitter, type HostEvent } from './guard.ts'
import type { Host } from './host.ts'
import { IpcMain } from './ipc-main.ts'
import { netFailure } from './net-errors.ts'
import { watchPage } from './page-events.ts'
import { openPage, type PageTarget } from './page-target.ts'
import { type PrintOptions, toPdfParameters } from './print.ts'
import type { Session } from './session.ts'
import { WEB_CONTENTS_EVENTS } from './web-contents-events.ts'
import { createCodec } from './worlds/codec.ts'
import type { ToWindow } from './worlds/preload.ts'

const codec = createCodec()
const ABORTED = -3
let lastId = 0

type Implemented = Pick<
  Electron.WebContents,
  | 'id'
  | 'send'
  | 'loadURL'
  | 'loadFile'
  | 'reload'
  | 'reloadIgnoringCache'
  | 'getURL'
  | 'getTitle'
  | 'isDestroyed'
  | 'isCrashed'
  | 'isLoading'
  | 'isLoadingMainFrame'
  | 'stop'
  | 'executeJavaScript'
  | 'insertCSS'
  | 'close'
  | 'focus'
  | 'isFocused'
  | 'setWindowOpenHandler'
  | 'forcefullyCrashRenderer'
  | 'openDevTools'
  | 'closeDevTools'
  | 'isDevToolsOpened'
  | 'toggleDevTools'
  | 'setZoomFactor'
  | 'getZoomFactor'
  | 'setZoomLevel'
  | 'getZoomLevel'
  | 'setVisualZoomLevelLimits'
  | 'setBackgroundThrottling'
  | 'getBackgroundThrottling'
  | 'setAudioMuted'
  | 'isAudioMuted'
  | 'isCurrentlyAudible'
  | 'printToPDF'
  | 'print'
  | 'getPrintersAsync'
  | 'getUserAgent'
  | 'setUserAgent'
  | 'getProcessId'
  | 'getOSProcessId'
  | 'getType'
>

/** A window's page: navigation, messages, frames, printing. Commands wait for the page to exist, so nothing here blocks. */
export class WebContents extends HostEmitter implements Implemented {
  readonly #host: Host
  readonly #owner: BrowserWindow
  readonly #page: Promise<PageTarget>
  readonly #frames: FrameTree
  readonly #preferences: Electron.WebPreferences
  readonly id: number
  readonly ipc = new IpcMain()
  readonly session: Session
  #session: CdpSession | undefined
  #targetId: string | undefined
  #destroyed = false
  #crashed = false
  #loading = false
  #title = ''
  #zoom = 1
  #muted = false
  #throttling: boolean
  #devTools = false
  #userAgent = ''
  #expected: string[] = []
  #openHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | undefined

  constructor(host: Host, owner: BrowserWindow, options: Electron.BrowserWindowConstructorOptions) {
    super('webContents', WEB_CONTENTS_EVENTS)
    lastId += 1
    this.id = lastId
    this.#host = host
    this.#owner = owner
    this.#preferences = options.webPreferences ?? {}
    this.#throttling = this.#preferences.backgroundThrottling ?? true
    this.session =
      (this.#preferences.session as unknown as Session | undefined) ??
      host.sessions.of(this.#preferences.partition ?? '')
    this.#frames = new FrameTree({
      urls: host.urls,
      processId: () => this.getProcessId(),
      sendTo: (frame, channel, args) => this.#sendTo(frame, channel, args),
      evaluateIn: (frame, code, userGesture) => this.#evaluate(frame, code, userGesture),
      reload: () => {
        this.reload()
        return true
      },
    })
    this.#page = openPage(
      host.connection,
      {
        width: options.width ?? 800,
        height: options.height ?? 600,
        fullscreen: options.fullscreen === true || options.kiosk === true,
        preload: this.#preferences.preload,
        preloadProcess: host.preloadProcess(),
        onPreloadUnreadable: (error) => setImmediate(() => this.reportPreloadError(error)),
      },
      (targetId, session) => {
        this.#targetId = targetId
        this.#session = session
        this.#frames.bind(targetId)
        watchPage({ host, contents: this, frames: this.#frames, session, owner })
      },
    )
    this.#page.catch((error) => {
      if (!this.#destroyed && !host.ending()) throw error
    })
    host.contents.add(this)
  }

  get mainFrame(): WebFrameMain {
    return this.#frames.main
  }
  get hostWebContents(): null {
    return null
  }
  get opener(): null {
    return null
  }
  get navigationHistory() {
    return this.#host.navigationHistory(this)
  }
  get audioMuted(): boolean {
    return this.#muted
  }
  set audioMuted(muted: boolean) {
    this.setAudioMuted(muted)
  }
  get zoomFactor(): number {
    return this.#zoom
  }
  set zoomFactor(factor: number) {
    this.setZoomFactor(factor)
  }
  get backgroundThrottling(): boolean {
    return this.#throttling
  }
  set backgroundThrottling(allowed: boolean) {
    this.#throttling = allowed
  }

  // --- navigation

  loadURL(url: string, _options?: Electron.LoadURLOptions): Promise<void> {
    if (this.#destroyed) return Promise.reject(new Error('Object has been destroyed'))
    return this.#load(url)
  }
  loadFile(filePath: string, options?: Electron.LoadFileOptions): Promise<void> {
    return this.#load(this.#host.fileUrl(filePath, options))
  }
  async #load(url: string): Promise<void> {
    const failed = (errorText: string) => {
      const { code, description } = netFailure(errorText)
      if (code !== ABORTED) this.reportFailedLoad(code, description, url, this.mainFrame)
      return Object.assign(new Error(`${description} (${code}) loading '${url}'`), {
        errno: code,
        code: description,
        url,
      })
    }
    this.#setLoading(true)
    if (!this.#host.urls.isLoadable(url)) throw failed('net::ERR_UNKNOWN_URL_SCHEME')
    const chromiumUrl = this.#host.urls.toChromium(url)
    const { session } = await this.#page
    this.#expected.push(chromiumUrl.replace(/#.*$/, ''))
    const finished = new Promise<void>((resolve, reject) => {
      const done = () => settle(resolve)
      const fail = (_event: unknown, code: number, description: string, _url: string, isMainFrame: boolean) => {
        if (isMainFrame)
          settle(() =>
            reject(
              Object.assign(new Error(`${description} (${code}) loading '${url}'`), {
                errno: code,
                code: description,
                url,
              }),
            ),
          )
      }
      const gone = () => settle(() => reject(new Error(`ERR_FAILED (-2) loading '${url}'`)))
      const settle = (end: () => void) => {
        this.off('did-stop-loading', done)
        this.off('did-fail-load', fail)
        this.off('destroyed', gone)
        end()
      }
      this.on('did-stop-loading', done)
      this.on('did-fail-load', fail)
      this.on('destroyed', gone)
    })
    finished.catch(() => {})
    const started = await session.send('Page.navigate', { url: chromiumUrl })
    this.#expected = this.#expected.filter((expected) => expected !== chromiumUrl.replace(/#.*$/, ''))
    if (started.errorText !== undefined) {
      if (started.errorText === 'net::ERR_ABORTED') throw failed(started.errorText)
      return finished
    }
    // Within the same document there is nothing to wait for.
    if (started.loaderId === undefined) return
    await finished
  }

  /**
   * @internal Asked for every document request; false stops the navigation. What main itself started is not asked about,
   * as in Electron.
   */
  decideNavigation(frameId: string, url: string, isRedirect: boolean): boolean {
    const frame = this.#frames.get(frameId)
    if (frame === undefined) return true
    const isMainFrame = frame === this.mainFrame
    const chromiumUrl = this.#host.urls.toChromium(url).replace(/#.*$/, '')
    if (isMainFrame && !isRedirect && this.#expected.includes(chromiumUrl)) {
      this.#expected = this.#expected.filter((expected) => expected !== chromiumUrl)
      return true
    }
    return this.askNavigation(isRedirect ? 'will-redirect' : 'will-navigate', url, frame)
  }

  /** @internal Emits the navigation events that can be prevented; false when one was. */
  askNavigation(name: 'will-navigate' | 'will-redirect', url: string, frame: WebFrameMain): boolean {
    const isMainFrame = frame === this.mainFrame
    const fields = { url, isSameDocument: false, isMainFrame, frame, initiator: frame, sender: this }
    const rest = [url, false, isMainFrame, frame.processId, frame.routingId] as const
    const ask = (event: string): HostEvent => {
      const details = createEvent({ ...fields })
      this.emit(event, details, ...rest)
      return details
    }
    if (name === 'will-redirect') return !ask('will-redirect').defaultPrevented
    const frameEvent = ask('will-frame-navigate')
    const mainEvent = isMainFrame ? ask('will-navigate') : undefined
    return !frameEvent.defaultPrevented && mainEvent?.defaultPrevented !== true
  }

  reload(): void {
    this.#reload(false)
  }
  reloadIgnoringCache(): void {
    this.#reload(true)
  }
  #reload(ignoreCache: boolean): void {
    this.#expected.push(this.mainFrame.chromiumUrl.replace(/#.*$/, ''))
    this.#tell((session) => session.tell('Page.reload', { ignoreCache }))
  }
  stop(): void {
    this.#tell((session) => session.tell('Page.stopLoading'))
  }
  getURL(): string {
    return this.mainFrame.chromiumUrl === 'about:blank' && !this.#title && !this.#loading ? '' : this.mainFrame.url
  }
  getTitle(): string {
    return this.#title || this.getURL()
  }
  isLoading(): boolean {
    return this.#loading
  }
  isLoadingMainFrame(): boolean {
    return this.#loading
  }

  // --- what the page's events change

  /** @internal */
  setLoading(loading: boolean): void {
    this.#setLoading(loading)
  }
  #setLoading(loading: boolean): void {
    if (this.#loading === loading) return
    this.#loading = loading
    this.emit(loading ? 'did-start-loading' : 'did-stop-loading')
  }
  /** @internal */
  setTitle(title: string): void {
    if (title === this.#title) return
    this.#title = title
    const event = createEvent({})
    this.emit('page-title-updated', event, title, true)
    this.#owner.pageTitled(title)
  }
  /** @internal */
  reportFailedLoad(code: number, description: string, url: string, frame: WebFrameMain): void {
    const isMainFrame = frame === this.mainFrame
    const args = [code, description, url, isMainFrame, frame.processId, frame.routingId] as const
    this.emit('did-fail-provisional-load', createEvent({ sender: this }), ...args)
    this.emit('did-fail-load', createEvent({ sender: this }), ...args)
  }
  /** @internal */
  reportPreloadError(error: Error): void {
    const path = this.#preferences.preload ?? ''
    process.stderr.write(`Unable to load preload script: ${path}\n${error.stack}\n`)
    this.emit('preload-error', createEvent({ sender: this }), path, error)
  }
  /** @internal */
  reportGone(reason: Electron.RenderProcessGoneDetails['reason'], exitCode: number): void {
    if (this.#crashed || this.#destroyed) return
    this.#crashed = true
    this.#frames.clearWorlds()
    this.#setLoading(false)
    const details = { reason, exitCode }
    this.emit('render-process-gone', createEvent({ sender: this }), details)
    this.#host.app.emit('render-process-gone', createEvent({}), this, details)
  }
  /** @internal A new document has come: whatever crashed is back. */
  markAlive(): void {
    this.#crashed = false
  }
  /** @internal The target is gone. */
  markDestroyed(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#host.contents.delete(this)
    if (this.#session?.id !== undefined) this.#host.connection.forget(this.#session.id)
    this.emit('destroyed')
    // Electron drops an owner's listeners with it; late DevTools events must not reach the app.
    this.removeAllListeners()
  }

  // --- messages

  send(channel: string, ...args: unknown[]): void {
    this.#sendTo(this.mainFrame, channel, args)
  }
  sendToFrame(_frameId: number | [number, number], channel: string, ...args: unknown[]): void {
    this.#sendTo(this.mainFrame, channel, args)
  }
  #sendTo(frame: WebFrameMain, channel: string, args: readonly unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
    const text = codec.encode(args)
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    this.post(frame, { kind: 'message', channel, args: text })
  }
  /** @internal */
  post(frame: WebFrameMain, message: ToWindow): void {
    const contextId = frame.preloadWorld
    if (contextId === undefined) return
    this.#session?.tell('Runtime.callFunctionOn', {
      functionDeclaration: 'function (text) { __electronHostReceive(text) }',
      arguments: [{ value: JSON.stringify(message) }],
      executionContextId: contextId,
    })
  }
  executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    return this.#evaluate(this.mainFrame, code, userGesture)
  }
  async #evaluate(frame: WebFrameMain, expression: string, userGesture: boolean): Promise<unknown> {
    const { session } = await this.#page
    const contextId = frame.mainWorld
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      userGesture,
      awaitPromise: true,
      returnByValue: true,
      ...(contextId !== undefined && { contextId }),
    })
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text)
    return result.value
  }
  async insertCSS(css: string): Promise<string> {
    const text = JSON.stringify(css)
    await this.executeJavaScript(
      `{ const s = new CSSStyleSheet(); s.replaceSync(${text}); document.adoptedStyleSheets.push(s) }`,
    )
    return String(Date.now())
  }

  // --- life

  isDestroyed(): boolean {
    return this.#destroyed
  }
  isCrashed(): boolean {
    return this.#crashed
  }
  close(): void {
    this.#owner.close()
  }
  focus(): void {
    this.#owner.focus()
  }
  isFocused(): boolean {
    return this.#owner.isFocused()
  }
  getType(): 'window' {
    return 'window'
  }
  getProcessId(): number {
    return this.id
  }
  getOSProcessId(): number {
    return this.id
  }
  forcefullyCrashRenderer(): void {
    this.#tell((session) => session.tell('Page.crash'))
  }
  setWindowOpenHandler(handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse): void {
    this.#openHandler = handler
  }
  /** @internal A page wanted a window; it has already been told that there is none. */
  handleWindowOpen(url: string, frameName: string, features: readonly string[]): void {
    const details: Electron.HandlerDetails = {
      url,
      frameName,
      features: features.join(','),
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'strict-origin-when-cross-origin' },
    }
    const response: Electron.WindowOpenHandlerResponse = this.#openHandler?.(details) ?? { action: 'allow' }
    if (response.action === 'deny') return
    const window = this.#host.openWindow(response.overrideBrowserWindowOptions ?? {})
    window.loadURL(url).catch(() => {})
    this.emit('did-create-window', window, { ...details, options: response.overrideBrowserWindowOptions ?? {} })
  }

  // --- tools

  openDevTools(): void {
    this.#devTools = true
    this.emit('devtools-opened')
  }
  closeDevTools(): void {
    if (!this.#devTools) return
    this.#devTools = false
    this.emit('devtools-closed')
  }
  isDevToolsOpened(): boolean {
    return this.#devTools
  }
  toggleDevTools(): void {
    if (this.#devTools) this.closeDevTools()
    else this.openDevTools()
  }
  setZoomFactor(factor: number): void {
    this.#zoom = factor
    this.#tell((session) => session.tell('Emulation.setPageScaleFactor', { pageScaleFactor: factor }))
  }
  getZoomFactor(): number {
    return this.#zoom
  }
  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level)
  }
  getZoomLevel(): number {
    return Math.log(this.#zoom) / Math.log(1.2)
  }
  async setVisualZoomLevelLimits(): Promise<void> {}
  setBackgroundThrottling(allowed: boolean): void {
    this.#throttling = allowed
  }
  getBackgroundThrottling(): boolean {
    return this.#throttling
  }
  setAudioMuted(muted: boolean): void {
    this.#muted = muted
  }
  isAudioMuted(): boolean {
    return this.#muted
  }
  isCurrentlyAudible(): boolean {
    return false
  }
  setIgnoreMenuShortcuts(): void {}
  getUserAgent(): string {
    return this.#userAgent
  }
  setUserAgent(userAgent: string): void {
    this.#userAgent = userAgent
    this.#tell((session) => session.tell('Emulation.setUserAgentOverride', { userAgent }))
  }
  getLastWebPreferences(): Electron.WebPreferences {
    return { ...this.#preferences }
  }
  async capturePage(): Promise<Electron.NativeImage> {
    const { session } = await this.#page
    const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
    return this.#host.imageFromPng(Buffer.from(data, 'base64'))
  }
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    const { session } = await this.#page
    const { data } = await session.send('Page.printToPDF', toPdfParameters(options as PrintOptions))
    return Buffer.from(data, 'base64')
  }
  print(_options?: object, callback?: (success: boolean, failureReason: string) => void): void {
    setImmediate(() => callback?.(false, 'no printer: electron-host has none'))
  }
  async getPrintersAsync(): Promise<Electron.PrinterInfo[]> {
    return []
  }

  // --- what the host asks of it

  /** @internal */
  get targetId(): string | undefined {
    return this.#targetId
  }
  /** @internal */
  get page(): Promise<PageTarget> {
    return this.#page
  }
  /** @internal */
  frameOf(frameId: string): WebFrameMain | undefined {
    return this.#frames.get(frameId)
  }
  /** @internal */
  expectNavigation(chromiumUrl: string): void {
    this.#expected.push(chromiumUrl.replace(/#.*$/, ''))
  }
  #tell(use: (session: CdpSession) => void): void {
    this.#page.then(({ session }) => use(session)).catch(() => {})
  }
}
guardClass('webContents', WebContents)
