/** One exchange over HTTP, as the platform's client asks for it. */
export type FetchRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Goes before other requests that wait for a connection to the same host. */
  readonly isUrgent?: boolean | undefined
  /** Limit of the decoded body. The rest of a longer body is not read. */
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Called for the head of the answer and for each piece of its body. */
  readonly onProgress: () => void
}

export type FetchAnswer = {
  readonly kind: 'answer'
  readonly status: number
  /** The value of a header by its lower-case name; `null` when there is none. */
  readonly header: (name: string) => string | null
  /** The decoded body; `undefined`: it is longer than `maxBytes`. */
  readonly bytes: Buffer | undefined
}

/** No answer, or an incomplete one. `error` is the network's own text, such as `net::ERR_NAME_NOT_RESOLVED`. */
type FetchFailure = { readonly kind: 'failed'; readonly error: unknown }

export type FetchOutcome = FetchAnswer | FetchFailure

/**
 * Makes one exchange. Never rejects. A redirect is an answer with its own status: nothing follows it. Sends and stores no
 * cookies and uses no cache. In the app it uses Chromium's network stack (system proxies and certificates).
 */
export type Fetch = (request: FetchRequest) => Promise<FetchOutcome>

/**
 * The body, or `undefined` once it has passed `maxBytes`: the rest is not read. Rejects when the stream breaks.
 * @param onChunk called with each piece that arrives
 */
async function readCapped(response: Response, maxBytes: number, onChunk: () => void): Promise<Buffer | undefined> {
  if (response.body === null) return Buffer.alloc(0)
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    onChunk()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      // Not awaited: the cancellation of a stream that does not end may not end either.
      reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
}

/** The part of the standard `fetch` that is used. */
export type WebFetch = (url: string, init: RequestInit) => Promise<Response>

/** `Fetch` on top of a standard `fetch`: that of the practice platform, or Node's. */
export function fetchOver(webFetch: WebFetch): Fetch {
  return async ({ method, url, headers, body, maxBytes, signal, onProgress }) => {
    try {
      const response = await webFetch(url, {
        method,
        headers,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        signal,
        ...(body === undefined ? {} : { body }),
      })
      onProgress()
      const bytes = await readCapped(response, maxBytes, onProgress)
      return { kind: 'answer', status: response.status, header: (name) => response.headers.get(name), bytes }
    } catch (error) {
      return { kind: 'failed', error }
    }
  }
}
