import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupLedger, backupsOf } from './backup.ts'
import { COPIES_KEPT_MS } from './retention.ts'
import { quarantineFolderOf, stampOf } from './storage-layout.ts'
import { storageTroubleOf } from './trouble.ts'

/** Too old, or dated in a future that a wrong clock believed in. */
const isExpired = (at: number, now: number): boolean => at <= now - COPIES_KEPT_MS || at > now + COPIES_KEPT_MS

function quarantined(ledgerPath: string): readonly { readonly path: string; readonly at: number }[] {
  const folder = quarantineFolderOf(ledgerPath)
  try {
    return readdirSync(folder).flatMap((name) => {
      const at = stampOf(name)
      return at === undefined ? [] : [{ path: join(folder, name), at }]
    })
  } catch (error) {
    if (storageTroubleOf(error)) return []
    throw error
  }
}

/**
 * Backups and quarantined files hold names as the ledger did when they were made: they go by the same clock. A backup is
 * replaced before it goes; only one that replaces a ledger found damaged right now stays, for the repair that follows.
 */
export function purgeCopies(ledgerPath: string, now: number): void {
  const backups = backupsOf(ledgerPath)
  const expired = backups.filter(({ at }) => isExpired(at, now))
  const isReplaced = expired.length < backups.length
  const replacement = expired.length > 0 && !isReplaced ? backupLedger(ledgerPath, now) : undefined
  if (replacement?.ok === false && replacement.code === 'damaged') return
  for (const { path } of expired) rmSync(path, { force: true })
  for (const { path, at } of quarantined(ledgerPath)) {
    if (isExpired(at, now)) rmSync(path, { recursive: true, force: true })
  }
}
