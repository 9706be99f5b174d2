import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { knownConnections, recordConnections } from '../../electron/composition/connections.ts'
import { openCore } from '../../electron/composition/open-core.ts'
import { textOf } from '../../electron/listening/body-text.ts'
import { createLogger } from '../../electron/logging/logger.ts'
import { readRoot } from '../../electron/platform/dialects/dialects.ts'
import { accountOf } from '../../electron/secrets/credentials.ts'
import { provision } from '../../electron/secrets/provision.ts'
import type { SecretStore } from '../../electron/secrets/secret-store.ts'
import { openConnectionFiles } from '../../electron/storage/connection-files.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

const STANDARD_INPUT = 0

export const readInput = (file: string): string => textOf(readFileSync(file === '-' ? STANDARD_INPUT : file))

/**
 * Stores the credentials, and the settings in the same input. The caller holds the lock of the profile. The secret is
 * erased from a file, as in the app; standard input has nothing to erase.
 */
export async function provisionProfile(options: {
  readonly profile: string
  readonly secrets: SecretStore
  readonly file: string
}): Promise<Result<null>> {
  const { profile, secrets, file } = options
  const fromInput = async () => {
    const text = readInput('-')
    return { text, overwrite: async () => undefined, close: async () => undefined }
  }
  const files = openConnectionFiles(profile)
  const taken = await provision({
    known: () => knownConnections(files),
    record: recordConnections(files),
    path: file,
    store: secrets,
    account: accountOf(profile),
    readApiUrl: readRoot,
    ...(file === '-' ? { open: fromInput } : {}),
  })
  if (!taken.ok) return taken
  for (const { slot, settings } of taken.value) {
    const saved = settings === undefined ? ok(null) : await saveSettings(profile, files.folderOf(slot), settings)
    if (!saved.ok) return saved
  }
  return ok(null)
}

async function saveSettings(profile: string, folder: string, settings: SettingsPatch): Promise<Result<null>> {
  const clock = createSystemClock()
  const log = createLogger({ dir: join(profile, 'logs'), now: clock.wall })
  const core = openCore({
    folder,
    connection: async () => fail('not-configured', 'the main computer is only set up'),
    settings: Promise.resolve(undefined),
    fetch: async () => ({ kind: 'failed', error: new Error('the main computer is only set up') }),
    isOnline: () => false,
    clock,
    log,
  })
  const changed = core.changeSettings(settings)
  await core.stop()
  await log.flush()
  return changed.ok ? ok(null) : changed
}
