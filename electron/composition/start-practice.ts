import { rm } from 'node:fs/promises'
import { fail, ok } from '../../shared/result.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { makePracticeFolder } from './practice-folder.ts'

const SCOPE = 'od.orders'
const FOLDER_PREFIX = 'practice-'
/** Short intervals, so that practice has no waiting; the practice platform has no limit of requests. */
const PRACTICE_SETTINGS: SettingsPatch = { pollIntervalSeconds: 2 }

export type Practice = {
  /** Folder of this practice's databases: a new one each time, since the previous platform is gone. */
  readonly folder: string
  /** Held in memory: practice leaves nothing in the keychain. */
  readonly connection: ConnectionSource
  readonly settings: Promise<SettingsPatch>
  /** Ends the platform and removes the folder. */
  stop(): Promise<void>
}

/** Starts the practice platform in this process, and connects to it as to any other. `profile`: a folder for practice alone. */
export function startPractice(profile: string, log: Log): Practice {
  const folder = makePracticeFolder(profile, FOLDER_PREFIX)
  // Loaded on demand: outside practice the platform is not in memory.
  const started = import('../practice/platform/platform.ts').then(({ startRehearsalPlatform }) =>
    startRehearsalPlatform({ scenario: 'demo' }),
  )
  started.catch(() => log.error('practice-platform-failed'))
  return {
    folder,
    settings: Promise.resolve(PRACTICE_SETTINGS),
    connection: () =>
      started.then(
        ({ apiUrl, clientId, clientSecret }) => ok({ apiUrl, clientId, clientSecret, scope: SCOPE }),
        () => fail('not-configured', 'The practice platform did not start'),
      ),
    async stop() {
      await started.then(
        (platform) => platform.close(),
        () => undefined,
      )
      await rm(folder, { recursive: true, force: true })
    },
  }
}
