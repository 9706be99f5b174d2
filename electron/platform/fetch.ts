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
  /** `undefined`: the body is longer than `maxBytes`. */
  readonly text: string | undefined
}

/** No answer, or an incomplete one. `error` is the network's own text, such as `net::ERR_NAME_NOT_RESOLVED`. */
export type FetchFailure = { readonly kind: 'failed'; readonly error: unknown }

export type FetchOutcome = FetchAnswer | FetchFailure

/**
 * Makes one exchange. Never rejects. A redirect is an answer with its own status: nothing follows it. Sends and stores no
 * cookies and uses no cache. In the app it uses Chromium's network stack (system proxies and certificates).
 */
export type Fetch = (request: FetchRequest) => Promise<FetchOutcome>
