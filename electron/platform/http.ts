import { textOf } from '../listening/body-text.ts'
import { createLimitedLines, type Log } from '../logging/log-port.ts'
import type { Unavailable } from './answers.ts'
import { type ClockReading, correctOffset } from './clock-offset.ts'
import { withDeadline } from './deadline.ts'
import { networkFaultOf } from './network-fault.ts'
import { createWaitReader, parseHttpDate } from './retry-after.ts'
import { type BodyShape, type ReadBody, readBodyHere, type ShapedBody } from './shaped-body.ts'
import type { Fetch, FetchAnswer, FetchRequest } from './web-fetch.ts'

const MEBIBYTE = 1_024 * 1_024
/** A page holds at most 1000 events of less than a kilobyte each; an order has at most a few hundred kilobytes. */
export const MAX_BYTES = { page: 16 * MEBIBYTE, order: 4 * MEBIBYTE, answer: MEBIBYTE } as const

export type HttpRequest = Pick<FetchRequest, 'method' | 'url' | 'headers' | 'body' | 'isUrgent'> & {
  /** Names the call in the log; the address is never logged. */
  readonly route: string
  /** Longest time without a byte. An answer that arrives slowly may take longer. */
  readonly timeoutMs: number
  readonly maxBytes: number
  /** What the answer holds; absent: it is kept as it came. */
  readonly shape?: BodyShape | undefined
  /** The order that is asked for. */
  readonly orderId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type HttpReply = {
  readonly kind: 'reply'
  readonly status: number
  readonly body: ShapedBody
  readonly retryAfterMs?: number | undefined
}

export type Http = {
  /** One exchange, no repetition. Redirects are not followed: no other host may get the token, and a 302 comes from a captive portal. */
  exchange(request: HttpRequest): Promise<HttpReply | Unavailable>
  clockOffsetMs(): number
  /** The platform's time, epoch ms, by its latest answer; before the first one that of this machine. */
  platformNow(): number
}

const unavailable = (cause: Unavailable['cause'], status?: number): Unavailable =>
  status === undefined ? { kind: 'unavailable', cause } : { kind: 'unavailable', cause, status }

const unreached = (error: unknown): Unavailable => ({ ...unavailable('network'), fault: networkFaultOf(error) })

const isRedirect = (status: number): boolean => status >= 300 && status < 400

export function createHttp(options: {
  readonly fetch: Fetch
  /** Epoch ms of this machine. */
  readonly now: () => number
  /** Milliseconds of the monotonic clock. */
  readonly monotonicNow: () => number
  /** Called with each usable `Date` header; `sentAt` and `receivedAt` are monotonic. */
  readonly onPlatformTime?: ((reading: ClockReading) => void) | undefined
  readonly log: Log
  /** Absent: bodies are read on this thread. */
  readonly readBody?: ReadBody | undefined
}): Http {
  const { fetch, now, monotonicNow, onPlatformTime, log, readBody = readBodyHere } = options
  const line = createLimitedLines(log, monotonicNow)
  const readWait = createWaitReader(monotonicNow)
  let offsetMs = 0
  /** Platform time minus monotonic time: a step of this machine's clock changes nothing. */
  let platformBase: number | undefined

  type Exchanged = {
    readonly startedAt: number
    readonly endedAt: number
    readonly durationMs: number
    /** Epoch ms of this machine. */
    readonly receivedAt: number
  }
  const readAnswer = async (
    answer: FetchAnswer,
    { route, shape, orderId }: HttpRequest,
    { startedAt, endedAt, durationMs, receivedAt }: Exchanged,
  ): Promise<HttpReply | Unavailable> => {
    const { status, header, bytes } = answer
    if (isRedirect(status) || bytes === undefined) return unavailable('unintelligible', status)
    // The body of an error has another type.
    const body = await readBody(textOf(bytes), header('content-type'), status < 400 ? shape : undefined, orderId)
    const platformAt = parseHttpDate(header('date'))
    // An HTML page is from a proxy or a portal, and an aged answer is from a cache: neither has the platform's time.
    if (platformAt !== undefined && body.kind !== 'page' && header('age') === null) {
      offsetMs = correctOffset(offsetMs, { platformAt, sentAt: receivedAt - durationMs, receivedAt })
      const reading = { platformAt, sentAt: startedAt, receivedAt: endedAt }
      platformBase = correctOffset(platformBase ?? Number.NaN, reading)
      onPlatformTime?.(reading)
    }
    const retryAfterMs = readWait(route, header, platformAt, receivedAt)
    return { kind: 'reply', status, body, retryAfterMs }
  }

  return {
    async exchange(request) {
      const startedAt = monotonicNow()
      const outcome = await withDeadline(
        (signal, onProgress) => fetch({ ...request, signal, onProgress }),
        request.signal,
        request.timeoutMs,
      )
      const endedAt = monotonicNow()
      const receivedAt = now()
      const durationMs = Math.round(endedAt - startedAt)
      const answer = await (async (): Promise<HttpReply | Unavailable> => {
        switch (outcome.kind) {
          case 'done':
            return outcome.value.kind === 'answer'
              ? readAnswer(outcome.value, request, { startedAt, endedAt, durationMs, receivedAt })
              : unreached(outcome.value.error)
          case 'interrupted':
            return unavailable(outcome.why)
          case 'failed':
            return unreached(outcome.error)
        }
      })()
      const about = { route: request.route, status: answer.status, durationMs }
      const kind = `${request.route} ${answer.status}`
      if (answer.kind !== 'reply') line(kind, 'platform-call-failed', { ...about, cause: answer.cause })
      else if (answer.status >= 400) line(kind, 'platform-call-refused', about)
      return answer
    },
    clockOffsetMs: () => offsetMs,
    platformNow: () => (platformBase === undefined ? now() : platformBase + monotonicNow()),
  }
}
