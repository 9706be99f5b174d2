import type { Socket } from 'node:net'

export type AdmissionCaps = {
  /** Connections that are not authenticated yet. */
  readonly waitingPerAddress: number
  readonly waitingInTotal: number
  /** Milliseconds from the first packet until a connection has to be authenticated. */
  readonly limitMs: number
  /** TLS handshakes: each costs this machine about a millisecond. */
  readonly burstPerAddress: number
  readonly perSecondAndAddress: number
  readonly burst: number
  readonly perSecond: number
}

/**
 * Thirty screens that reconnect together after a power cut are accepted at once; a flood costs a few percent of one
 * core.
 */
const CAPS: AdmissionCaps = {
  waitingPerAddress: 32,
  waitingInTotal: 64,
  limitMs: 10_000,
  burstPerAddress: 48,
  perSecondAndAddress: 8,
  burst: 96,
  perSecond: 32,
}

/** The other end of a connection. A TLS socket has the same as the socket below it. */
type Endpoint = Pick<Socket, 'remoteAddress' | 'remotePort'>

/** Most addresses in memory; the oldest is dropped first. */
const MAX_ADDRESSES = 256

type Bucket = { level: number; at: number }

/**
 * SECURITY: screens-limits (docs/security.md). Limits the cost of connections that have proved no key. When too many wait,
 * the oldest one of the address with the most connections is ended. So idle sockets keep no screen out, and a connected
 * screen is never disconnected.
 * @param monotonicNow milliseconds of the monotonic clock
 */
export function createAdmission(monotonicNow: () => number, caps: AdmissionCaps = CAPS) {
  const buckets = new Map<string, Bucket>()
  const allAddresses: Bucket = { level: caps.burst, at: monotonicNow() }
  /** In order of arrival. */
  const waiting = new Map<
    string,
    { readonly socket: Socket; readonly address: string; readonly timer: NodeJS.Timeout }
  >()

  const refill = (bucket: Bucket, most: number, perSecond: number): Bucket => {
    const now = monotonicNow()
    bucket.level = Math.min(most, bucket.level + ((now - bucket.at) / 1_000) * perSecond)
    bucket.at = now
    return bucket
  }
  const bucketOf = (address: string): Bucket => {
    const bucket = buckets.get(address) ?? { level: caps.burstPerAddress, at: monotonicNow() }
    buckets.delete(address)
    buckets.set(address, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > MAX_ADDRESSES && oldest !== undefined) buckets.delete(oldest)
    return refill(bucket, caps.burstPerAddress, caps.perSecondAndAddress)
  }
  const takeTokens = (address: string): boolean => {
    const own = bucketOf(address)
    const all = refill(allAddresses, caps.burst, caps.perSecond)
    if (own.level < 1 || all.level < 1) return false
    own.level -= 1
    all.level -= 1
    return true
  }

  const stopWaiting = (name: string): void => {
    clearTimeout(waiting.get(name)?.timer)
    waiting.delete(name)
  }
  const endOldestOf = (address: string): void => {
    for (const [name, known] of waiting) {
      if (known.address !== address) continue
      stopWaiting(name)
      known.socket.destroy()
      return
    }
  }
  const counts = (): ReadonlyMap<string, number> => {
    const byAddress = new Map<string, number>()
    for (const { address } of waiting.values()) byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    return byAddress
  }

  return {
    /** False: over the limit. The caller closes the socket before the handshake. */
    admits(socket: Socket): boolean {
      const address = socket.remoteAddress ?? ''
      if (!takeTokens(address)) return false
      const name = nameOf(socket)
      const timer = setTimeout(() => socket.destroy(), caps.limitMs)
      waiting.set(name, { socket, address, timer })
      socket.once('close', () => {
        // The port may be in use by a newer connection by now.
        if (waiting.get(name)?.socket === socket) stopWaiting(name)
      })
      const byAddress = counts()
      if ((byAddress.get(address) ?? 0) > caps.waitingPerAddress) endOldestOf(address)
      else if (waiting.size > caps.waitingInTotal) {
        const [crowded] = [...byAddress].reduce((most, next) => (next[1] > most[1] ? next : most))
        endOldestOf(crowded)
      }
      return true
    },
    /** Call when a connection is authenticated: it is no longer counted and never closed in favour of others. */
    release: (endpoint: Endpoint): void => stopWaiting(nameOf(endpoint)),
  }
}

const nameOf = ({ remoteAddress, remotePort }: Endpoint): string => `${remoteAddress} ${remotePort}`
