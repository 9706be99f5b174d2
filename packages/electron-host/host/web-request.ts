import type Electron from 'electron'
import type { Protocol } from './devtools-types.ts'
import { guardClass } from './guard.ts'
import type { SchemeUrls } from './scheme-urls.ts'
import type { WebContents } from './web-contents.ts'

type Paused = Protocol.Fetch.requestPausedPayload
type Verdict = { cancel?: boolean; redirectURL?: string }
type Listener = (details: object, callback: (verdict: Verdict) => void) => void

const RESOURCE_TYPES: Readonly<Record<string, string>> = {
  Document: 'mainFrame',
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  Media: 'media',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  WebSocket: 'webSocket',
}

let lastRequestId = 0

/** session.webRequest: the listener that can stop or redirect a request. It is called for every request of the session. */
export class WebRequest implements Partial<Record<keyof Electron.WebRequest, unknown>> {
  #listener: Listener | null = null
  readonly #urls: SchemeUrls

  constructor(urls: SchemeUrls) {
    this.#urls = urls
  }

  onBeforeRequest(listener: Listener | null): void {
    this.#listener = listener
  }

  /** @internal */
  async beforeRequest(paused: Paused, url: string, contents: WebContents | undefined): Promise<Verdict> {
    const listener = this.#listener
    if (listener === null) return {}
    const frame = contents?.frameOf(paused.frameId)
    const isSubFrame = paused.resourceType === 'Document' && frame !== undefined && frame !== contents?.mainFrame
    const resourceType = isSubFrame ? 'subFrame' : (RESOURCE_TYPES[paused.resourceType] ?? 'other')
    lastRequestId += 1
    const details = {
      id: lastRequestId,
      url,
      method: paused.request.method,
      resourceType,
      referrer: this.#urls.toApp(paused.request.headers.Referer ?? ''),
      timestamp: Date.now(),
      webContents: contents,
      webContentsId: contents?.id,
      frame: frame ?? null,
    }
    return new Promise((resolve) => listener(details, (verdict) => resolve(verdict ?? {})))
  }
}
guardClass('session.webRequest', WebRequest)
