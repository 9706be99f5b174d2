import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok } from '../../shared/result.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import type { ChosenScript } from './platform/practice-platform.ts'

const SCOPE = 'od.orders'
const FOLDER_PREFIX = 'practice-'
/** Earlier versions had a prefix for each kind of practice. */
const PRACTICE_FOLDER = /^((setup|scenario)-)?practice-/
const REMOVE_RETRIES = 3

/** A platform in this process, and a folder for the databases of a kitchen on it. Nothing of it leaves the process. */
export interface Practice {
  /** A new one each time, because the previous platform is gone. */
  readonly folder: string
  /** Held in memory: practice leaves nothing in the keychain. */
  connection(): ReturnType<ConnectionSource>
  /** The same platform by its other dialect, Open Delivery 1.x. */
  connectionOf1(): ReturnType<ConnectionSource>
  /** Resolves when the platform has begun; rejects when it cannot. */
  readonly begun: Promise<{
    apiUrl: string
    apiUrlOf1: string
    clientId: `${string}-${string}-${string}-${string}-${string}`
    clientSecret: `${string}-${string}-${string}-${string}-${string}`
    fetch(address: string, init: RequestInit): Promise<Response>
  }>
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Its databases are closed before. */
  erase(): Promise<void>
}

/**
 * Makes an empty folder below `profile`. The folders of practices that crashed are removed before: only one practice at a
 * time uses the profile. Throws what the system throws.
 */
function makeFolder(profile: string): string {
  mkdirSync(profile, { recursive: true })
  for (const name of readdirSync(profile)) {
    if (PRACTICE_FOLDER.test(name)) rmSync(join(profile, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(profile, FOLDER_PREFIX))
}

/** @param now the clock of the platform, milliseconds since 1970. Throws when the folder cannot be made. */
export function openPractice(profile: string, script: ChosenScript, now: () => number): Practice {
  const folder = makeFolder(profile)
  // Loaded on demand: outside practice the platform is not in memory.
  const platform = import('./platform/practice-platform.ts').then((loaded) =>
    loaded.createPracticePlatform(script, now),
  )
  return {
    folder,
    connection: () =>
      platform.then(
        ({ apiUrl, clientId, clientSecret }) => ok({ apiUrl, clientId, clientSecret, scope: SCOPE }),
        () => fail('not-configured', 'The practice platform did not start'),
      ),
    connectionOf1: () =>
      platform.then(
        ({ apiUrlOf1: apiUrl, clientId, clientSecret }) =>
          ok({
            apiUrl,
            clientId,
            clientSecret,
            scope: SCOPE,
            spoken: { dialect: 'open-delivery-1', profile: 'generic' },
          }),
        () => fail('not-configured', 'The practice platform did not start'),
      ),
    begun: platform,
    fetch: async (url, init) => (await platform).fetch(url, init),
    erase: () => rm(folder, { recursive: true, force: true, maxRetries: REMOVE_RETRIES }),
  }
}
