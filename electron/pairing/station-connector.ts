import type { ConnectStation, ScreenChannel } from '../screens/link-ports.ts'
import type { Identity } from './identity.ts'
import type { JoinedStation } from './joined-station.ts'
import { LinkError } from './link-error.ts'
import { SCREEN_PATH } from './pairing-messages.ts'
import { openTls, openWebSocket, type StationAddress, type TlsLink } from './tls-link.ts'
import { type ChannelBounds, webSocketChannel } from './web-socket-channel.ts'

/** Without a limit on messages: the station sends as many as the board needs. */
const BOUNDS: ChannelBounds = { roundMs: 10_000 }
/** After this time without a connection the station is searched for at other addresses. */
export const SEARCH_AFTER_MS = 10_000
/** Time from the start of one search to the start of the next. */
const SEARCH_EVERY_MS = 10_000

/** Reports addresses at which the station may be, unproved. Resolves when the search is over. */
export type SearchStation = (
  station: JoinedStation,
  onFound: (address: StationAddress) => void,
  signal: AbortSignal,
) => Promise<void>

export type ConnectorParts = {
  readonly identity: Identity
  /** Read at each attempt. `undefined`: this machine has joined no station. */
  readonly station: () => JoinedStation | undefined
  /** Absent: only the stored address is tried. */
  readonly search?: {
    readonly find: SearchStation
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

/** Decides when to search for the station at other addresses. */
function searchPace(monotonicNow: () => number): {
  readonly failed: () => void
  readonly isDue: () => boolean
  readonly reached: () => void
} {
  let awaySince: number | undefined
  let searchedAt: number | undefined
  return {
    isDue() {
      const now = monotonicNow()
      if (awaySince === undefined || now - awaySince < SEARCH_AFTER_MS) return false
      if (searchedAt !== undefined && now - searchedAt < SEARCH_EVERY_MS) return false
      searchedAt = now
      return true
    },
    failed() {
      awaySince ??= monotonicNow()
    },
    reached() {
      awaySince = undefined
    },
  }
}

/** Opens the channel to the joined station. Rejects with a `LinkError`. */
export function createStationConnector(parts: ConnectorParts): ConnectStation {
  const { identity, station, search, onMoved = () => undefined, bounds = BOUNDS } = parts
  const pace = search === undefined ? undefined : searchPace(search.monotonicNow)

  const connectTo = async (
    joined: JoinedStation,
    signal: AbortSignal,
    onSearch: (() => void) | undefined,
  ): Promise<ScreenChannel> => {
    const ending = new AbortController()
    const until = AbortSignal.any([signal, ending.signal])
    const reached = Promise.withResolvers<ScreenChannel>()
    const tries = new Map<string, Promise<void>>()
    let isReached = false

    const tryAt = async (address: StationAddress): Promise<void> => {
      const link = await openPinnedTls(identity, joined, address, until)
      // A second channel of this screen would end the first one.
      if (isReached) return void link.socket.destroy()
      isReached = true
      // The key is proved: this is the station, and its answer is final.
      const answer = openWebSocket(link, SCREEN_PATH, until).then((socket) => {
        if (address.host !== joined.host || address.port !== joined.port) onMoved({ ...joined, ...address })
        return webSocketChannel(socket, bounds)
      })
      reached.resolve(answer)
      await answer
    }
    const begin = (address: StationAddress): Promise<void> => {
      const place = `${address.host}:${address.port}`
      const attempt = tries.get(place) ?? tryAt(address)
      tries.set(place, attempt)
      return attempt
    }

    const kept = begin({ host: joined.host, port: joined.port })
    const searches: Promise<void>[] = []
    if (search !== undefined && pace?.isDue() === true) {
      onSearch?.()
      // All addresses are tried in parallel: one that does not answer delays no other.
      searches.push(search.find(joined, (address) => void begin(address).catch(() => undefined), until))
    }
    void Promise.allSettled([kept, ...searches])
      .then(() => Promise.allSettled(tries.values()))
      // Rejects with the error of the stored address; no effect when the station was reached.
      .then(() => kept.catch(reached.reject))
    try {
      return await reached.promise
    } finally {
      ending.abort()
    }
  }

  return async (signal, onSearch) => {
    const joined = station()
    if (joined === undefined) throw new LinkError('not-paired', 'no station is joined')
    try {
      const channel = await connectTo(joined, signal, onSearch)
      pace?.reached()
      return channel
    } catch (error) {
      pace?.failed()
      throw error
    }
  }
}
