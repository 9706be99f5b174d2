import type { CdpSession } from './cdp.ts'
import type { Protocol } from './devtools-types.ts'
import type { SchemeUrls } from './scheme-urls.ts'
import type { Session } from './session.ts'
import type { WebContents } from './web-contents.ts'

type Paused = Protocol.Fetch.requestPausedPayload
type Header = Protocol.Fetch.HeaderEntry

export type RequestDependencies = Readonly<{
  browser: CdpSession
  urls: SchemeUrls
  contentsOf: (frameId: string) => WebContents | undefined
  sessionOf: (contents: WebContents | undefined) => Session
}>

const headerList = (headers: Readonly<Record<string, string | readonly string[]>>): Header[] =>
  Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: String(one) })))

const headerRecord = (headers: readonly Header[]): Record<string, string[]> => {
  const record: Record<string, string[]> = {}
  for (const { name, value } of headers) {
    const held = record[name]
    if (held === undefined) record[name] = [value]
    else held.push(value)
  }
  return record
}

const POLICY_HEADERS = new Set(['content-security-policy', 'content-security-policy-report-only'])

/** Handles every request of every window: navigation guards, permissions, webRequest listeners, protocol handlers. */
export class RequestRouter {
  readonly #dependencies: RequestDependencies
  #pausesResponses = false

