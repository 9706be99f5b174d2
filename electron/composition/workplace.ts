import type { SettingsPatch } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { createKeytarStore } from '../secrets/keytar-store.ts'
import { startPractice } from './practice.ts'
import { openStoredConnection } from './stored-connection.ts'

/** What tells a kitchen at work from one that practises: where its data lies, and whom it speaks to. */
export type Workplace = {
  readonly folder: string
  readonly connection: ConnectionSource
  /** Settings that come with it; may come late, when somebody has to unlock a keychain first, or never. */
  readonly settings: Promise<SettingsPatch | undefined>
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
}

export function openWorkplace({ profile, provisionFile, rehearsal, now, log }: WorkplaceParts): Workplace {
  if (rehearsal) return startPractice(profile, log)
  const store = createKeytarStore()
  return {
    folder: profile,
    ...openStoredConnection({ profile, provisionFile, store, now, log }),
    stop: () => Promise.resolve(),
  }
}
