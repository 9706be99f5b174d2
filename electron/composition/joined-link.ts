import { type Identity, openIdentity } from '../pairing/identity.ts'
import { readJoinedStation, saveJoinedStation } from '../pairing/joined-station.ts'
import { LinkError } from '../pairing/link-error.ts'
import { createStationConnector } from '../pairing/station-connector.ts'
import type { ConnectStation } from '../screens/link-ports.ts'
import { NotPairedError } from '../screens/station-link.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { RoleFile } from '../storage/role-file.ts'
import { linkAccountOf } from './link-account.ts'

/** Connects with the station that this profile has joined. The key is read at the first attempt that finds the keychain open. */
export function connectJoinedStation(parts: {
  readonly role: RoleFile
  readonly secrets: SecretStore
  readonly profile: string
}): ConnectStation {
  const { role, secrets, profile } = parts
  let identity: Identity | undefined
  return async (signal) => {
    if (identity === undefined) {
      const opened = await openIdentity(secrets, linkAccountOf(profile))
      if (!opened.ok) throw new Error(`The key of this screen cannot be read: ${opened.code}`)
      identity = opened.value
    }
    const connect = createStationConnector({
      identity,
      station: () => readJoinedStation(role),
      onMoved: (station) => saveJoinedStation(role, station),
    })
    try {
      return await connect(signal)
    } catch (error) {
      throw error instanceof LinkError && error.trouble === 'not-paired' ? new NotPairedError(error.message) : error
    }
  }
}
