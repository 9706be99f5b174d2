import type Electron from 'electron'
import { createEvent, guardClass } from './guard.ts'
import type { Host } from './host.ts'
import { View } from './view.ts'
import { rejectUnsupportedPreferences, WebContents } from './web-contents.ts'

let host: Host | undefined

/** Sets the host of all views. The app calls the constructor, so the host cannot be an argument of it. */
export const bindWebContentsView = (to: Host): void => {
  host = to
}

/**
 * A separate page in a window. DevTools has no page above another page. So the view's page is a separate target with
 * the size of the view. When windows are shown, it also has the position of the view.
 */
export class WebContentsView extends View implements Pick<Electron.WebContentsView, 'setBounds'> {
  readonly webContents: WebContents
  readonly #host: Host

  constructor(options: Electron.WebContentsViewConstructorOptions = {}) {
    if (host === undefined || !host.app.isReadyForHost)
      throw new Error('Cannot create WebContentsView before app is ready')
    super()
    if (options.webContents !== undefined)
      throw new Error('electron-host: WebContentsView of a given webContents is not implemented')
    rejectUnsupportedPreferences(options.webPreferences)
    this.#host = host
    this.webContents = new WebContents(
      host,
      {
        pageDestroyed: () => {},
        closePage: () => this.#close(),
        // The window's own page keeps the keyboard focus.
        focusPage: () => {},
        isPageFocused: () => false,
      },
      { webPreferences: { ...options.webPreferences }, show: false },
    )
    host.app.emit('web-contents-created', createEvent({}), this.webContents)
  }

  /** Closes the page. The view itself stays, as in Electron. */
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
    const windowBounds = this.window?.getContentBounds()
    if (windowBounds === undefined) return
    const { x, y, width, height } = this.getBounds()
    if (width === 0 || height === 0) return
    this.webContents.page
      .then(async ({ windowId }) => {
        const { browser } = this.#host.connection
        browser.sendIgnoringErrors('Browser.setWindowBounds', {
          windowId: await windowId,
          bounds: { left: windowBounds.x + x, top: windowBounds.y + y },
        })
        browser.sendIgnoringErrors('Browser.setContentsSize', { windowId: await windowId, width, height })
      })
      .catch(() => {})
  }
}
guardClass('WebContentsView', WebContentsView)
