import { rmSync } from 'node:fs'
import { ok } from '../../shared/result.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import { fetchOver, type WebFetch } from '../platform/web-fetch.ts'
import type { MemoryPlatform } from '../practice/platform/memory-platform.ts'
import type { Station } from '../station/station-port.ts'
import type { TimeService } from '../sync/clock.ts'
import { openKitchen } from './kitchen.ts'
import { makePracticeFolder } from './practice-folder.ts'

const SCOPE = 'od.orders'

/** A second kitchen beside the real one, with its own ledger and clock, without keychain, network and desktop. */
export type PracticeKitchen = {
  readonly station: Station
  /** Ends it and removes what it stored. */
  stopAndErase(): Promise<void>
}

export type PracticeKitchenParts = {
  /** The profile folder; the practice's own databases lie below it for as long as it lasts. */
  readonly profile: string
  /** Prefix of its folder's name. Folders with this prefix that a crash left behind are removed. */
  readonly prefix: string
  readonly platform: Pick<MemoryPlatform, 'apiUrl' | 'clientId' | 'clientSecret' | 'fetch'>
  readonly settings: SettingsPatch
  /** A time service of its own: the practice platform's time must not change the kitchen's. */
  readonly clock: TimeService
  readonly log: Log
}

/** Opens a kitchen on a platform that runs in this process. Not started yet. Throws when the folder cannot be made. */
export function openPracticeKitchen(parts: PracticeKitchenParts): PracticeKitchen {
  const { profile, prefix, platform, settings, clock, log } = parts
  const folder = makePracticeFolder(profile, prefix)
  const { apiUrl, clientId, clientSecret } = platform
  const station = openKitchen({
    folder,
    connection: () => Promise.resolve(ok({ apiUrl, clientId, clientSecret, scope: SCOPE })),
    isPractice: true,
    settings: Promise.resolve(settings),
    fetch: fetchOver(practiceFetch(platform.fetch)),
    isOnline: () => true,
    clock,
    log,
  })
  return {
    station,
    async stopAndErase() {
      try {
        await station.stop()
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      }
    },
  }
}

/** The practice platform takes text bodies only; a client sends no others. */
const practiceFetch =
  (fetch: MemoryPlatform['fetch']): WebFetch =>
  (url, { method, headers, body, signal }) =>
    fetch(url, {
      headers: new Headers(headers),
      ...(method === undefined ? {} : { method }),
      ...(typeof body === 'string' ? { body } : {}),
      ...(signal ? { signal } : {}),
    })
