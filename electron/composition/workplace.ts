import type { SettingsPatch } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { createKeytarStore } from '../secrets/keytar-store.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { KeptConnection } from '../setup/setup-desk.ts'
import { startPractice } from './practice.ts'
import { openStoredConnection, type ProvisionReport } from './stored-connection.ts'

/** What tells a kitchen at work from one that practises: where its data lies, and whom it speaks to. */
export type Workplace = {
  readonly folder: string
  readonly connection: ConnectionSource
  /** Settings that come with it; may come late, when somebody has to unlock a keychain first, or never. */
  readonly settings: Promise<SettingsPatch | undefined>
  /** How its connection is changed; absent where there is nothing to connect. */
  readonly kept?: KeptConnection
  /** The keychain; absent where nothing is kept. */
  readonly secrets?: SecretStore
  /** What was connected for practice is gone with the program. */
  readonly isPractice: boolean
  /** Takes in the file of a second start. */
  takeIn(path: string): void
  /**
   * A call to the keychain hangs: this process cannot end by itself before it does. Asked when all else has ended.
   */
  readonly isHeldUp?: () => boolean
  /** Ends what was started for it. */
  stop(): Promise<void>
}

export type WorkplaceParts = {
  /** The profile folder, which is a folder of its own for practice. */
  readonly profile: string
  readonly provisionFile: string | undefined
  readonly rehearsal: boolean
  /** Monotonic ms. */
  readonly now: () => number
  readonly log: Log
  readonly onFile?: ((report: ProvisionReport) => void) | undefined
}

export function openWorkplace(parts: WorkplaceParts): Workplace {
  const { profile, provisionFile, rehearsal, now, log, onFile = () => undefined } = parts
  if (rehearsal) {
    const refuse = (isSecondStart: boolean): void => onFile({ kind: 'refused', trouble: 'practice', isSecondStart })
    // After the station is there, which shows it.
    if (provisionFile !== undefined) queueMicrotask(() => refuse(false))
    return { ...startPractice(profile, log), isPractice: true, takeIn: () => refuse(true) }
  }
  const store = createKeytarStore()
  const { settings, takeIn, ...kept } = openStoredConnection({ profile, provisionFile, store, now, log, onFile })
  return {
    folder: profile,
    connection: kept.connection,
    settings,
    kept,
    secrets: store,
    isPractice: false,
    takeIn,
    isHeldUp: store.hasUnansweredCall,
    stop: () => Promise.resolve(),
  }
}
