import { withTimeLimit } from '../../../shared/time-limit.ts'
import type { ConnectStation, ScreenChannel } from '../link/link-ports.ts'
import type { Identity } from './identity.ts'
import type { JoinedStation } from './joined-station.ts'
import { LinkError } from './link-error.ts'
import { SCREEN_PATH } from './pairing-messages.ts'
import { openTls, openWebSocket, type StationAddress, type TlsLink } from './tls-link.ts'
import { type ChannelBounds, webSocketChannel } from './web-socket-channel.ts'

/** Without a limit on messages: the station sends as many as the board needs. */
const BOUNDS: ChannelBounds = { roundMs: 10_000 }
/** After this time without a connection the station is also tried under its name. */
export const NAME_AFTER_MS = 10_000
/** Time from one look-up of the name to the next. */
const NAME_EVERY_MS = 10_000
/** A station on this network answers within a second. */
const NAME_LIMIT_MS = 2_000

/** The IPv4 address of a host, by the system's resolver. Rejects when it finds none. */
export type LookupHost = (host: string) => Promise<string>

export type ConnectorParts = {
  readonly identity: Identity
  /** Read at each attempt. `undefined`: this machine has joined no station. */
  readonly station: () => JoinedStation | undefined
  /** Absent: only the stored address is tried. */
  readonly byName?: {
    readonly lookup: LookupHost
    /** Milliseconds of the monotonic clock. */
    readonly monotonicNow: () => number
  }
  /** Called when the station was reached at another address than the stored one. */
  readonly onMoved?: (station: JoinedStation) => void
  readonly bounds?: ChannelBounds
}

/** TLS to the joined station. Rejects with a `LinkError`. */
export async function openPinnedTls(
  identity: Identity,
  joined: Pick<JoinedStation, 'key'>,
  address: StationAddress,
  signal: AbortSignal,
): Promise<TlsLink> {
  const link = await openTls(identity, address, signal)
  // SECURITY: station-pinned (docs/security.md). Compared before the first byte is sent.
  if (link.stationKey !== joined.key) {
    link.socket.destroy()
    throw new LinkError('wrong-station', 'another key than the paired one')
  }
  return link
}

/** The name under which the station's system answers multicast DNS (RFC 6762); `undefined`: its name is no host name. */
export function mdnsNameOf({ name }: Pick<JoinedStation, 'name'>): string | undefined {
  const [label = ''] = name.split('.')
  return /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/iu.test(label) ? `${label}.local` : undefined
}

/** Looks up the station's name, at a limited rate: an unanswered look-up blocks a thread of the system's resolver. */
function createNameLookup(byName: NonNullable<ConnectorParts['byName']>) {
  let awaySince: number | undefined
  let lookedUpAt = Number.NEGATIVE_INFINITY
  let pending: Promise<string> | undefined
  return {
    failed() {
      awaySince ??= byName.monotonicNow()
    },
    reached() {
      awaySince = undefined
    },
    /** The address under which the system knows the station now. Rejects when none is looked up or found. */
    async find(joined: JoinedStation): Promise<StationAddress> {
      const name = mdnsNameOf(joined)
      const now = byName.monotonicNow()
      const isDue = awaySince !== undefined && now - awaySince >= NAME_AFTER_MS && now - lookedUpAt >= NAME_EVERY_MS
      if (name === undefined || !isDue || pending !== undefined) throw new LinkError('unreachable', 'not looked up')
      lookedUpAt = now
      pending = byName.lookup(name).finally(() => {
        pending = undefined
      })
      const host = await withTimeLimit(pending, NAME_LIMIT_MS, () => undefined)
      if (host === undefined) throw new LinkError('unreachable', 'the name has no address')
      return { host, port: joined.port }
    },
  }
}

/** Opens the channel to the joined station. Rejects with a `LinkError`. */
export function createStationConnector(parts: ConnectorParts): ConnectStation {
  const { identity, station, byName, onMoved = () => undefined, bounds = BOUNDS } = parts
  const names = byName === undefined ? undefined : createNameLookup(byName)

  const connectTo = async (joined: JoinedStation, signal: AbortSignal): Promise<ScreenChannel> => {
    const ending = new AbortController()
    const until = AbortSignal.any([signal, ending.signal])
    let isReached = false
    const tryAt = async ({ host, port }: StationAddress) => {
      const link = await openPinnedTls(identity, joined, { host, port }, until)
      // A second channel of this screen would end the first one.
      if (isReached) link.socket.destroy()
      isReached = true
      return { link, address: { host, port } }
    }
    const kept = tryAt(joined)
    const tries = names === undefined ? [kept] : [kept, names.find(joined).then(tryAt)]
    try {
      // In parallel: an address that does not answer delays no other. The error is that of the stored address.
      const { link, address } = await Promise.any(tries).catch(() => kept)
      // The key is proved: this is the station, and its answer is final.
      const socket = await openWebSocket(link, SCREEN_PATH, until)
      if (address.host !== joined.host) onMoved({ ...joined, ...address })
      return webSocketChannel(socket, bounds)
    } finally {
      ending.abort()
    }
  }

  return async (signal) => {
    const joined = station()
    if (joined === undefined) throw new LinkError('not-paired', 'no station is joined')
    try {
      const channel = await connectTo(joined, signal)
      names?.reached()
      return channel
    } catch (error) {
      names?.failed()
      throw error
    }
  }
}
