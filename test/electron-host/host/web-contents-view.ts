import type Electron from 'electron'
import { createEvent, guardClass } from './guard.ts'
import type { Host } from './host.ts'
import { View } from './view.ts'
import { refuseUnsafePreferences, WebContents } from './web-contents.ts'

let host: Host | undefined

/** Ties the class to its host; it is the app that constructs the views. */
export const bindWebContentsView = (to: Host): void => {
  host = to
}

/**
 * A page of its own in a window. DevTools has no page above a page: it is a target beside that of the window, of the
 * size of the view, and lies where the view lies when windows are shown.
 */
export class WebContentsView extends View implements Pick<Electron.WebContentsView, 'setBounds'> {
  readonly webContents: WebContents
  readonly #host: Host

  constructor(options: Electron.WebContentsViewConstructorOptions = {}) {
    if (host === undefined || !host.app.readyNow) throw new Error('Cannot create WebContentsView before app is ready')
    super()
    if (options.webContents !== undefined)
      throw new Error('electron-host: WebContentsView of a given webContents is not implemented')
    refuseUnsafePreferences(options.webPreferences)
    this.#host = host
    this.webContents = new WebContents(
      host,
      {
        pageDestroyed: () => {},
        pageTitled: () => {},
        closePage: () => this.#close(),
        // The keyboard's focus stays with the window's own page.
        focusPage: () => {},
        isPageFocused: () => false,
      },
      { webPreferences: { ...options.webPreferences }, show: false },
    )
    host.app.emit('web-contents-created', createEvent({}), this.webContents)
  }

  /** Its page ends; the view itself stays, as in Electron. */
  #close(): void {
    const { browser } = this.#host.connection
    this.webContents.page
      .then(({ targetId }) => browser.send('Target.closeTarget', { targetId }))
      .catch(() => {})
      .finally(() => {
        if (!this.webContents.isDestroyed()) this.webContents.markDestroyed()
      })
  }
  protected override changed(): void {
    const at = this.window?.getContentBounds()
    if (at === undefined) return
    const { x, y, width, height } = this.getBounds()
    if (width === 0 || height === 0) return
    this.webContents.page
      .then(async ({ windowId }) => {
        const { browser } = this.#host.connection
        browser.tell('Browser.setWindowBounds', { windowId: await windowId, bounds: { left: at.x + x, top: at.y + y } })
        browser.tell('Browser.setContentsSize', { windowId: await windowId, width, height })
      })
      .catch(() => {})
  }
}
guardClass('WebContentsView', WebContentsView)
