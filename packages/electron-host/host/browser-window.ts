import type Electron from 'electron'
import { createEvent, guardClass, markUnusable, rejectUnsupportedPreferences } from './guard.ts'
import { watchForHangs } from './hang-watch.ts'
import type { Host } from './host.ts'
import { WebContents } from './web-contents.ts'
import { WindowAppearance } from './window-appearance.ts'
import type { WindowSurface } from './window-surface.ts'

let lastId = 0
let host: Host | undefined

/** Sets the host of all windows. The app calls the constructor, so the host cannot be an argument of it. */
export const bindBrowserWindow = (to: Host): void => {
  host = to
  to.onOpenWindow((options) => new BrowserWindow(options))
}

export class BrowserWindow extends WindowAppearance implements WindowSurface {
  readonly id: number
  readonly webContents: WebContents
  #destroyed = false
  #closing = false
  #loaded = false
  #stopHangWatch: (() => void) | undefined

  static getAllWindows(): BrowserWindow[] {
    return [...(host?.windows ?? [])]
  }

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    if (host === undefined || !host.app.isReadyForHost)
      throw new Error('Cannot create BrowserWindow before app is ready')
    super(host, options)
    rejectUnsupportedPreferences(options.webPreferences)
    lastId += 1
    this.id = lastId
    this.webContents = new WebContents(
      this.host,
      {
        pageDestroyed: () => this.pageDestroyed(),
        closePage: () => this.close(),
        focusPage: () => this.focus(),
        isPageFocused: () => this.isFocused(),
      },
      options,
    )
    this.host.windows.add(this)
    this.webContents.on('did-finish-load', () => this.#becomeReady())
    if (options.show !== false) this.takeFocus()
    const watch = (event: string | symbol): void => {
      if (event === 'unresponsive') this.#stopHangWatch ??= watchForHangs(this)
    }
    this.on('newListener', watch)
    this.webContents.on('newListener', watch)
    const { app } = this.host
    app.emit('browser-window-created', createEvent({}), this)
    app.emit('web-contents-created', createEvent({}), this.webContents)
  }

  // --- life cycle

  close(): void {
    if (this.#destroyed || this.#closing) return
    const event = createEvent({})
    this.emit('close', event)
    if (event.defaultPrevented) {
      this.host.app.windowCloseWasPrevented()
      return
    }
    this.#closing = true
    const destroyed = (): void => this.pageDestroyed()
    this.#endTarget().then(destroyed, destroyed)
  }
  destroy(): void {
    this.#endTarget().catch(() => {})
    this.pageDestroyed()
  }
  async #endTarget(): Promise<void> {
    try {
      const { targetId } = await this.webContents.page
      await this.host.connection.browser.send('Target.closeTarget', { targetId })
    } catch {
      // The target is already closed.
    }
  }
  /** @internal The window ends with its page. */
  pageDestroyed(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#stopHangWatch?.()
    this.host.windows.delete(this)
    this.dropFocusWithoutEvent()
    this.webContents.markDestroyed()
    this.emit('closed')
    this.removeAllListeners()
    const { app } = this.host
    markUnusable(this, ['pageDestroyed'])
    app.windowClosed()
  }
  isDestroyed(): boolean {
    return this.#destroyed
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
  reload(): void {
    this.webContents.reload()
  }
}
guardClass('BrowserWindow', BrowserWindow)
