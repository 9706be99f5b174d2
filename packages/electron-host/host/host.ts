import type Electron from 'electron'
import type { App } from './app.ts'
import type { BrowserWindow } from './browser-window.ts'
import type { CdpConnection } from './cdp.ts'
import type { HostCommandLine } from './command-line.ts'
import { guard } from './guard.ts'
import type { IpcMain } from './ipc-main.ts'
import type { SchemeUrls } from './scheme-urls.ts'
import type { SessionRegistry } from './session.ts'
import type { WebContents } from './web-contents.ts'

export type DocumentStatus = Readonly<{ code: number; text: string }>

export type HostOptions = Readonly<{
  commandLine: HostCommandLine
  urls: SchemeUrls
  connection: CdpConnection
  sessions: SessionRegistry
  app: App
  ipcMain: IpcMain
}>

/** The objects that all parts of the program share: the browser, the app, the sessions and the open windows. */
export class Host implements HostOptions {
  readonly commandLine: HostCommandLine
  readonly urls: SchemeUrls
  readonly connection: CdpConnection
  readonly sessions: SessionRegistry
  readonly app: App
  readonly ipcMain: IpcMain
  readonly windows = new Set<BrowserWindow>()
  readonly contents = new Set<WebContents>()
  readonly #statuses = new Map<string, DocumentStatus>()
  #openWindow: ((options: Electron.BrowserWindowConstructorOptions) => BrowserWindow) | undefined

  constructor(options: HostOptions) {
    this.commandLine = options.commandLine
    this.urls = options.urls
    this.connection = options.connection
    this.sessions = options.sessions
    this.app = options.app
    this.ipcMain = options.ipcMain
  }

  ending(): boolean {
    return this.app.ending
  }
  onOpenWindow(open: (options: Electron.BrowserWindowConstructorOptions) => BrowserWindow): void {
    this.#openWindow = open
  }
  openWindow(options: Electron.BrowserWindowConstructorOptions): BrowserWindow {
    if (this.#openWindow === undefined) throw new Error('electron-host: BrowserWindow is not bound yet')
    return this.#openWindow(options)
  }
  contentsOfFrame(frameId: string): WebContents | undefined {
    return [...this.contents].find((contents) => contents.frameOf(frameId) !== undefined)
  }
  /** The `process` object of a sandboxed preload. */
  preloadProcess(): Readonly<Record<string, unknown>> {
    const { versions, platform, arch, pid, execPath } = process
    const base = { versions: { ...versions }, platform, arch, pid, execPath }
    return { ...base, type: 'renderer', sandboxed: true, contextIsolated: true, argv: [], env: {} }
  }
  rememberDocumentStatus(chromiumUrl: string, status: DocumentStatus): void {
    this.#statuses.set(chromiumUrl.replace(/#.*$/, ''), status)
  }
  documentStatus(chromiumUrl: string): DocumentStatus {
    return this.#statuses.get(chromiumUrl.replace(/#.*$/, '')) ?? { code: -1, text: '' }
  }
  navigationHistory(contents: WebContents): object {
    return guard('webContents.navigationHistory', {
      clear: () => {
        contents.page.then(({ session }) => session.sendIgnoringErrors('Page.resetNavigationHistory')).catch(() => {})
      },
    })
  }
}
