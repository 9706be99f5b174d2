import { fail } from '../../shared/result.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { startPractice } from './practice.ts'

/** What tells a kitchen at work from one that practises: where its data lies, and whom it speaks to. */
export type Workplace = {
  readonly folder: string
  readonly connection: ConnectionSource
  /** Settings that come with it. */
  readonly settings?: SettingsPatch
  /** Ends what was started for it. */
  stop(): Promise<void>
}

export type WorkplaceParts = {
  /** The profile folder, which is a folder of its own for practice. */
  readonly profile: string
  readonly rehearsal: boolean
  readonly log: Log
}

export function openWorkplace({ profile, rehearsal, log }: WorkplaceParts): Workplace {
  if (rehearsal) return startPractice(profile, log)
  return {
    folder: profile,
    connection: () => Promise.resolve(fail('not-configured', 'No credentials')),
    stop: () => Promise.resolve(),
  }
}
