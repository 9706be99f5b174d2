import { onTestFinished } from 'vitest'
import { type RecordedPlatformOptions, startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import type { Action } from '../../fixtures/platform/requests.ts'

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

/** A platform on a free port, and a caller that renews no token and repeats no call by itself. */
export async function startTestPlatform(options: RecordedPlatformOptions = {}) {
  const platform = await startRecordedPlatform({ seed: 1, ...options })
  onTestFinished(() => platform.close())
  let token = ''

  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${platform.apiUrl}${path}`, {
      method,
      ...init,
      headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...init.headers },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }
  const form = (fields: Record<string, string>) => send('POST', '/oauth/token', { body: new URLSearchParams(fields) })
  const credentials = {
    grant_type: 'client_credentials',
    client_id: platform.clientId,
    client_secret: platform.clientSecret,
    scope: 'od.orders',
  }
  const postJson = (path: string, body: unknown) =>
    send('POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  return {
    platform,
    credentials,
    send,
    form,
    postJson,
    async login(scope = 'od.orders') {
      const answer = await form({ ...credentials, scope })
      token = fieldOf(answer.json, 'access_token')
      return answer
    },
    useToken(text: string) {
      token = text
    },
    poll: (query = '', headers: Record<string, string> = {}) => send('GET', `/events:polling${query}`, { headers }),
    acknowledge: (ids: readonly string[]) => postJson('/events/acknowledgment', { eventIds: ids }),
    read: (orderId: string) => send('GET', `/orders/${orderId}`),
    act: (orderId: string, action: Action) => send('POST', `/orders/${orderId}/${action}`),
    requestCancellation: (orderId: string) =>
      postJson(`/orders/${orderId}/requestCancellation`, {
        reason: 'Acabou a massa',
        code: 'UNAVAILABLE_ITEM',
        mode: 'MANUAL',
      }),
    kinds: () => platform.requestLog.violations().map((violation) => violation.kind),
  }
}

/** A text field of a JSON object; empty when there is none. */
export function fieldOf(json: unknown, name: string): string {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined
  return typeof value === 'string' ? value : ''
}

export function eventIdsOf(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.map((event: unknown) => fieldOf(event, 'eventId')) : []
}
