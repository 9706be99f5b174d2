import type { ConnectStation } from '../screens/link-ports.ts'
import type { Identity } from './identity.ts'
import type { JoinedStation } from './joined-station.ts'
import { LinkError } from './link-error.ts'
import { SCREEN_PATH } from './messages.ts'
import { openTls, openWebSocket, type StationAddress } from './tls-link.ts'
import { type ChannelBounds, webSocketChannel } from './web-socket-channel.ts'

/** The station sends as much as the board needs. */
const BOUNDS: ChannelBounds = { roundMs: 10_000 }

export type ConnectorParts = {
  readonly identity: Identity
  /** Read at each attempt. `undefined`: this machine has joined no station. */
  readonly station: () => JoinedStation | undefined
  /** Addresses at which a station with this key says that it is; hints, which are tried after the kept address. */
  readonly hints?: (station: JoinedStation, signal: AbortSignal) => Promise<readonly StationAddress[]>
  /** The station was reached at another address than the kept one. */
  readonly onMoved?: (station: JoinedStation) => void
  readonly bounds?: ChannelBounds
}

/** Opens the channel to the joined station. Rejects with a `LinkError`. */
export function createStationConnector(parts: ConnectorParts): ConnectStation {
  const { identity, station, hints = async () => [], onMoved = () => undefined, bounds = BOUNDS } = parts

  const connectAt = async (joined: JoinedStation, address: StationAddress, signal: AbortSignal) => {
    const link = await openTls(identity, address, signal)
    // SECURITY: station-pinned (docs/security.md). Compared before the first byte is sent.
    if (link.stationKey !== joined.key) {
      link.socket.destroy()
      throw new LinkError('wrong-station', 'another key than the paired one')
    }
    return webSocketChannel(await openWebSocket(link, SCREEN_PATH, signal), bounds)
  }

  return async (signal) => {
    const joined = station()
    if (joined === undefined) throw new LinkError('not-paired', 'no station is joined')
    const kept = { host: joined.host, port: joined.port }
    try {
      return await connectAt(joined, kept, signal)
    } catch (error) {
      const isElsewhere = error instanceof LinkError && MAY_HAVE_MOVED.has(error.trouble)
      if (!isElsewhere) throw error
      for (const address of await hints(joined, signal)) {
        if (address.host === kept.host && address.port === kept.port) continue
        const channel = await connectAt(joined, address, signal).catch(() => undefined)
        if (channel === undefined) continue
        onMoved({ ...joined, ...address })
        return channel
      }
      throw error
    }
  }
}

/** The router may have given the station another address, and its old one to something else. */
const MAY_HAVE_MOVED: ReadonlySet<string> = new Set(['unreachable', 'not-a-station', 'wrong-station'])
