import { KITCHEN_PAUSED, type Refused, type Unavailable } from './answers.ts'
import { parseErrorBody } from './error-body.ts'
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
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
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
