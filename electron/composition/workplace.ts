import type { SettingsPatch } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { createKeytarStore, type KeytarStore } from '../secrets/keytar-store.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { KeptConnection } from '../setup/setup-service.ts'
import { startPractice } from './practice.ts'
import { openStoredConnection, type ProvisionReport } from './stored-connection.ts'

/** The difference between a real kitchen and practice: where its data lies, and which platform it uses. */
export type Workplace = {
  readonly folder: string
  readonly connection: ConnectionSource
  /** Settings that come with it. They may arrive late, after a user unlocked the keychain, or never. */
  readonly settings: Promise<SettingsPatch | undefined>
  /** How its connection is changed; absent where there is nothing to connect. */
  readonly kept?: KeptConnection
  /** The keychain; absent where nothing is kept. */
  readonly secrets?: SecretStore
  /** True in practice: the connection ends with the program. */
  readonly isPractice: boolean
  /** Stores the file of a second start. */
  importFile(path: string): void
  /** Whether a call to the keychain hangs and keeps this process from ending. Asked when everything else has ended. */
  readonly isKeychainHanging?: () => boolean
  /** Stops its parts. */
  stop(): Promise<void>
}

export type WorkplaceParts = {
  /** The profile folder, which is a folder of its own for practice. */
  readonly profile: string
  readonly provisionFile: string | undefined
  readonly rehearsal: boolean
  /** Where secrets are kept; absent: in the keychain. */
  readonly secrets?: KeytarStore | undefined
  /** Monotonic ms. */
  readonly now: () => number
  readonly log: Log
  readonly onFile?: ((report: ProvisionReport) => void) | undefined
}

export function openWorkplace(parts: WorkplaceParts): Workplace {
  const { profile, provisionFile, rehearsal, now, log, onFile = () => undefined } = parts
  if (rehearsal) {
    const refuse = (isSecondStart: boolean): void => onFile({ kind: 'refused', trouble: 'practice', isSecondStart })
    // After the station is created, which shows the result.
    if (provisionFile !== undefined) queueMicrotask(() => refuse(false))
    return { ...startPractice(profile, log), isPractice: true, importFile: () => refuse(true) }
  }
  const store = parts.secrets ?? createKeytarStore()
  const { settings, importFile, ...kept } = openStoredConnection({ profile, provisionFile, store, now, log, onFile })
  return {
    folder: profile,
    connection: kept.connection,
    settings,
    kept,
    secrets: store,
    isPractice: false,
    importFile,
    isKeychainHanging: store.hasUnansweredCall,
    stop: () => Promise.resolve(),
  }
}
