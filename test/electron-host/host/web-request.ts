import type Electron from 'electron'
import type { Protocol } from './devtools-types.ts'
import { guardClass } from './guard.ts'
import type { SchemeUrls } from './scheme-urls.ts'
import type { WebContents } from './web-contents.ts'

type Paused = Protocol.Fetch.requestPausedPayload
type Filter = Readonly<{ urls?: readonly string[]; excludeUrls?: readonly string[]; types?: readonly string[] }>
type Verdict = {
  cancel?: boolean
  redirectURL?: string
  requestHeaders?: Record<string, string | string[]>
  responseHeaders?: Record<string, string | string[]>
  statusLine?: string
}
type Listener = (details: object, callback: (verdict: Verdict) => void) => void
type Registration = Readonly<{ listener: Listener; matches: (url: string, type: string) => boolean }>

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

const patternToRegExp = (pattern: string): RegExp =>
  pattern === '<all_urls>'
    ? /^/
    : new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*')}$`, 'i')

let lastRequestId = 0

/**
 * session.webRequest: the listeners that can change or stop a request. They are called for every request of the
 * session.
 */
export class WebRequest implements Partial<Record<keyof Electron.WebRequest, unknown>> {
  readonly #registered = new Map<string, Registration>()
  readonly #urls: SchemeUrls
  readonly #pauseResponses: () => void

  constructor(urls: SchemeUrls, pauseResponses: () => void) {
    this.#urls = urls
    this.#pauseResponses = pauseResponses
  }

  onBeforeRequest(filterOrListener: Filter | Listener | null, listener?: Listener | null): void {
    this.#register('beforeRequest', filterOrListener, listener)
  }
  onBeforeSendHeaders(filterOrListener: Filter | Listener | null, listener?: Listener | null): void {
    this.#register('beforeSendHeaders', filterOrListener, listener)
  }
  onHeadersReceived(filterOrListener: Filter | Listener | null, listener?: Listener | null): void {
    this.#register('headersReceived', filterOrListener, listener)
    this.#pauseResponses()
  }

  beforeRequest(paused: Paused, url: string, contents: WebContents | undefined): Promise<Verdict> {
    return this.#runListener('beforeRequest', paused, url, contents, {})
  }
  beforeSendHeaders(paused: Paused, url: string, contents: WebContents | undefined): Promise<Verdict> {
    return this.#runListener('beforeSendHeaders', paused, url, contents, {
      requestHeaders: { ...paused.request.headers },
    })
  }
  headersReceived(
    paused: Paused,
    url: string,
    statusCode: number,
    responseHeaders: Record<string, string[]>,
    contents: WebContents | undefined,
  ): Promise<Verdict> {
    const statusLine = `HTTP/1.1 ${statusCode} ${paused.responseStatusText ?? ''}`.trim()
    return this.#runListener('headersReceived', paused, url, contents, { statusCode, statusLine, responseHeaders })
  }

  #register(name: string, filterOrListener: Filter | Listener | null, listener: Listener | null | undefined): void {
    const filter: Filter = typeof filterOrListener === 'object' && filterOrListener !== null ? filterOrListener : {}
    const chosen = typeof filterOrListener === 'function' ? filterOrListener : listener
    if (chosen === null || chosen === undefined) {
      this.#registered.delete(name)
      return
    }
    const included = (filter.urls ?? ['<all_urls>']).map(patternToRegExp)
    const excluded = (filter.excludeUrls ?? []).map(patternToRegExp)
    this.#registered.set(name, {
      listener: chosen,
      matches: (url, type) =>
        included.some((pattern) => pattern.test(url)) &&
        !excluded.some((pattern) => pattern.test(url)) &&
        (filter.types === undefined || filter.types.includes(type)),
    })
  }

  async #runListener(
    name: string,
    paused: Paused,
    url: string,
    contents: WebContents | undefined,
    more: object,
  ): Promise<Verdict> {
    const registered = this.#registered.get(name)
    const frame = contents?.frameOf(paused.frameId)
    const isSubFrame = paused.resourceType === 'Document' && frame !== undefined && frame !== contents?.mainFrame
    const resourceType = isSubFrame ? 'subFrame' : (RESOURCE_TYPES[paused.resourceType] ?? 'other')
    if (registered === undefined || !registered.matches(url, resourceType)) return {}
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
      ...more,
    }
    return new Promise((resolve) => registered.listener(details, (verdict) => resolve(verdict ?? {})))
  }
}
guardClass('session.webRequest', WebRequest)