  constructor(dependencies: RequestDependencies) {
    this.#dependencies = dependencies
    dependencies.browser.on('Fetch.requestPaused', (paused) => {
      this.#handle(paused).catch((error) => {
        // These two errors mean that the window or the browser is closed. Any other error is a defect of the host.
        if (!/Invalid InterceptionId|the browser is closed/.test(String(error)))
          process.stderr.write(`electron-host: ${error instanceof Error ? error.stack : error}\n`)
      })
    })
    this.#enable()
  }

  /** Pauses responses as well as requests. Called when an onHeadersReceived listener is added. */
  pauseResponses(): void {
    if (this.#pausesResponses) return
    this.#pausesResponses = true
    this.#enable()
  }

  #enable(): void {
    const patterns: Protocol.Fetch.RequestPattern[] = [{ urlPattern: '*', requestStage: 'Request' }]
    if (this.#pausesResponses) patterns.push({ urlPattern: '*', requestStage: 'Response' })
    this.#dependencies.browser.sendIgnoringErrors('Fetch.enable', { patterns })
  }

  async #handle(paused: Paused): Promise<void> {
    const contents = this.#dependencies.contentsOf(paused.frameId)
    const session = this.#dependencies.sessionOf(contents)
    const isResponse = paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined
    if (isResponse) return this.#handleResponse(paused, contents, session)
    const { requestId, request, resourceType } = paused
    const url = this.#dependencies.urls.toApp(request.url)
    // Electron has no tab strip and does not request an icon.
    if (resourceType === 'Other' && new URL(request.url).pathname === '/favicon.ico')
      return this.#fulfill(requestId, 404, [], '')
    if (resourceType === 'Document' && contents !== undefined) {
      const allowed = contents.allowsNavigation(paused.frameId, url, paused.redirectedRequestId !== undefined)
      if (!allowed) return this.#fail(requestId, 'Aborted')
      session.permissions.applyTo(new URL(request.url).origin, contents)
    }
    const verdict = await session.webRequest.beforeRequest(paused, url, contents)
    if (verdict.cancel) return this.#fail(requestId, 'BlockedByClient')
    if (verdict.redirectURL !== undefined) {
      const location = this.#dependencies.urls.toChromium(verdict.redirectURL)
      return this.#fulfill(requestId, 307, [{ name: 'location', value: location }], '')
    }
    const sent = await session.webRequest.beforeSendHeaders(paused, url, contents)
    if (sent.cancel) return this.#fail(requestId, 'BlockedByClient')
    const handler = session.protocol.handlerOf(url)
    if (handler !== undefined) return this.#serve(paused, url, handler, contents, session)
    const scheme = url.slice(0, url.indexOf(':'))
    if (this.#dependencies.urls.isCustom(scheme)) return this.#fail(requestId, 'Failed')
    const headers = sent.requestHeaders && { headers: headerList(sent.requestHeaders) }
    await this.#dependencies.browser.send('Fetch.continueRequest', { requestId, ...headers })
  }

  async #handleResponse(paused: Paused, contents: WebContents | undefined, session: Session): Promise<void> {
    const { requestId } = paused
    const url = this.#dependencies.urls.toApp(paused.request.url)
    const isCustom = this.#dependencies.urls.isCustom(url.slice(0, url.indexOf(':')))
    if (paused.responseErrorReason !== undefined || isCustom)
      return void (await this.#dependencies.browser.send('Fetch.continueRequest', { requestId }))
    const headers = headerRecord(paused.responseHeaders ?? [])
    const code = paused.responseStatusCode ?? 200
    const verdict = await session.webRequest.headersReceived(paused, url, code, headers, contents)
    if (verdict.cancel) return this.#fail(requestId, 'BlockedByClient')
    if (verdict.responseHeaders === undefined && verdict.statusLine === undefined)
      return void (await this.#dependencies.browser.send('Fetch.continueResponse', { requestId }))
    const status = Number(verdict.statusLine?.split(' ')[1] ?? code)
    const responseHeaders = this.#toChromium(headerList(verdict.responseHeaders ?? headers))
    await this.#dependencies.browser.send('Fetch.continueResponse', {
      requestId,
      responseCode: status,
      responseHeaders,
    })
  }

  async #serve(
    paused: Paused,
    url: string,
    handler: (request: Request) => Response | Promise<Response>,
    contents: WebContents | undefined,
    session: Session,
  ): Promise<void> {
    const { requestId } = paused
    let response: Response
    let body: string
    try {
      response = await handler(this.#toRequest(paused, url))
      body = Buffer.from(await response.arrayBuffer()).toString('base64')
    } catch (error) {
      process.stderr.write(`electron-host: protocol handler failed for ${url}: ${error}\n`)
      return this.#fail(requestId, 'Failed')
    }
    if (response.type === 'error') return this.#fail(requestId, 'Failed')
    const headers = [...response.headers].map(([name, value]) => ({ name, value }))
    const verdict = await session.webRequest.headersReceived(
      paused,
      url,
      response.status,
      headerRecord(headers),
      contents,
    )
    if (verdict.cancel) return this.#fail(requestId, 'BlockedByClient')
    const changed = verdict.responseHeaders === undefined ? headers : headerList(verdict.responseHeaders)
    await this.#fulfill(requestId, response.status, this.#toChromium(changed), body)
  }

  #toRequest({ request }: Paused, url: string): Request {
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, this.#dependencies.urls.toApp(value))
    const parts = request.postDataEntries?.map((entry) => Buffer.from(entry.bytes ?? '', 'base64'))
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && parts !== undefined
    return new Request(url, { method: request.method, headers, ...(hasBody && { body: Buffer.concat(parts) }) })
  }

  #toChromium(headers: readonly Header[]): Header[] {
    return headers.map(({ name, value }) => {
      const lower = name.toLowerCase()
      if (POLICY_HEADERS.has(lower)) return { name, value: this.#dependencies.urls.policyToChromium(value) }
      if (lower === 'location' || lower === 'access-control-allow-origin')
        return { name, value: this.#dependencies.urls.toChromium(value) }
      return { name, value }
    })
  }

  async #fulfill(requestId: string, responseCode: number, responseHeaders: Header[], body: string): Promise<void> {
    await this.#dependencies.browser.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body })
  }

  async #fail(requestId: string, errorReason: Protocol.Network.ErrorReason): Promise<void> {
    await this.#dependencies.browser.send('Fetch.failRequest', { requestId, errorReason })
  }
}
