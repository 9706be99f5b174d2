import { callRow } from '../../shared/contract/calls.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { KeepingPlace, KeepTrouble } from '../../shared/contract/setup.ts'
import { fail, messageOf, ok, type Result } from '../../shared/result.ts'
import { SLOTS, type Slot } from '../../shared/ticket/ticket-key.ts'
import type { Admit } from '../core/admission.ts'
import { noBeep } from '../core/alarms.ts'
import { createVersions } from '../core/board.ts'
import type { KitchenConnection } from '../kitchen/connection.ts'
import { createKitchen, type Kitchen, kitchensPart } from '../kitchen/kitchen.ts'
import { logOfSlot } from '../logging/log-port.ts'
import type { Connection, ConnectionSource } from '../platform/connection.ts'
import type { ProvisionedConnection } from '../secrets/provision.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { type KeptConnection, openStoredConnection, type StoredConnection } from '../secrets/stored-connection.ts'
import type { CredentialUse } from '../setup/setup-service.ts'
import { type ConnectionFiles, colorOfSlot } from '../storage/connection-files.ts'
import { createSystemClock } from '../sync/clock.ts'
import { credentialUse, pausable, unshared } from './connection-sources.ts'
import { markOf, recordConnections } from './connections.ts'
import type { CoreEnvironment } from './core-environment.ts'
import { type OpenCore, type OpenCoreParts, openCore } from './open-core.ts'
import type { DeliveredTo } from './open-webhook.ts'

/** A connection that is open. */
type OpenConnection = KitchenConnection &
  DeliveredTo & {
    readonly core: OpenCore
    /** Of its databases. */
    readonly folder: string
    /** Absent for the first one and in practice. */
    readonly kept: StoredConnection | undefined
    /** Also while it is paused or refused. */
    readonly credentials: ConnectionSource
  }

type Opening = Pick<OpenConnection, 'slot' | 'core' | 'folder' | 'connection' | 'kept' | 'credentials'>

/** @param name absent: that of its file */
function openConnectionOf(opening: Opening, files: ConnectionFiles, name?: string): OpenConnection {
  const { slot, core } = opening
  const mark = () =>
    name === undefined ? markOf(files, slot, core.facts.spoken.get) : { name, color: colorOfSlot(slot) }
  return {
    ...opening,
    mark,
    name: () => mark().name,
    admit: core.admit,
    printMarks: core.printMarks,
    spoken: core.facts.spoken.get,
    readDelivery: core.readDelivery,
  }
}

/** Calls about orders are refused by the connection of the order, the others by the first one, which has the kitchen's facts. */
const admissionOf =
  (kitchen: Pick<Kitchen, 'connections'>, first: OpenCore): Admit =>
  (work, isUnlocked) => {
    const isAboutOrders = work !== 'delivery' && callRow(work).inPractice === true
    const admitting = isAboutOrders ? kitchen.connections() : []
    return admitting.some((one) => one.admit(work, isUnlocked) === undefined)
      ? undefined
      : first.admit(work, isUnlocked)
  }

/** Each further ledger has a copy of the kitchen's settings. Where the first one has lost them, a copy takes their place. */
function restoreSettings(first: OpenCore, further: readonly OpenConnection[]): void {
  const intact = first.areSettingsLost ? further.find(({ core }) => !core.areSettingsLost) : undefined
  if (intact !== undefined) first.changeSettings(kitchensPart(intact.core.settings.now()))
}

type OpenKitchenParts = Omit<OpenCoreParts, 'slot' | 'versions' | 'inKitchen' | 'lastBeep'> & {
  readonly environment: CoreEnvironment
  readonly files: ConnectionFiles
  readonly profile: string
}

/** The kitchen, with what its first connection has for all. */
export type KitchenCore = Kitchen & Pick<OpenCore, 'admit' | 'lock' | 'facts' | 'backups' | 'handOver'>

export interface OpenKitchen {
  readonly core: KitchenCore
  /** The connections of a file of credentials: new ones begin their work, known ones use the new credentials. */
  provisioned(connections: readonly ProvisionedConnection[]): void
  /** Stores a further connection, or new credentials of one, and uses it. */
  keep(target: Slot | 'new', connection: Connection, where: KeepingPlace): Promise<Result<null, KeepTrouble>>
  connections(): readonly KitchenConnection[]
  renamed(): void
  kept(slot: Slot): KeptConnection | undefined
  /** What already has a credential that is set up. */
  credentialUse(credential: Connection, target: Slot | 'new'): Promise<CredentialUse>
  /** All connections, by slot; the same objects as long as the kitchen has them. */
  opened(): readonly OpenConnection[]
  /** Erases the credentials of all connections, until one is refused. A profile for practice has none. */
  eraseCredentials(): Promise<Result<null, KeepTrouble>>
  /** Ends the work of a further connection, and erases it. */
  remove(slot: Exclude<Slot, 1>): Promise<Result<null, KeepTrouble>>
}

/**
 * Opens the core of each connection of the profile. A further connection that cannot be opened leaves the others at work: its
 * core shows why.
 */
