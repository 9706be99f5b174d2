import { isRecord } from '../../shared/is-record.ts'
import type { ReplyBody } from '../../shared/json-body.ts'
import { firstCharacters } from '../../shared/order/order-cut.ts'
import { KITCHEN_PAUSED, type Refused, type Unavailable } from './answers.ts'
import type { HttpReply } from './http.ts'

/**
 * Why a reply is not a success, or `undefined` for a success (2xx without an HTML page: a login page with 200 proves
 * nothing). 401 counts as refused; the caller has handled it before.
 */
export function setbackOf(reply: HttpReply): Unavailable | Refused | undefined {
  const { status, body, retryAfterMs } = reply
  const unavailable = (cause: Unavailable['cause']): Unavailable => ({
    kind: 'unavailable',
    cause,
    status,
    retryAfterMs,
  })
  if (status === 429) return unavailable('throttled')
  if (status === 408) return unavailable('timeout')
  if (status >= 500) {
    const isPaused = parseErrorBody(body).code === KITCHEN_PAUSED
    return { ...unavailable('server'), ...(isPaused ? { isPaused } : {}) }
  }
  if (isFromProxy(reply)) return unavailable('unintelligible')
  if (status >= 200 && status < 300) return undefined
  if (status < 400) return unavailable('unintelligible')
  return { kind: 'refused', status, ...parseErrorBody(body) }
}

/**
 * An HTML page is from a portal, a proxy or a gateway. Its 403 or 404 is not the platform's: taps would be dropped.
 * 407 is the proxy's by definition. 409 and 422 always come from the platform, whatever they carry.
 */
const isFromProxy = ({ status, body }: HttpReply): boolean =>
  status === 407 || (body.kind === 'page' && status !== 409 && status !== 422)

/** The platform's text about a refusal, cut to a size that fits a log and a ticket. */
type PlatformError = { readonly code?: string; readonly message?: string }

const MAX_CODE_CHARACTERS = 100
const MAX_MESSAGE_CHARACTERS = 500

const textOf = (value: unknown, max: number): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = firstCharacters(String(value).trim(), max)
  return text === '' ? undefined : text
}

/**
 * Reads `{code, message}`, `{error: {code, message}}`, `{title, status}` and the token endpoint's
 * `{error, error_description}` (docs/protocol.md, "Lifecycle": read all, rely on none).
 */
export function parseErrorBody(body: ReplyBody): PlatformError {
  if (body.kind !== 'json' || !isRecord(body.value)) return {}
  const outer = body.value
  const inner = isRecord(outer.error) ? outer.error : outer
  const code = textOf(inner.code, MAX_CODE_CHARACTERS) ?? textOf(outer.error, MAX_CODE_CHARACTERS)
  const message =
    textOf(inner.message, MAX_MESSAGE_CHARACTERS) ??
    textOf(inner.title, MAX_MESSAGE_CHARACTERS) ??
    textOf(outer.error_description, MAX_MESSAGE_CHARACTERS)
  return { ...(code === undefined ? {} : { code }), ...(message === undefined ? {} : { message }) }
}
