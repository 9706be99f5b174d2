import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { CustomersBoard } from '../../shared/customers-board.ts'
import type { Locale } from '../../shared/settings.ts'
import { addressOf, capConnections, closeServer, listenExclusively } from '../webhook/connections.ts'
import { createFloodGate } from '../webhook/flood-gate.ts'
import { PAGE_CSS, PAGE_SCRIPT, pageHtml } from './page.ts'

/**
 * SECURITY: customers-link (docs/security.md). One path that cannot be guessed, one method, no bodies, few connections,
 * small headers, short times. The answers contain only display ids and an age.
 */
const MAX_HEADER_BYTES = 4_096
const HEADERS_LIMIT_MS = 2_000
const REQUEST_LIMIT_MS = 3_000
const KEEP_ALIVE_MS = 10_000
const IDLE_LIMIT_MS = 12_000
const CHECK_MS = 500
const REQUESTS_PER_CONNECTION = 1_000
const CONNECTIONS = { perAddress: 8, total: 64 }
/** A TV asks once in three seconds and opens four files at its start. */
const REQUESTS = { burst: 60, perSecond: 10 }
/** Requests of one address for unknown paths; beyond them its requests are refused for a while. */
const GUESSES = { burst: 20, perSecond: 0.5 }
const RETRY_S = 10

/** No other origin, no frame, no cache, no referrer. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Cache-Control': 'no-store',
} as const

/** The answer to the page's regular request. */
export type CustomersAnswer = CustomersBoard & {
  /** Since the station last reached the platform, in ms; null: unknown. */
  readonly ageMs: number | null
  readonly isLate: boolean
}

export type PageServerParts = {
  /** The secret part of the address. */
  readonly token: string
  readonly host: string
  readonly port: number
  readonly answer: () => CustomersAnswer
  readonly locale: () => Locale
  readonly monotonicNow: () => number
}
export type PageServer = { readonly port: number; close(): Promise<void> }

/** Starts to listen. Rejects when the port is not available. */
export async function startPageServer(parts: PageServerParts): Promise<PageServer> {
  const requests = createFloodGate(parts.monotonicNow, REQUESTS)
  const guesses = createFloodGate(parts.monotonicNow, GUESSES)
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    (request, response) => {
      const address = addressOf(request.socket)
      if (!requests.isOpen(address) || !guesses.isOpen(address)) {
        return finish(request, response, 429, { 'Retry-After': String(RETRY_S) })
      }
      requests.charge(address)
      if (request.method !== 'GET') return finish(request, response, 405, { Allow: 'GET' })
      if (hasBody(request)) return finish(request, response, 413)
      const file = fileOf(request.url ?? '', parts)
      if (file === undefined) {
        guesses.charge(address)
        return finish(request, response, 404)
      }
      finish(request, response, 200, { 'Content-Type': file.type }, file.text())
    },
  )
  capConnections(server, CONNECTIONS)
  server.setTimeout(IDLE_LIMIT_MS)
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
  server.on('checkContinue', (request, response) => finish(request, response, 417))
  const port = await listenExclusively(server, parts.port, parts.host)
  return { port, close: () => closeServer(server) }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

type File = { readonly type: string; readonly text: () => string }

function fileOf(url: string, { token, answer, locale }: PageServerParts): File | undefined {
  const [, given = '', name] = /^\/([^/?#]{1,64})(?:\/([a-z.]{0,16}))?$/u.exec(url) ?? []
  if (!isSame(given, token)) return undefined
  switch (name) {
    case undefined:
    case '':
      return { type: 'text/html; charset=utf-8', text: () => pageHtml(`/${token}`, locale()) }
    case 'board.css':
      return { type: 'text/css; charset=utf-8', text: () => PAGE_CSS }
    case 'board.js':
      return { type: 'text/javascript; charset=utf-8', text: () => PAGE_SCRIPT }
    case 'orders':
      return { type: 'application/json; charset=utf-8', text: () => JSON.stringify(answer()) }
    default:
      return undefined
  }
}

/** Compares in constant time. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A refusal has no body, so that nothing can be learned from it. A request that was not read to its end ends its connection. */
function finish(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  text = '',
): void {
  const isRead = request.complete || !hasBody(request)
  response.writeHead(status, {
    ...HEADERS,
    ...headers,
    'Content-Length': String(Buffer.byteLength(text)),
    ...(isRead ? {} : { Connection: 'close' }),
  })
  response.end(text, () => {
    if (!isRead) request.destroy()
  })
}
