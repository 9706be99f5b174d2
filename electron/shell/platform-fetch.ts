import type { ClientRequest, ClientRequestConstructorOptions, IncomingMessage, Session } from 'electron'
import type { Fetch, FetchOutcome, FetchRequest } from '../platform/web-fetch.ts'

/** `net.request` of Electron. */
export type RequestStart = (options: ClientRequestConstructorOptions) => ClientRequest

/** The head of these is the whole answer (RFC 9110, 15.3.5, 15.3.6, 15.4.5); an error afterwards changes nothing. */
const BODILESS: readonly number[] = [204, 205, 304]
const NOTHING = Buffer.alloc(0)

type HeaderValues = Readonly<Record<string, string | readonly string[]>>

/** Repeated headers are joined, as the standard `Headers` does. */
const headerOf =
  (headers: HeaderValues) =>
  (name: string): string | null => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (value === undefined) return null
    return typeof value === 'string' ? value : value.join(', ')
  }

const optionsOf = (
  { method, url, headers, isUrgent }: FetchRequest,
  session: Session | undefined,
): ClientRequestConstructorOptions => ({
  method,
  url,
  headers: { ...headers },
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  priority: isUrgent === true ? 'highest' : 'medium',
  ...(session === undefined ? {} : { session }),
})

/**
 * `Fetch` on Chromium's network stack, with the system's proxies and certificates. `net.fetch` builds its answer inside a
 * listener: a header that is no UTF-8 or an odd status is an uncaught exception there (issue 42244).
 */
export function createPlatformFetch(start: RequestStart, openSession: SessionOpener): Fetch {
  const exchange = createExchange(start)
  const onUnusedConnection = createUnusedConnections(openSession)
  return (request) =>
    request.method === 'GET'
      ? exchange(request)
      : onUnusedConnection(request.signal, (session) => exchange(request, session))
}

function createExchange(start: RequestStart) {
  return (request: FetchRequest, session?: Session): Promise<FetchOutcome> => {
    const { promise, resolve } = Promise.withResolvers<FetchOutcome>()
    const { signal, body } = request
    const fail = (error: unknown): void => resolve({ kind: 'failed', error })
    if (signal.aborted) {
      fail(signal.reason)
      return promise
    }
    try {
      const call = start(optionsOf(request, session))
      const abort = (): void => {
        fail(signal.reason)
        call.abort()
      }
      signal.addEventListener('abort', abort, { once: true })
      promise.then(() => signal.removeEventListener('abort', abort))
      // Never removed: an unfollowed redirect, and a stream that breaks after its answer, end with an error event.
      call.on('error', fail)
      call.on('redirect', (status, _method, _address, headers) => {
        resolve({ kind: 'answer', status, header: headerOf(headers), bytes: NOTHING })
      })
      call.on('response', (response) => readAnswer(response, request, resolve, () => call.abort()))
      call.end(body)
    } catch (error) {
      // The address or a header is invalid.
      fail(error)
    }
    return promise
  }
}

function readAnswer(
  response: IncomingMessage,
  { maxBytes, onProgress }: FetchRequest,
  settle: (outcome: FetchOutcome) => void,
  abort: () => void,
): void {
  const { statusCode: status, headers } = response
  const chunks: Buffer[] = []
  let received = 0
  const answer = (bytes: Buffer | undefined): void =>
    settle({ kind: 'answer', status, header: headerOf(headers), bytes })

  onProgress()
  response.on('error', (error: unknown) => settle({ kind: 'failed', error }))
  response.on('aborted', () => settle({ kind: 'failed', error: new Error('net::ERR_ABORTED') }))
  response.on('end', () => answer(Buffer.concat(chunks)))
  response.on('data', (chunk) => {
    onProgress()
    received += chunk.byteLength
    if (received > maxBytes) {
      answer(undefined)
      abort()
    } else chunks.push(chunk)
  })
  if (BODILESS.includes(status)) answer(NOTHING)
}

/** Opens an in-memory session of this name that no page uses. */
type SessionOpener = (name: string) => Session

/** Calls its function with a session in which no connection is open. */
type OnUnusedConnection = <T>(signal: AbortSignal, call: (session: Session) => Promise<T>) => Promise<T>

/**
 * SECURITY: unused-connections (docs/security.md). Chromium repeats a request, a POST too, when a used connection ends
 * before an answer (`HttpNetworkTransaction::ShouldResendRequest`). So each POST has a session to itself, whose connections
 * are closed before; two calls never share one.
 */
function createUnusedConnections(openSession: SessionOpener): OnUnusedConnection {
  const free: Session[] = []
  let opened = 0
  return async (signal, call) => {
    const session = free.pop() ?? openSession(`calls-${opened++}`)
    try {
      // It stays without an answer when Chromium's network process ends at this moment.
      await Promise.race([session.closeAllConnections(), aborted(signal)])
      return await call(session)
    } finally {
      free.push(session)
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
