import { connect as connectTls, type TLSSocket } from 'node:tls'
import { WebSocket } from 'ws'
import { type Fingerprint, type Identity, peerKeyOf } from './identity.ts'

/** Where a main computer listens. `host`: a name or an address. */
export type MainAddress = { readonly host: string; readonly port: number }

/** Milliseconds until TLS is established, and until the WebSocket is open. */
const CONNECT_LIMIT_MS = 8_000
/** A snapshot of a thousand open orders has about 3 MB. */
const MAX_FRAME_BYTES = 32 * 1_048_576

/** An open connection without any data yet, and the key that the main computer proved on it. */
export type TlsLink = { readonly socket: TLSSocket; readonly mainKey: Fingerprint }

/**
 * Connects and proves this machine's key. The caller compares the main computer's key before it sends anything. Rejects
 * with a `LinkError`.
 */
export function openTls(identity: Identity, { host, port }: MainAddress, signal: AbortSignal): Promise<TlsLink> {
  const { promise, resolve, reject } = Promise.withResolvers<TlsLink>()
  if (signal.aborted) return Promise.reject(new LinkError('stopped', 'before the connection'))
  const socket = connectTls({
    host,
    port,
    key: identity.key,
    cert: identity.certificate,
    minVersion: 'TLSv1.3',
    // No authority signs a main computer's certificate. The caller compares its key instead.
    rejectUnauthorized: false,
    // The server has one certificate, so a name would make no difference.
    servername: '',
  })
  socket.setNoDelay(true)
  const failWith = (trouble: LinkErrorCode, message: string): void => {
    socket.destroy()
    reject(new LinkError(trouble, message))
  }
  const stop = (): void => failWith('stopped', 'while connecting')
  const timer = setTimeout(() => failWith('unreachable', 'no answer in time'), CONNECT_LIMIT_MS)
  signal.addEventListener('abort', stop, { once: true })
  let isReached = false
  socket.once('connect', () => {
    isReached = true
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failWith(isReached ? 'not-a-station' : 'unreachable', error.code ?? error.message)
  })
  socket.once('close', () => failWith('unreachable', 'closed'))
  socket.once('secureConnect', () => {
    const mainKey = peerKeyOf(socket)
    if (mainKey === undefined) failWith('not-a-station', 'a key of another kind')
    else resolve({ socket, mainKey })
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  })
}

/** A WebSocket on this connection, open. Rejects with a `LinkError`; the connection is ended then. */
export function openWebSocket({ socket }: TlsLink, path: string, signal: AbortSignal): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const webSocket = new WebSocket(`ws://station${path}`, {
    createConnection: () => socket,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    handshakeTimeout: CONNECT_LIMIT_MS,
  })
  const failWith = (trouble: LinkErrorCode, message: string): void => {
    reject(new LinkError(trouble, message))
    webSocket.terminate()
  }
  const stop = (): void => failWith('stopped', 'while connecting')
  signal.addEventListener('abort', stop, { once: true })
  webSocket.on('error', (error) => failWith('unreachable', error.message))
  webSocket.once('unexpected-response', (_request, { statusCode }) =>
    failWith(troubleOf(statusCode), `HTTP ${statusCode}`),
  )
  webSocket.once('open', () => {
    // Messages that arrive together with the answer wait for a reader.
    webSocket.pause()
    resolve(webSocket)
  })
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

const troubleOf = (status: number | undefined): LinkErrorCode =>
  status === 403 ? 'not-paired' : status === 409 ? 'not-open' : 'not-a-station'

/** Why a link to a main computer failed. */
export type LinkErrorCode =
  /** Nothing answers at this address. */
  | 'unreachable'
  /** The program that answers is not a main computer, or it is a main computer of another version. */
  | 'not-a-station'
  /** A main computer answers, with another key than the one that was paired. */
  | 'wrong-station'
  /** The main computer's list does not have this screen. */
  | 'not-paired'
  /** No pairing is open at the main computer. */
  | 'not-open'
  /** The code is wrong, or another machine relays the connection. */
  | 'wrong-code'
  /** The main computer's list of screens is full. */
  | 'list-full'
  | 'stopped'

export class LinkError extends Error {
  readonly trouble: LinkErrorCode
  constructor(trouble: LinkErrorCode, message: string) {
    super(`${trouble}: ${message}`)
    this.name = 'LinkError'
    this.trouble = trouble
  }
}
