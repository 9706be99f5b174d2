import { UPSTREAM_REFUSED } from '../../../electron/platform/answers.ts'
import { refusesToken } from '../../../electron/platform/authorized-call.ts'
import { parseErrorBody, setbackOf } from '../../../electron/platform/setback.ts'
import { assertNever } from '../../../shared/result.ts'
import type { UpstreamAnswer } from '../upstream/upstream.ts'

/** An answer to a kitchen, independent of the server. */
export type KitchenAnswer = {
  readonly status: number
  readonly body?: unknown
  /** JSON text that is sent unchanged, instead of `body`. */
  readonly text?: string
  readonly retryAfterMs?: number | undefined
  /** Epoch ms of the platform's clock, for the `Date` header. Absent: this machine's clock is used. */
  readonly platformTime?: number
}

/** An error in the shape of Open Delivery v2. */
export const errorAnswer = (status: number, code: string, message: string, retryAfterMs?: number): KitchenAnswer => ({
  status,
  body: { code, message },
  retryAfterMs,
})

export const FORBIDDEN = errorAnswer(403, 'FORBIDDEN', 'Not authorized for this establishment')
export const NOT_FOUND = errorAnswer(404, 'NOT_FOUND', 'Order not found')

/**
 * The upstream's answer for the kitchen: its status and body, or an error with the reason. `undefined`: the order's id
 * cannot be part of a path.
 */
export function answerOf(upstreamAnswer: UpstreamAnswer | undefined): KitchenAnswer {
  if (upstreamAnswer === undefined) return NOT_FOUND
  if (upstreamAnswer.kind === 'unauthorized')
    return errorAnswer(503, 'UPSTREAM_UNAUTHORIZED', 'The platform refuses the credentials of the chain')
  if (upstreamAnswer.kind === 'reply') {
    const { status, body, retryAfterMs } = upstreamAnswer
    if (refusesToken(upstreamAnswer)) {
      const message = parseErrorBody(body).message ?? `The platform answered ${status}`
      return errorAnswer(status === 401 ? 403 : status, UPSTREAM_REFUSED, message)
    }
    if (body.kind === 'json') return { status, body: body.value, retryAfterMs }
    const setback = setbackOf(upstreamAnswer)
    if (setback?.kind === 'unavailable' && (status < 400 || setback.cause === 'unintelligible'))
      return errorAnswer(502, 'UPSTREAM_UNINTELLIGIBLE', 'The platform sent a page instead of an answer', retryAfterMs)
    return setback === undefined
      ? { status }
      : errorAnswer(status, 'UPSTREAM', `The platform answered ${status}`, retryAfterMs)
  }
  const { cause, retryAfterMs } = upstreamAnswer
  switch (cause) {
    case 'throttled':
      return errorAnswer(429, 'TOO_MANY_REQUESTS', 'The platform asks to wait', retryAfterMs)
    case 'server':
      return errorAnswer(
        upstreamAnswer.status ?? 503,
        'UPSTREAM_UNAVAILABLE',
        'The platform asks to wait',
        retryAfterMs,
      )
    case 'timeout':
      return errorAnswer(504, 'UPSTREAM_TIMEOUT', 'The platform did not answer in time')
    case 'network':
    case 'unintelligible':
      return errorAnswer(502, 'UPSTREAM_UNREACHABLE', 'The platform cannot be reached')
    case 'aborted':
      return errorAnswer(503, 'STOPPING', 'The relay is stopping')
    default:
      return assertNever(cause)
  }
}

/**
 * The same for `validateCode`. A kitchen takes an empty success for a right code, so what the platform wrote must not get
 * lost: a text is sent as JSON, and of an answer that is cut off nobody knows what it said.
 */
export function codeAnswerOf(upstreamAnswer: UpstreamAnswer | undefined): KitchenAnswer {
  const answer = answerOf(upstreamAnswer)
  if (upstreamAnswer?.kind !== 'reply' || answer.status >= 300) return answer
  const { body } = upstreamAnswer
  if (body.kind === 'text') return { ...answer, body: body.text }
  return body.kind === 'unreadable'
    ? errorAnswer(502, 'UPSTREAM_UNINTELLIGIBLE', 'The answer of the platform cannot be read')
    : answer
}
