import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../../shared/result.ts'
import { type Backup, backupLedger, backupsOf } from './backup.ts'
import { COPIES_KEPT_MS } from './retention.ts'
import { quarantineFolderOf, stampOf } from './storage-layout.ts'
import { type StorageTrouble, storageTroubleOf } from './trouble.ts'

/** Too old, or dated in the future by a clock that was wrong. */
const isExpired = (at: number, now: number): boolean => at <= now - COPIES_KEPT_MS || at > now + COPIES_KEPT_MS

function quarantinedFiles(ledgerPath: string): readonly { readonly path: string; readonly at: number }[] {
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
 * Hourly: makes a new backup, then removes backups and quarantined files that are too old. They hold the names that the
 * ledger held, so they expire at the same age, with or without a new backup. When the ledger is found damaged,
 * everything stays for the repair that follows.
 */
export function renewCopies(ledgerPath: string, now: number): Result<Backup, StorageTrouble> {
  const renewed = backupLedger(ledgerPath, now)
  if (!renewed.ok && renewed.code === 'damaged') return renewed
  for (const { path, at } of [...backupsOf(ledgerPath), ...quarantinedFiles(ledgerPath)]) {
    if (isExpired(at, now)) rmSync(path, { recursive: true, force: true })
  }
  return renewed
}
