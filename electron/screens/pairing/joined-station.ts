import { z } from 'zod'
import { type MovedOutcome, STATION_PORT } from '../../../shared/contract/screens.ts'
import { SCREEN_ROLES } from '../../../shared/contract/values.ts'
import { parseJsonText } from '../../../shared/json-text.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { withTimeLimit } from '../../../shared/time/time-limit.ts'
import type { SecretStore, SecretTrouble } from '../../secrets/secret-store.ts'
import type { RoleFile } from '../../storage/role-file.ts'
import type { Clock } from '../../sync/clock.ts'
import { type ConnectStation, NotPairedError, type ScreenChannel } from '../link/link-messages.ts'
import { fingerprintSchema, type Identity, linkAccountOf, openIdentity } from './identity.ts'
import { SCREEN_PATH } from './pairing-messages.ts'
import { LinkError, openTls, openWebSocket, type StationAddress, type TlsLink } from './tls-link.ts'
import { webSocketChannel } from './web-socket-channel.ts'

/** The station that this machine is a screen of. */
const joinedStationSchema = z.object({
  /** The address at which it was last reached. */
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  /** Its public key, by which it is recognised. */
  key: fingerprintSchema,
  name: z.string(),
  /** The id under which the station lists this screen. */
  deviceId: z.string(),
  /** The role that was chosen at joining; the settings may have changed it since. */
  role: z.enum(SCREEN_ROLES).optional(),
  /** The station has removed this screen: its orders are erased, and it takes no taps. */
  isRemoved: z.boolean().optional(),
})
export type JoinedStation = Readonly<z.infer<typeof joinedStationSchema>>

/** The address in the form that staff type. */
export const addressText = ({ host, port }: Pick<JoinedStation, 'host' | 'port'>): string =>
  port === STATION_PORT ? host : `${host}:${port}`

/** Reads the address that is shown at the station. `undefined`: neither a name nor an IPv4 address. */
export function readStationAddress(text: string): StationAddress | undefined {
  const [, host = '', digits] = /^([a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::(\d{1,5}))?$/iu.exec(text.trim()) ?? []
  const port = digits === undefined ? STATION_PORT : Number(digits)
  return host === '' || port === 0 || port > 65_535 ? undefined : { host, port }
}

/** The store of the joined station; a write is durable when it returns. */
export type JoinedStationStore = {
  joinedStation(): string | undefined
  saveJoinedStation(text: string): void
}

/** `undefined`: this machine has joined none, or the entry is unreadable. */
export function readJoinedStation(store: Pick<JoinedStationStore, 'joinedStation'>): JoinedStation | undefined {
  const text = store.joinedStation()
  return text === undefined ? undefined : joinedStationSchema.safeParse(parseJsonText(text)).data
}

export function saveJoinedStation(store: JoinedStationStore, station: JoinedStation): void {
  store.saveJoinedStation(JSON.stringify(station))
}

/** After this time without a connection the station is also tried under its name. */
export const NAME_AFTER_MS = 10_000
/** Time from one look-up of the name to the next. */
const NAME_EVERY_MS = 10_000
/** A station on this network answers within a second. */
const NAME_LIMIT_MS = 2_000

/** The IPv4 address of a host, by the system's resolver. Rejects when it finds none. */
type LookupHost = (host: string) => Promise<string>

type ConnectorParts = {
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
}

/** TLS to the joined station. Rejects with a `LinkError`. */
async function openPinnedTls(
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
  const { identity, station, byName, onMoved = () => undefined } = parts
  const names = byName === undefined ? undefined : createNameLookup(byName)

  const connectTo = async (joined: JoinedStation, signal: AbortSignal): Promise<ScreenChannel> => {
    const ending = new AbortController()
    const until = AbortSignal.any([signal, ending.signal])
    let isReached = false
    const tryAt = async ({ host, port }: StationAddress) => {
      const link = await openPinnedTls(identity, joined, { host, port }, until)
      // The address that was proved first is used.
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
      // Without a limit: the station sends as many messages as the board needs.
      return webSocketChannel(socket)
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

/** The public key that proves this profile to its station or to its screens; `undefined`: the keychain does not open. */
export async function ownKeyOf(secrets: SecretStore, profile: string): Promise<string | undefined> {
  const opened = await openIdentity(secrets, linkAccountOf(profile))
  return opened.ok ? opened.value.fingerprint : undefined
}

/** Limit for a connection to an address that staff typed. */
const MOVE_LIMIT_MS = 10_000

/** The connection to the station that this profile has joined. */
export type JoinedLink = {
  readonly connect: ConnectStation
  /** Where the station was last; `undefined`: this profile has joined none. */
  station(): ({ readonly name: string } & StationAddress) | undefined
  /** Uses the address that a person typed from now on, if the joined station answers there. */
  moveTo(typed: string): Promise<MovedOutcome>
}

export function openJoinedLink(parts: {
  readonly role: RoleFile
  readonly secrets: SecretStore
  readonly profile: string
  readonly lookup: LookupHost
  readonly clock: Pick<Clock, 'monotonic'>
}): JoinedLink {
  const { role, secrets, profile, lookup, clock } = parts
  let opened: Identity | undefined
  let connector: ConnectStation | undefined

  /** The key is read at the first attempt that finds the keychain open. */
  const identity = async (): Promise<Result<Identity, SecretTrouble>> => {
    if (opened !== undefined) return ok(opened)
    const read = await openIdentity(secrets, linkAccountOf(profile))
    if (read.ok) opened = read.value
    return read
  }
  /** Durable when it returns. Does nothing when the screen was disconnected meanwhile. */
  const saveAddress = ({ host, port }: StationAddress): void => {
    const joined = readJoinedStation(role)
    if (joined !== undefined) saveJoinedStation(role, { ...joined, host, port })
  }
  const connectorFor = (own: Identity): ConnectStation =>
    createStationConnector({
      identity: own,
      station: () => readJoinedStation(role),
      onMoved: saveAddress,
      byName: { lookup, monotonicNow: clock.monotonic },
    })

  return {
    station: () => readJoinedStation(role),
    async connect(signal) {
      const read = await identity()
      if (!read.ok) throw new Error(`The key of this screen cannot be read: ${read.code}`)
      connector ??= connectorFor(read.value)
      try {
        return await connector(signal)
      } catch (error) {
        // Without a joined station this screen has left it, or becomes the station: it was not removed.
        const isRemoved =
          error instanceof LinkError && error.trouble === 'not-paired' && readJoinedStation(role) !== undefined
        throw isRemoved ? new NotPairedError(error.message) : error
      }
    },
    async moveTo(typed) {
      const address = readStationAddress(typed)
      const joined = readJoinedStation(role)
      if (address === undefined || joined === undefined) return 'bad-address'
      const read = await identity()
      if (!read.ok) return 'keychain'
      try {
        const { socket } = await openPinnedTls(read.value, joined, address, AbortSignal.timeout(MOVE_LIMIT_MS))
        socket.destroy()
      } catch (error) {
        if (!(error instanceof LinkError)) throw error
        if (error.trouble === 'wrong-station' || error.trouble === 'not-a-station') return error.trouble
        return 'unreachable'
      }
      saveAddress(address)
      return 'moved'
    },
  }
}
