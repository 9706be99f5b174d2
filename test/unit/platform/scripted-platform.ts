import type { Log, LogFields } from '../../../electron/logging/log-port.ts'
import { createPlatformClient, type PlatformClientOptions } from '../../../electron/platform/client.ts'
import { correctOffset } from '../../../electron/platform/clock-offset.ts'
import type { Connection } from '../../../electron/platform/connection.ts'
import { fetchOver, type WebFetch } from '../../../electron/platform/web-fetch.ts'
import { DEFAULT_SETTINGS, type Dialect } from '../../../shared/contract/settings.ts'
import { ok } from '../../../shared/result.ts'

/**
 * A platform that is one function, with a clock that only the test advances, and a list of everything that was sent to
 * it.
 */

export const CONNECTION: Connection = {
  apiUrl: 'https://api.example.test/hash-of-the-app/od/v2',
  clientId: 'client-1',
  clientSecret: 'secret-of-the-client',
  scope: 'od.orders',
}

export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string | undefined
  readonly init: RequestInit
}

export type Script = (sent: Sent, count: number) => Response | Promise<Response>

export const json = (value: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(value), {
    status: 200,
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  })

export const page = (status = 200): Response =>
  new Response('<!DOCTYPE html><title>Sign in to the Wi-Fi</title>', {
    status,
    headers: { 'content-type': 'text/html' },
  })

export const granted = (accessToken: string, expiresIn: unknown = 3_600): Response =>
  json({ access_token: accessToken, token_type: 'bearer', expires_in: expiresIn })

export type Line = { readonly level: keyof Log; readonly event: string; readonly fields: LogFields }

function recordingLog(): Log & { readonly lines: readonly Line[] } {
  const lines: Line[] = []
  const at =
    (level: keyof Log) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push({ level, event, fields })
  return { lines, info: at('info'), warn: at('warn'), error: at('error') }
}

export function scriptedPlatform(scripts: {
  readonly token?: Script
  readonly call?: Script
  readonly dialect?: Partial<Dialect>
  readonly parts?: Partial<PlatformClientOptions>
}) {
  const tokenCalls: Sent[] = []
  const calls: Sent[] = []
  let connection = CONNECTION
  let wallMs = Date.UTC(2026, 7, 1, 12)
  let monotonicMs = 0
  const log = recordingLog()

  const fetch: WebFetch = async (url, init) => {
    const path = url.startsWith(connection.apiUrl) ? url.slice(connection.apiUrl.length) : url
    const sent: Sent = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : undefined,
      init,
    }
    const isToken = path === '/oauth/token'
    const list = isToken ? tokenCalls : calls
    list.push(sent)
    const script = isToken ? (scripts.token ?? ((_, count) => granted(`token-${count}`))) : scripts.call
    return script === undefined ? new Response(null, { status: 204 }) : await script(sent, list.length)
  }

  let anchorMs = wallMs - monotonicMs
  const client = createPlatformClient({
    fetch: fetchOver(fetch),
    connection: async () => ok(connection),
    dialect: () => ({ ...DEFAULT_SETTINGS.dialect, ...scripts.dialect }),
    now: () => wallMs,
    monotonicNow: () => monotonicMs,
    random: () => 0.5,
    onPlatformTime: (reading) => {
      anchorMs = correctOffset(anchorMs, reading)
    },
    log,
    ...scripts.parts,
  })
  return {
    client,
    /**
     * The difference between the platform's clock and this machine's, from the readings that the client has reported.
     */
    offsetMs: () => anchorMs + monotonicMs - wallMs,
    tokenCalls,
    calls,
    log,
    pass(ms: number) {
      wallMs += ms
      monotonicMs += ms
    },
    /** Sets the clock of this machine. */
    setWallClock(ms: number) {
      wallMs = ms
    },
    now: () => wallMs,
    useConnection(next: Partial<Connection>) {
      connection = { ...connection, ...next }
    },
    signal: new AbortController().signal,
  }
}
