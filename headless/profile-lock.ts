import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type LockAttempt, tryLock } from '../electron/storage/exclusive-lock.ts'
import { LEDGER_FILE } from '../electron/storage/storage.ts'

const LOCK_FILE = 'comanda-station.lock'

/**
 * The lock that one process holds on a profile. `app-profile`: the profile has a ledger and never had this lock, so it is
 * that of the app, which has a lock of another kind and may have the ledger open.
 */
export function lockProfile(profile: string): LockAttempt | { readonly kind: 'app-profile' } {
  const path = join(profile, LOCK_FILE)
  if (existsSync(join(profile, LEDGER_FILE)) && !existsSync(path)) return { kind: 'app-profile' }
  return tryLock(path)
}
