import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { createVersions } from '../core/board.ts'
import type { KitchenConnection } from '../kitchen/connection.ts'
import { createKitchen, type Kitchen } from '../kitchen/kitchen.ts'
import type { ProvisionedConnection } from '../secrets/provision.ts'
import { type KeptConnection, openStoredConnection, type StoredConnection } from '../secrets/stored-connection.ts'
import type { ConnectionFiles } from '../storage/connection-files.ts'
import { createSystemClock } from '../sync/clock.ts'
import { markOf } from './connections.ts'
import type { CoreEnvironment } from './core-environment.ts'
import { type OpenCore, type OpenCoreParts, openCore } from './open-core.ts'

/** The kitchen's core: that of the first connection, with the calls of all. */
type OpenKitchen = Kitchen &
  Pick<OpenCore, 'admit' | 'lock' | 'facts' | 'backups' | 'handOver' | 'readDelivery' | 'receiveDelivery'>

/** A further connection that is open. */
type Further = { readonly core: OpenCore; readonly kept: StoredConnection }

type OpenKitchenParts = Omit<OpenCoreParts, 'slot' | 'versions' | 'inKitchen'> & {
  readonly environment: CoreEnvironment
  readonly files: ConnectionFiles
  readonly profile: string
}

/**
 * Opens the core of each connection of the profile. A further connection that cannot be opened leaves the others at work: its
 * core shows why. Paused ones are not opened.
 */
export function openKitchen(parts: OpenKitchenParts) {
  const { environment, files, profile, log } = parts
  const versions = createVersions()
  const further = new Map<Slot, Further>()
  const inKitchen = (): number => kitchen.inKitchen()

  const connectionOf = (slot: Slot, core: OpenCore): KitchenConnection => ({
    slot,
    core,
    printMarks: core.printMarks,
    mark: () => markOf(files, slot, core.facts.spoken.get),
  })
  const openFurther = (slot: Slot, given?: ProvisionedConnection): void => {
    const { secrets } = environment
    if (secrets === undefined || further.has(slot)) return
    const kept = openStoredConnection({
      profile,
      slot,
      provisionFile: undefined,
      store: secrets,
      now: parts.clock.monotonic,
      log,
    })
    const core = openCore({
      ...parts,
      folder: files.folderOf(slot),
      connection: kept.connection,
      settings: Promise.resolve(given?.settings),
      // The clock of another platform may differ.
      clock: createSystemClock(),
      removeOldLogs: undefined,
      slot,
      versions,
      inKitchen,
    })
    further.set(slot, { core, kept })
    kitchen.add(connectionOf(slot, core))
  }

  const first = openCore({ ...parts, slot: 1, versions, inKitchen })
  const kitchen = createKitchen(connectionOf(1, first), { versions, log })
  files.finishRemovals()
  for (const slot of files.slots()) {
    if (slot !== 1 && files.read(slot)?.isPaused !== true) openFurther(slot)
  }

  const { admit, lock, facts, backups, handOver, readDelivery, receiveDelivery } = first
  const ofFirst = { admit, lock, facts, backups, handOver, readDelivery, receiveDelivery }
  return {
    core: { ...kitchen, ...ofFirst },
    /** The connections of a file of credentials: new ones begin their work, known ones use the new credentials. */
    provisioned(connections: readonly ProvisionedConnection[]): void {
      for (const one of connections) {
        if (one.slot === 1) continue
        const open = further.get(one.slot)
        if (open === undefined) openFurther(one.slot, one)
        else if (one.isNew) {
          open.kept.use(one.credentials)
          if (one.settings !== undefined) open.core.changeSettings(one.settings)
          open.core.retryNow()
        }
      }
      kitchen.renamed()
    },
    kept: (slot: Slot): KeptConnection | undefined => (slot === 1 ? environment.kept : further.get(slot)?.kept),
    open: openFurther,
    async close(slot: Slot): Promise<void> {
      await kitchen.remove(slot)
      further.delete(slot)
    },
  }
}
