import { recordConnections } from '../../electron/composition/connections.ts'
import { type OpenKitchen, openKitchen } from '../../electron/composition/open-kitchen.ts'
import type { Log } from '../../electron/logging/log-port.ts'
import { fetchOver } from '../../electron/platform/web-fetch.ts'
import { accountOf, accountOfSlot, writeCredentials } from '../../electron/secrets/credentials.ts'
import { createMemoryStore, type SecretStore } from '../../electron/secrets/secret-store.ts'
import { openStoredConnection } from '../../electron/secrets/stored-connection.ts'
import { openConnectionFiles } from '../../electron/storage/connection-files.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import { SLOTS } from '../../shared/ticket/ticket-key.ts'
import type { CoreStart } from './core-messages.ts'

type Given = Pick<CoreStart, 'folder' | 'connections' | 'settings'>

/** Each slot has its credentials, as in the keychain. */
async function storeOf({ folder, connections }: Given): Promise<SecretStore> {
  const store = createMemoryStore()
  const files = openConnectionFiles(folder)
  const all = connections.flatMap((credentials, index) => {
    const slot = SLOTS[index]
    const name = `Platform ${index + 1}`
    return slot === undefined ? [] : [{ slot, name, credentials: { ...credentials, scope: 'od.orders' } }]
  })
  for (const { slot, credentials } of all)
    await writeCredentials(store, accountOfSlot(accountOf(folder), slot), credentials)
  if (all.length > 1)
    recordConnections(files)(
      all.map((one) => ({ ...one, settings: undefined, isNew: true })),
      [],
    )
  return store
}

/** The product's kitchen with these connections. Its work has not begun. */
export async function openGivenKitchen(
  given: Given,
  { log, restart }: { readonly log: Log; readonly restart?: () => void },
): Promise<OpenKitchen['core']> {
  const { folder, settings } = given
  const clock = createSystemClock()
  const store = await storeOf(given)
  const ofFirst = { profile: folder, provisionFile: undefined, store, now: clock.monotonic, log }
  const own = {
    folder,
    connection: openStoredConnection(ofFirst).connection,
    settings: Promise.resolve(settings),
    fetch: fetchOver(fetch),
    isOnline: () => true,
  }
  const environment = {
    ...own,
    secrets: store,
    isPractice: false,
    importFile: () => undefined,
    stop: () => Promise.resolve(),
  }
  const files = openConnectionFiles(folder)
  const { core } = openKitchen({ ...own, environment, files, profile: folder, clock, log, restart })
  for (const { slot, core: further } of core.connections()) if (slot !== 1) further.changeSettings(settings)
  return core
}
