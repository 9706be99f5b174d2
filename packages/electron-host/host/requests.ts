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

const POLICY_HEADERS = new Set(['content-security-policy', 'content-security-policy-report-only'])

/** Handles every request of every window: navigation guards, permissions, webRequest listeners, protocol handlers. */
export class RequestRouter {
  readonly #dependencies: RequestDependencies

  constructor(dependencies: RequestDependencies) {
    this.#dependencies = dependencies
    dependencies.browser.on('Fetch.requestPaused', (paused) => {
      this.#handle(paused).catch((error) => {
        // These two errors mean that the window or the browser is closed. Any other error is a defect of the host.
        if (!/Invalid InterceptionId|the browser is closed/.test(String(error)))
          process.stderr.write(`electron-host: ${error instanceof Error ? error.stack : error}\n`)
      })
    })
    const patterns: Protocol.Fetch.RequestPattern[] = [{ urlPattern: '*', requestStage: 'Request' }]
    dependencies.browser.sendIgnoringErrors('Fetch.enable', { patterns })
  }

  async #handle(paused: Paused): Promise<void> {
    const contents = this.#dependencies.contentsOf(paused.frameId)
    const session = this.#dependencies.sessionOf(contents)
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
    const handler = session.protocol.handlerOf(url)
    if (handler !== undefined) return this.#serve(paused, url, handler)
    const scheme = url.slice(0, url.indexOf(':'))
    if (this.#dependencies.urls.isCustom(scheme)) return this.#fail(requestId, 'Failed')
    await this.#dependencies.browser.send('Fetch.continueRequest', { requestId })
  }

  async #serve(
    paused: Paused,
    url: string,
    handler: (request: Request) => Response | Promise<Response>,
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
    await this.#fulfill(requestId, response.status, this.#toChromium(headers), body)
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
