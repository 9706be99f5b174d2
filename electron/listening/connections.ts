import type { Server } from 'node:http'
import type { Server as NetServer, Socket } from 'node:net'

export type ConnectionCaps = { readonly perAddress: number; readonly total: number }

const CLOSE_LIMIT_MS = 1_000

/** The remote address of a connection. */
export const addressOf = (socket: Socket): string => socket.remoteAddress ?? ''

/**
 * Limits the connections of a server. A new connection is never refused. Instead the oldest one of its address, or of the
 * address with the most connections, is closed, so that idle sockets cannot block a genuine delivery.
 */
export function capConnections(server: Server, caps: ConnectionCaps): void {
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

  server.on('connection', (socket) => {
    const address = addressOf(socket)
    const sockets = byAddress.get(address) ?? new Set()
    byAddress.set(address, sockets.add(socket))
    total += 1
    socket.once('close', () => forget(address, socket))
    if (sockets.size > caps.perAddress) endOldest(address)
    else if (total > caps.total) endOldest(mostCrowded())
  })
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

/** Stops listening. Requests under way are answered; connections that take longer than a second are ended. */
export async function closeServer(server: Server): Promise<void> {
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_LIMIT_MS)
  await closed.promise
  clearTimeout(timer)
}
