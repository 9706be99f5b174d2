import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type LockAttempt, tryLock } from '../electron/storage/exclusive-lock.ts'
import { LEDGER_FILE } from '../electron/storage/storage.ts'

const LOCK_FILE = 'comanda-station.lock'

/**
 * Takes the lock that lets only one process use a profile. `app-profile`: the profile has a ledger and no lock file, so it
 * belongs to the app, which uses another kind of lock and may have the ledger open.
 */
export function lockProfile(profile: string): LockAttempt | { readonly kind: 'app-profile' } {
  const path = join(profile, LOCK_FILE)
  if (existsSync(join(profile, LEDGER_FILE)) && !existsSync(path)) return { kind: 'app-profile' }
  return tryLock(path)
}
