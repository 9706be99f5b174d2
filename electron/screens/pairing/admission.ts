import type { Socket } from 'node:net'
import {
  addressOf,
  type ConnectionCaps,
  createConnectionCap,
  createFloodGate,
  type FloodRule,
} from '../../listening/limited-server.ts'

export type AdmissionCaps = {
  /** Connections that are not authenticated yet. */
  readonly waiting: ConnectionCaps
  /** Milliseconds from the first packet until a connection has to be authenticated. */
  readonly limitMs: number
  /** TLS handshakes: each costs this machine about a millisecond. */
  readonly ofAddress: FloodRule
  readonly ofAll: FloodRule
}

/**
 * Thirty screens that reconnect together after a power cut are accepted at once; a flood costs a few percent of one
 * core.
 */
const CAPS: AdmissionCaps = {
  waiting: { perAddress: 32, total: 64 },
  limitMs: 10_000,
  ofAddress: { burst: 48, perSecond: 8 },
  ofAll: { burst: 96, perSecond: 32 },
}

/** The other end of a connection. A TLS socket has the same as the socket below it. */
type Endpoint = Pick<Socket, 'remoteAddress' | 'remotePort'>

/**
 * SECURITY: screens-limits (docs/security.md). Limits the cost of connections that have proved no key. When too many wait,
 * the oldest one of the address with the most connections is ended. So idle sockets keep no screen out, and a connected
 * screen is never disconnected.
 * @param monotonicNow milliseconds of the monotonic clock
 */
export function createAdmission(monotonicNow: () => number, caps: AdmissionCaps = CAPS) {
  const ofAddress = createFloodGate(monotonicNow, caps.ofAddress)
  const ofAll = createFloodGate(monotonicNow, caps.ofAll)
  const cap = createConnectionCap(caps.waiting)
  const waiting = new Map<string, () => void>()

  return {
    /** False: over the limit. The caller closes the socket before the handshake. */
    admits(socket: Socket): boolean {
      const address = addressOf(socket)
      if (!ofAddress.isOpen(address) || !ofAll.isOpen('')) return false
      ofAddress.charge(address)
      ofAll.charge('')
      const uncount = cap(socket)
      const timer = setTimeout(() => socket.destroy(), caps.limitMs)
      const name = nameOf(socket)
      const release = (): void => {
        clearTimeout(timer)
        uncount()
        // The port may be in use by a newer connection by now.
        if (waiting.get(name) === release) waiting.delete(name)
      }
      waiting.set(name, release)
      socket.once('close', release)
      return true
    },
    /** Call when a connection is authenticated: it is no longer counted and never closed in favour of others. */
    release: (endpoint: Endpoint): void => waiting.get(nameOf(endpoint))?.(),
  }
}

const nameOf = ({ remoteAddress, remotePort }: Endpoint): string => `${remoteAddress} ${remotePort}`
