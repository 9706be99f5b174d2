import type Electron from 'electron'
import type { CdpSession } from './cdp.ts'
import { FrameTree, type WebFrameMain } from './frames.ts'
import { createEvent, guardClass, type HostEvent, markUnusable } from './guard.ts'
import type { Host } from './host.ts'
import { IpcMain } from './ipc-main.ts'
import { netFailure } from './net-errors.ts'
import { watchPage } from './page-events.ts'
import { loadError, pageLoaded } from './page-load.ts'
import type { PageOwner } from './page-owner.ts'
import { openPage, type PageTarget } from './page-target.ts'
import { PageTools } from './page-tools.ts'
import type { Session } from './session.ts'
import type { PageSurface } from './web-contents-surface.ts'
import { createCodec } from './worlds/codec.ts'
import type { MessageToWindow } from './worlds/preload.ts'

const codec = createCodec()
const ABORTED = -3
// These members do not throw after the page is destroyed: the host itself can still use them at that moment.
const USABLE_WHEN_DESTROYED = ['isDestroyed', 'isCrashed', 'mainFrame', 'page', 'post', 'targetId', 'frameOf']
let lastId = 0
/** Chromium's result code for a process that did not start. */
const LAUNCH_FAILED = 1002
let launchFailures = Number(process.env.ELECTRON_HOST_LAUNCH_FAILURES ?? 0)
const takeLaunchFailure = (): boolean => {
  if (launchFailures <= 0) return false
  launchFailures -= 1
  return true
}

/**
 * As in Electron (lib/browser/ipc-main-internal-utils.ts), a script whose page has gone never has a result. A value that
 * cannot be sent is an error.
 */
const neverForGonePage = (error: Error): Promise<never> => {
  if (/returned by value|reference chain/.test(error.message)) throw error
  return new Promise(() => {})
}

