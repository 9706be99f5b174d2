import type { Log } from '../logging/log-port.ts'
import type { Unavailable } from './answers.ts'
import { type ClockReading, correctOffset } from './clock-offset.ts'
import { withDeadline } from './deadline.ts'
import { parseBody, type ReplyBody } from './json-body.ts'
import { readCapped } from './read-capped.ts'
import { parseHttpDate, parseRetryAfter } from './retry-after.ts'

/** The part of `fetch` that is used: Electron's `net.fetch` in the app (system proxies and certificates), Node's in tests. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type HttpRequest = {
  /** Names the call in the log; the address is never logged. */
  readonly route: string
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Longest silence; an answer that goes on arriving may take longer. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

export type HttpReply = {
  readonly kind: 'reply'
  readonly status: number
  readonly body: ReplyBody
  readonly retryAfterMs?: number | undefined
}

export type Http = {
  /** One exchange, no repetition. Redirects are not followed: the token must not travel, and a 302 is a captive portal's. */
  exchange(request: HttpRequest): Promise<HttpReply | Unavailable>
  clockOffsetMs(): number
}

type Received = { readonly response: Response; readonly text: string | undefined }

const unavailable = (cause: Unavailable['cause'], status?: number): Unavailable =>
  status === undefined ? { kind: 'unavailable', cause } : { kind: 'unavailable', cause, status }

const isRedirect = (response: Response): boolean =>
  response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)

/** Electron's `net.fetch` rejects a redirect that it may not follow; the text is the only sign of it. */
const isRefusedRedirect = (error: unknown): boolean => error instanceof Error && /redirect/i.test(error.message)

export function createHttp(parts: {
  readonly fetch: Fetch
  /** Epoch ms of this machine. */
  readonly now: () => number
  /** Ms of a clock that nobody sets. */
  readonly monotonicNow: () => number
  readonly log: Log
}): Http {
  const { fetch, now, monotonicNow, log } = parts
  let offsetMs = 0

  const receive = async (request: HttpRequest, signal: AbortSignal, onProgress: () => void): Promise<Received> => {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    onProgress()
    return { response, text: await readCapped(response, request.maxBytes, onProgress) }
  }

  const judge = ({ response, text }: Received, clock: Omit<ClockReading, 'platformAt'>): HttpReply | Unavailable => {
    if (isRedirect(response) || text === undefined) return unavailable('unintelligible', response.status)
    const body = parseBody(text, response.headers.get('content-type'))
    const platformAt = parseHttpDate(response.headers.get('date'))
    // A page comes from a proxy or a portal, and an aged answer out of its cache: neither tells the platform's time.
    if (platformAt !== undefined && body.kind !== 'page' && response.headers.get('age') === null) {
      offsetMs = correctOffset(offsetMs, { platformAt, ...clock })
    }
    const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), platformAt, clock.receivedAt)
    return { kind: 'reply', status: response.status, body, retryAfterMs }
  }

  return {
    async exchange(request) {
      const startedAt = monotonicNow()
      const outcome = await withDeadline(
        (signal, onProgress) => receive(request, signal, onProgress),
        request.signal,
        request.timeoutMs,
      )
      const receivedAt = now()
      const durationMs = Math.round(monotonicNow() - startedAt)
      const answer = ((): HttpReply | Unavailable => {
        switch (outcome.kind) {
          case 'done':
            return judge(outcome.value, { sentAt: receivedAt - durationMs, receivedAt })
          case 'interrupted':
            return unavailable(outcome.why)
          case 'failed':
            return unavailable(isRefusedRedirect(outcome.error) ? 'unintelligible' : 'network')
        }
      })()
      const about = { route: request.route, status: answer.status, durationMs }
      if (answer.kind !== 'reply') log.info('platform-call-failed', { ...about, cause: answer.cause })
      else if (answer.status >= 400) log.info('platform-call-refused', about)
      return answer
    },
    clockOffsetMs: () => offsetMs,
  }
}
