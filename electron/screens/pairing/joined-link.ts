import { ok, type Result } from '../../../shared/result.ts'
import type { MovedOutcome } from '../../../shared/screens.ts'
import type { SecretStore, SecretTrouble } from '../../secrets/secret-store.ts'
import type { RoleFile } from '../../storage/role-file.ts'
import type { Clock } from '../../sync/clock.ts'
import { type ConnectStation, NotPairedError } from '../link/link-ports.ts'
import { type Identity, openIdentity } from './identity.ts'
import { readStationAddress } from './join-service.ts'
import { readJoinedStation, saveJoinedStation } from './joined-station.ts'
import { linkAccountOf } from './link-account.ts'
import { LinkError } from './link-error.ts'
import { createStationConnector, type LookupHost, openPinnedTls } from './station-connector.ts'
import type { StationAddress } from './tls-link.ts'

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