const withoutFragment = (url: string): string => url.replace(/#.*$/, '')

/** A page: navigation, messages, frames. Commands are sent after the page has been opened, so no call blocks. */
export class WebContents extends PageTools implements PageSurface {
  readonly #host: Host
  readonly #owner: PageOwner
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
  #expectedNavigations: string[] = []
  #pendingUrl: string | undefined
  /** Identifies the document of the pending load, as soon as the browser is about to show it. */
  #pendingLoader: string | undefined
  #committedLoader: string | undefined
  #isBrowserLoading = false
  #loads = 0
  #abortLoad: (() => void) | undefined
  #committed = false
  #windowOpenHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | undefined

  constructor(host: Host, owner: PageOwner, options: Electron.BrowserWindowConstructorOptions) {
    super()
    lastId += 1
    this.id = lastId
    this.#host = host
    this.#owner = owner
    this.#preferences = options.webPreferences ?? {}
    this.session =
      (this.#preferences.session as unknown as Session | undefined) ??
      host.sessions.of(this.#preferences.partition ?? '')
    this.#frames = new FrameTree({
      urls: host.urls,
      processId: () => this.getProcessId(),
    })
    this.#page = openPage(
      host.connection,
      {
        width: options.width ?? 800,
        height: options.height ?? 600,
        position: options.x === undefined || options.y === undefined ? undefined : { left: options.x, top: options.y },
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
  get navigationHistory() {
    return this.#host.navigationHistory(this)
  }

  // --- navigation

  loadURL(url: string, _options?: Electron.LoadURLOptions): Promise<void> {
    if (this.#destroyed) return Promise.reject(new Error('Object has been destroyed'))
    return this.#load(url)
  }
  async #load(url: string): Promise<void> {
    this.#loads += 1
    const own = this.#loads
    const end = (): void => {
      // A load that another one has replaced does not end that one.
      if (own !== this.#loads) return
      this.#pendingUrl = undefined
      this.#setLoading(false)
    }
    const failed = (errorText: string) => {
      const { code, description } = netFailure(errorText)
      if (code !== ABORTED) this.reportFailedLoad(code, description, url, this.mainFrame)
      end()
      return loadError(code, description, url)
    }
    this.#pendingUrl = url
    this.#pendingLoader = undefined
    this.#setLoading(true)
    if (takeLaunchFailure()) return this.#failToLaunch(url)
    if (!this.#host.urls.isLoadable(url)) throw failed('net::ERR_UNKNOWN_URL_SCHEME')
    const chromiumUrl = this.#host.urls.toChromium(url)
    const { session } = await this.#page
    // While the page was opened, main has replaced this load.
    if (own !== this.#loads) throw failed('net::ERR_ABORTED')
    this.expectNavigation(chromiumUrl)
    this.#abortLoad?.()
    const { ended, abort } = pageLoaded(this, url)
    this.#abortLoad = abort
    const { errorText, loaderId } = await session.send('Page.navigate', { url: chromiumUrl })
    this.#expectedNavigations = this.#expectedNavigations.filter(
      (expected) => expected !== withoutFragment(chromiumUrl),
    )
    if (errorText === 'net::ERR_ABORTED') {
      abort()
      throw failed(errorText)
    }
    if (own === this.#loads) {
      this.#pendingLoader = loaderId
      this.#endPendingLoad()
    }
    if (errorText !== undefined || loaderId !== undefined) {
      await ended
      return
    }
    // A navigation within the same document loads nothing.
    abort()
    end()
  }

  /** Ends the load as if no renderer process had started. */
  #failToLaunch(url: string): Promise<never> {
    const { promise, reject } = Promise.withResolvers<never>()
    setImmediate(() => {
      this.#pendingUrl = undefined
      reject(loadError(-2, 'ERR_FAILED', url))
      this.#crashed = false
      this.reportGone('launch-failed', LAUNCH_FAILED)
    })
    return promise
  }

  /**
   * @internal Called for every document request; false stops the navigation. As in Electron, no event is emitted for a
   * navigation that main started.
   */
  allowsNavigation(frameId: string, url: string, isRedirect: boolean): boolean {
    const frame = this.#frames.get(frameId)
    if (frame === undefined) return true
    const isMainFrame = frame === this.mainFrame
    const chromiumUrl = withoutFragment(this.#host.urls.toChromium(url))
    if (isMainFrame && !isRedirect && this.#expectedNavigations.includes(chromiumUrl)) {
      this.#expectedNavigations = this.#expectedNavigations.filter((expected) => expected !== chromiumUrl)
      return true
    }
    return this.emitNavigationEvents(isRedirect ? 'will-redirect' : 'will-navigate', url, frame)
  }

  /** @internal Emits the navigation events that the app can prevent. Returns false if the app prevented one. */
  emitNavigationEvents(name: 'will-navigate' | 'will-redirect', url: string, frame: WebFrameMain): boolean {
    const isMainFrame = frame === this.mainFrame
    const fields = { url, isSameDocument: false, isMainFrame, frame, initiator: frame, sender: this }
    const rest = [url, false, isMainFrame, frame.processId, frame.routingId] as const
    const emitPreventable = (event: string): HostEvent => {
      const details = createEvent({ ...fields })
      this.emit(event, details, ...rest)
      return details
    }
    if (name === 'will-redirect') return !emitPreventable('will-redirect').defaultPrevented
    const frameEvent = emitPreventable('will-frame-navigate')
    const mainEvent = isMainFrame ? emitPreventable('will-navigate') : undefined
    return !frameEvent.defaultPrevented && mainEvent?.defaultPrevented !== true
  }

  reload(): void {
    this.expectNavigation(this.mainFrame.chromiumUrl)
    this.withPageSession((session) => session.sendIgnoringErrors('Page.reload'))
  }
  stop(): void {
    this.withPageSession((session) => session.sendIgnoringErrors('Page.stopLoading'))
  }
  /** The visible address. A load that main started changes it immediately. */
  getURL(): string {
    return this.#pendingUrl ?? (this.#committed ? this.mainFrame.url : '')
  }
  isLoading(): boolean {
    return this.#loading
  }
  isLoadingMainFrame(): boolean {
    return this.#loading
  }

  // --- changes by the page's events

  /** @internal While a load of main is pending, ignores the end of the load of the empty first document. */
  setLoading(loading: boolean): void {
    this.#isBrowserLoading = loading
    if (loading || this.#pendingUrl === undefined) this.#setLoading(loading)
  }
  #setLoading(loading: boolean): void {
    if (this.#loading === loading) return
    this.#loading = loading
    this.emit(loading ? 'did-start-loading' : 'did-stop-loading')
  }
  /** @internal */
  reportFailedLoad(code: number, description: string, url: string, frame: WebFrameMain): void {
    const isMainFrame = frame === this.mainFrame
    const args = [code, description, url, isMainFrame, frame.processId, frame.routingId] as const
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
  /** @internal Called when a new document is shown, also for an error page. The page then has a working renderer. */
  markCommitted(loader: string): void {
    this.#crashed = false
    this.#committed = true
    this.#committedLoader = loader
    this.#endPendingLoad()
  }
  /** The document that is shown can be of a load that main has replaced meanwhile: then the new load is still pending. */
  #endPendingLoad(): void {
    if (this.#pendingLoader === undefined || this.#pendingLoader !== this.#committedLoader) return
    this.#pendingUrl = undefined
    this.#pendingLoader = undefined
    this.#setLoading(this.#isBrowserLoading)
  }
  /** @internal Called when the target is closed. */
  markDestroyed(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#host.contents.delete(this)
    if (this.#session?.id !== undefined) this.#host.connection.removeSession(this.#session.id)
    this.emit('destroyed')
    // Electron removes the listeners of a destroyed object. Late DevTools events must not reach the app.
    this.removeAllListeners()
    markUnusable(this, USABLE_WHEN_DESTROYED)
  }

  // --- messages

  send(channel: string, ...args: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument')
    const packed = codec.encode(args)
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    this.post(this.mainFrame, { kind: 'message', channel, args: packed })
  }
  /** @internal */
  post(frame: WebFrameMain, message: MessageToWindow): void {
    const contextId = frame.preloadWorld
    if (contextId === undefined) return
    this.#session?.sendIgnoringErrors('Runtime.callFunctionOn', {
      functionDeclaration: 'function (text) { __electronHostReceive(text) }',
      arguments: [{ value: JSON.stringify(message) }],
      executionContextId: contextId,
    })
  }
  /**
   * As in Electron (lib/browser/api/web-contents.ts), the code runs after the page has loaded. If it never loads, it
   * never runs.
   */
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    if (this.getURL() === '' || this.isLoadingMainFrame())
      await new Promise<void>((resolve) => this.once('did-stop-loading', resolve))
    return this.#evaluate(this.mainFrame, code, userGesture)
  }
  async #evaluate(frame: WebFrameMain, expression: string, userGesture: boolean): Promise<unknown> {
    const { session } = await this.#page
    const contextId = frame.mainWorld
    const { result, exceptionDetails } = await session
      .send('Runtime.evaluate', {
        expression,
        userGesture,
        awaitPromise: true,
        returnByValue: true,
        ...(contextId !== undefined && { contextId }),
      })
      .catch(neverForGonePage)
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text)
    return result.value
  }

  // --- life cycle

  isDestroyed(): boolean {
    return this.#destroyed
  }
  isCrashed(): boolean {
    return this.#crashed
  }
  close(): void {
    this.#owner.closePage()
  }
  focus(): void {
    this.#owner.focusPage()
  }
  isFocused(): boolean {
    return this.#owner.isPageFocused()
  }
  getProcessId(): number {
    return this.id
  }
  getOSProcessId(): number {
    return this.id
  }
  forcefullyCrashRenderer(): void {
    this.withPageSession((session) => session.sendIgnoringErrors('Page.crash'))
  }
  setWindowOpenHandler(handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse): void {
    this.#windowOpenHandler = handler
  }
  /** @internal Called when a page calls window.open. Chromium has already returned null to the page. */
  handleWindowOpen(url: string, frameName: string, features: readonly string[]): void {
    const details: Electron.HandlerDetails = {
      url,
      frameName,
      features: features.join(','),
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'strict-origin-when-cross-origin' },
    }
    const response: Electron.WindowOpenHandlerResponse = this.#windowOpenHandler?.(details) ?? { action: 'allow' }
    if (response.action === 'deny') return
    const window = this.#host.openWindow(response.overrideBrowserWindowOptions ?? {})
    window.loadURL(url).catch(() => {})
  }

  // --- calls from the host

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
    this.#expectedNavigations.push(withoutFragment(chromiumUrl))
  }
}
guardClass('webContents', WebContents)
