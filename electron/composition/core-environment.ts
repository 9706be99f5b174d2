import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { type Fetch, fetchOver } from '../platform/web-fetch.ts'
import { openPractice } from '../practice/open-practice.ts'
import { createKeytarStore, type KeytarStore } from '../secrets/keytar-store.ts'
import type { KnownConnection, ProvisionedConnection, RecordConnections } from '../secrets/provision.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { type KeptConnection, openStoredConnection, type ProvisionReport } from '../secrets/stored-connection.ts'
import { OS_READINGS } from '../sync/clock.ts'

/** The parts that differ between a real kitchen and practice: the platform, the credentials and the data folder. */
export type CoreEnvironment = {
  readonly folder: string
  readonly connection: ConnectionSource
  readonly fetch: Fetch
  /** Whether there is a network. */
  readonly isOnline: () => boolean
  /** Settings from the file of credentials. They may arrive late, after a user unlocked the keychain, or never. */
  readonly settings: Promise<SettingsPatch | undefined>
  /** A second connection, in memory, of the demonstration; absent: the kitchen has those of its profile. */
  readonly beside?: {
    readonly name: string
    /** Of the first connection, beside it. */
    readonly ownName: string
    readonly folder: string
    readonly connection: ConnectionSource
    readonly fetch: Fetch
  }
  /** Changes the connection; absent in practice, which has none to change. */
  readonly kept?: KeptConnection
  /** The keychain; absent in practice, which stores no secret. */
  readonly secrets?: SecretStore
  /** True in practice: the connection ends with the program. */
  readonly isPractice: boolean
  /** Stores the file of a second start. */
  importFile(path: string): void
  /** Whether a call to the keychain hangs and keeps this process from ending. Asked when everything else has ended. */
  readonly isKeychainHanging?: () => boolean
  readonly onNewKeychainService?: KeytarStore['onNewService']
  /** Stops its parts. */
  stop(): Promise<void>
}

export function openCoreEnvironment(parts: {
  /** The profile folder, which is a folder of its own in practice. */
  readonly profile: string
  readonly provisionFile: string | undefined
  readonly isPractice: boolean
  /** Of the desktop. */
  readonly fetch: Fetch
  readonly isOnline: () => boolean
  /** Where secrets are kept; absent: in the keychain. */
  readonly secrets?: KeytarStore | undefined
  /** Monotonic ms. */
  readonly now: () => number
  readonly log: Log
  readonly onFile?: ((report: ProvisionReport) => void) | undefined
  /** The connections of the kitchen, and what a file says about them. */
  readonly known?: (() => readonly KnownConnection[]) | undefined
  readonly record?: RecordConnections | undefined
  readonly onConnections?: ((connections: readonly ProvisionedConnection[]) => void) | undefined
}): CoreEnvironment {
  const { profile, provisionFile, isPractice, log, onFile = () => undefined } = parts
  if (isPractice) {
    const refuse = (isSecondStart: boolean): void => onFile({ kind: 'refused', trouble: 'practice', isSecondStart })
    // Call after the core is created, because it shows the result.
    if (provisionFile !== undefined) queueMicrotask(() => refuse(false))
    const { erase, begun, connectionOf1: _, ...practice } = openPractice(profile, 'open', OS_READINGS.wall)
    const other = openPractice(practice.folder, 'beside', OS_READINGS.wall)
    for (const one of [begun, other.begun]) one.catch(() => log.error('practice-platform-failed'))
    const settings = Promise.resolve({ pollIntervalSeconds: 1 })
    const fetch = fetchOver(practice.fetch)
    return {
      ...practice,
      beside: {
        name: 'Keeta',
        ownName: 'Cantina',
        folder: other.folder,
        connection: other.connectionOf1,
        fetch: fetchOver(other.fetch),
      },
      fetch,
      isOnline: () => true,
      settings,
      isPractice,
      importFile: () => refuse(true),
      stop: erase,
    }
  }
  const store = parts.secrets ?? createKeytarStore()
  const { settings, importFile, ...kept } = openStoredConnection({
    ...parts,
    store,
    onFile,
  })
  return {
    folder: profile,
    connection: kept.connection,
    fetch: parts.fetch,
    isOnline: parts.isOnline,
    settings,
    kept,
    secrets: store,
    isPractice: false,
    importFile,
    isKeychainHanging: store.hasUnansweredCall,
    onNewKeychainService: store.onNewService,
    stop: () => Promise.resolve(),
  }
}
