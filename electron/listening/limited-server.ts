import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type ConnectionCaps, capConnections } from './connections.ts'

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
  capConnections(server, limits.connections)
  server.setTimeout(limits.idleMs)
  server.maxRequestsPerSocket = limits.requestsPerConnection
  return server
}
