import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CustomersBoard } from '../../shared/customers-board.ts'
import type { Locale } from '../../shared/settings.ts'
import { addressOf, closeServer, listenExclusively } from '../listening/connections.ts'
import { createFloodGate } from '../listening/flood-gate.ts'
import { createLimitedServer, type ServerLimits } from '../listening/limited-server.ts'
import { PAGE_CSS, PAGE_SCRIPT, pageHtml } from './customers-page.ts'

/**
 * SECURITY: customers-link (docs/security.md). One path that cannot be guessed, one method, no bodies, few connections,
 * small headers, short times. The answers contain only display ids and an age.
 */
const LIMITS: ServerLimits = {
  maxHeaderBytes: 4_096,
  headersMs: 2_000,
  requestMs: 3_000,
  keepAliveMs: 10_000,
  idleMs: 12_000,
  requestsPerConnection: 1_000,
  connections: { perAddress: 8, total: 64 },
}
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
  const server = createLimitedServer(LIMITS, (request, response) => {
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
  })
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
