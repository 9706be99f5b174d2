import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'

export type ServerLimits = {
  readonly maxHeaderBytes: number
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  /** An idle connection is closed after this time. Longer than `headersMs`, after which the server answers 408. */
  readonly idleMs: number
  readonly requestsPerConnection: number
  readonly connections: ConnectionCaps
}

/** How often Node checks the limits of headers and request. */
const CHECK_MS = 500

/** An HTTP server with these limits. It does not listen yet. */
export function createLimitedServer(
  limits: ServerLimits,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: CHECK_MS,
    },
    answer,
  )
  server.on('connection', createConnectionCap(limits.connections))
  server.setTimeout(limits.idleMs)
  server.maxRequestsPerSocket = limits.requestsPerConnection
  return server
}

export type ConnectionCaps = { readonly perAddress: number; readonly total: number }

const CLOSE_LIMIT_MS = 1_000

/** The remote address of a connection. */
export const addressOf = (socket: Pick<Socket, 'remoteAddress'>): string => socket.remoteAddress ?? ''

/**
 * Limits open connections. A new one is never refused: the oldest of its address, or of the address with most, is closed.
 * Call the result with each new connection; what it returns exempts that one.
 */
export function createConnectionCap(caps: ConnectionCaps) {
  /** In order of arrival. */
  const byAddress = new Map<string, Set<Socket>>()
  let total = 0

  const forget = (address: string, socket: Socket): void => {
    const ofAddress = byAddress.get(address)
    if (!ofAddress?.delete(socket)) return
    total -= 1
    if (ofAddress.size === 0) byAddress.delete(address)
  }
  const endOldest = (address: string): void => {
    const [oldest] = byAddress.get(address) ?? []
    if (oldest === undefined) return
    forget(address, oldest)
    oldest.destroy()
  }
  const mostCrowded = (): string =>
    [...byAddress].reduce((crowded, next) => (next[1].size > crowded[1].size ? next : crowded))[0]

  return (socket: Socket): (() => void) => {
    const address = addressOf(socket)
    const sockets = byAddress.get(address) ?? new Set()
    byAddress.set(address, sockets.add(socket))
    total += 1
    const release = (): void => forget(address, socket)
    socket.once('close', release)
    if (sockets.size > caps.perAddress) endOldest(address)
    else if (total > caps.total) endOldest(mostCrowded())
    return release
  }
}

/** Resolves with the port. Rejects with the system's error (`code`) when the port is not available. */
export function listenExclusively(server: NetServer, port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.once('error', (error) => {
    reject(error)
    // Later errors (no free file handle) concern one new connection only.
    server.on('error', () => undefined)
  })
  server.listen({ port, host, exclusive: true }, () => {
    const address = server.address()
    resolve(typeof address === 'object' && address !== null ? address.port : port)
  })
  return promise
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0

/** A refusal has no text, so that nothing can be learned from it. A request that was not read to its end ends its connection. */
export function finish(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  text = '',
): void {
  if (response.headersSent || response.destroyed) return
  const isRead = request.complete || !hasBody(request)
  const length = status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(text)) }
  response.writeHead(status, { ...headers, ...length, ...(isRead ? {} : { Connection: 'close' }) })
  response.end(text, () => {
    if (!isRead) request.destroy()
  })
}

/** Stops listening. Requests under way are answered; connections that take longer than a second are ended. */
export async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_LIMIT_MS)
  await closed.promise
  clearTimeout(timer)
}

export type FloodRule = {
  /** Number of charges that are allowed at once. */
  readonly burst: number
  readonly perSecond: number
}

/** Number of addresses in memory. The one with the oldest charge is dropped first. */
const MAX_ADDRESSES = 256

export interface FloodGate {
  isOpen(address: string): boolean
  charge(address: string): void
}

/**
 * Counts the cost of each address: forged signatures and large bodies. The charge comes after the form of the signature was
 * checked: requests without a signature cost nothing, so they cannot close the gate.
 * @param monotonicNow milliseconds of the monotonic clock
 */
export function createFloodGate(monotonicNow: () => number, rule: FloodRule): FloodGate {
  const levels = new Map<string, { readonly level: number; readonly at: number }>()
  const levelOf = (address: string): number => {
    const known = levels.get(address)
    if (known === undefined) return rule.burst
    return Math.min(rule.burst, known.level + ((monotonicNow() - known.at) / 1_000) * rule.perSecond)
  }
  return {
    isOpen: (address) => levelOf(address) >= 1,
    charge(address) {
      const level = Math.max(0, levelOf(address) - 1)
      levels.delete(address)
      levels.set(address, { level, at: monotonicNow() })
      const [oldest] = levels.keys()
      if (levels.size > MAX_ADDRESSES && oldest !== undefined) levels.delete(oldest)
    },
  }
}

/** Refusals are logged at most this often: a flood must not fill the log. */
const LOGGED_EVERY_MS = 60_000

/**
 * Counts refusals.
 * @param monotonicNow milliseconds of the monotonic clock
 * @param report called with the last cause, and the number of refusals that were not reported yet
 */
export function createRefusalLog(
  monotonicNow: () => number,
  report: (refusal: { cause: string; count: number }) => void,
) {
  let reportedAt = Number.NEGATIVE_INFINITY
  let count = 0
  return (cause: string): void => {
    count += 1
    if (monotonicNow() - reportedAt < LOGGED_EVERY_MS) return
    report({ cause, count })
    reportedAt = monotonicNow()
    count = 0
  }
}

/** IPv4 addresses of this machine that its network can reach. */
export function lanAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ address, family, internal }) => (family === 'IPv4' && !internal ? [address] : [])),
  )
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Compares in constant time. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other))