function openConnections(parts: OpenKitchenParts) {
  const { environment, files, profile, log } = parts
  const versions = createVersions()
  const opened = new Map<Slot, OpenConnection>()
  const shared = { versions, lastBeep: noBeep(), inKitchen: (): number => kitchen.inKitchen() }
  /** The clock of another platform may differ. Old logs are removed with the first connection. */
  const ofFurther = (slot: Slot) => ({
    ...parts,
    ...shared,
    slot,
    clock: createSystemClock(),
    log: logOfSlot(log, slot),
    removeOldLogs: undefined,
  })

  const keptAt = (slot: Slot): KeptConnection | undefined => (slot === 1 ? environment.kept : opened.get(slot)?.kept)

  const storedAt = (slot: Slot, store: SecretStore): StoredConnection =>
    openStoredConnection({ profile, slot, provisionFile: undefined, store, now: parts.clock.monotonic, log })

  /** For a start at which the folder of one is gone. A full disk ends no work: the next change tries it again. */
  const remember = (): void => {
    try {
      files.remember([...opened.keys()])
    } catch (error) {
      log.warn('connections-not-remembered', { error: messageOf(error) })
    }
  }
  const add = (...added: readonly OpenConnection[]): void => {
    for (const one of added) opened.set(one.slot, one)
    kitchen.add(...added)
    remember()
  }
  const openFurther = (slot: Slot, kept: StoredConnection, given?: SettingsPatch): OpenConnection => {
    const folder = files.folderOf(slot)
    const connection = pausable(files, slot, unshared(files, keptAt, slot, kept.connection))
    const settings = Promise.resolve(given)
    const core = openCore({ ...ofFurther(slot), folder, connection, settings, isLost: lost.includes(slot) })
    return openConnectionOf({ slot, core, folder, connection, kept, credentials: kept.connection }, files)
  }

  files.finishRemovals()
  const { secrets, beside } = environment
  const lost = secrets === undefined ? [] : files.lost()
  for (const slot of lost) {
    log.error('connection-lost', { slot })
    try {
      files.makeFolderOf(slot)
    } catch (error) {
      log.error('connection-folder-failed', { slot, error: messageOf(error) })
    }
  }

  const { folder } = parts
  const connection = pausable(files, 1, parts.connection)
  const first = openCore({ ...parts, ...shared, connection, slot: 1, isLost: lost.includes(1) })
  const ofProfile = {
    slot: 1,
    core: first,
    folder,
    connection,
    kept: undefined,
    credentials: parts.connection,
  } as const
  const firstConnection = openConnectionOf(ofProfile, files, environment.beside?.ownName)
  opened.set(1, firstConnection)
  const kitchen = createKitchen(firstConnection, { versions, log })
  if (beside !== undefined) {
    const settings = Promise.resolve({ pollIntervalSeconds: 1 })
    const core = openCore({ ...ofFurther(2), ...beside, settings })
    add(
      openConnectionOf(
        { ...beside, slot: 2, core, kept: undefined, credentials: beside.connection },
        files,
        beside.name,
      ),
    )
  }
  if (secrets !== undefined) {
    const further = files.slots().flatMap((slot) => (slot === 1 ? [] : openFurther(slot, storedAt(slot, secrets))))
    restoreSettings(first, further)
    if (further.length > 0) add(...further)
  }

  return { kitchen, first, opened, add, openFurther, keptAt, storedAt, remember }
}

/** The connections of the profile as one kitchen. */
export function openKitchen(parts: OpenKitchenParts): OpenKitchen {
  const { files } = parts
  const { secrets } = parts.environment
  const { kitchen, first, opened, add, openFurther, keptAt, storedAt, remember } = openConnections(parts)
  const record = recordConnections(files)
  const { lock, facts, backups, handOver } = first
  const ofFirst = { admit: admissionOf(kitchen, first), lock, facts, backups, handOver }
  return {
    core: { ...kitchen, ...ofFirst },
    provisioned(connections) {
      const added: OpenConnection[] = []
      for (const one of connections) {
        if (one.slot === 1 || secrets === undefined) continue
        const open = opened.get(one.slot)
        if (open === undefined) added.push(openFurther(one.slot, storedAt(one.slot, secrets), one.settings))
        else if (one.isNew) {
          open.kept?.use(one.credentials)
          if (one.settings !== undefined) open.core.changeSettings(one.settings)
          open.core.retryNow()
        }
      }
      if (added.length > 0) add(...added)
      else kitchen.renamed()
    },
    async keep(target, connection, where) {
      const slot = target === 'new' ? SLOTS.find((one) => !files.slots().includes(one)) : target
      if (slot === undefined || secrets === undefined) return fail('failing', 'no further connection can be kept')
      const known = opened.get(slot)
      const kept = known?.kept ?? storedAt(slot, secrets)
      const stored = await kept.keep(connection, where)
      if (!stored.ok) return stored
      const own = await parts.connection()
      const before = {
        slot: 1,
        name: files.read(1)?.name,
        credentials: own.ok ? own.value : undefined,
      } as const
      const name = files.read(slot)?.name
      record([{ slot, name, credentials: connection, settings: undefined, isNew: true }], [before])
      if (known === undefined) add(openFurther(slot, kept))
      else {
        known.core.retryNow()
        kitchen.renamed()
      }
      return ok(null)
    },
    connections: kitchen.connections,
    /** The mark or the pause of a connection changed. */
    renamed(): void {
      kitchen.renamed()
      remember()
    },
    kept: keptAt,
    credentialUse: credentialUse({
      slots: files.slots,
      keptAt,
      troubleOf: (slot) => opened.get(slot)?.core.about().freshness.trouble,
      leaseFolder: parts.leaseFolder,
    }),
    opened: () => kitchen.connections().flatMap(({ slot }) => opened.get(slot) ?? []),
    async eraseCredentials() {
      for (const { slot } of kitchen.connections()) {
        const erased = await keptAt(slot)?.erase()
        if (erased?.ok === false) return erased
      }
      return ok(null)
    },
    async remove(slot) {
      const erased = await opened.get(slot)?.kept?.erase()
      if (erased?.ok === false) return erased
      await kitchen.remove(slot)
      opened.delete(slot)
      files.remove(slot)
      return ok(null)
    },
  }
}
