import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Result } from '../../shared/result.ts'
import { type Backup, backupLedger, backupsOf } from './backup.ts'
import { isFile } from './durable-files.ts'
import { COPIES_KEPT_MS, hasOverdueTexts } from './retention.ts'
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
 * Hourly, after a purge: makes a new backup, then removes backups and quarantined files that are too old. They hold the names
 * that the ledger held, so they expire at the same age, with or without a new backup. An older backup whose names should be
 * gone already is replaced by a second new one. When the ledger is found damaged, everything stays for the repair that
 * follows.
 */
export function renewCopies(ledgerPath: string, now: number): Result<Backup, StorageTrouble> {
  const renewed = backupLedger(ledgerPath, now)
  if (!renewed.ok && renewed.code === 'damaged') return renewed
  const older = backupsOf(ledgerPath).slice(renewed.ok ? 1 : 0)
  for (const { path, at } of [...older, ...quarantinedFiles(ledgerPath)]) {
    if (isExpired(at, now)) rmSync(path, { recursive: true, force: true })
  }
  if (!renewed.ok || isOverdue(renewed.value, now)) return renewed
  // A second new backup takes the place of the older one.
  const hasOverdue = older.some((copy) => isFile(copy.path) && isOverdue(copy, now))
  return hasOverdue ? backupLedger(ledgerPath, now) : renewed
}

/** A copy that cannot be read counts: what it has is unknown. */
function isOverdue({ path }: Backup, now: number): boolean {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true })
    try {
      return hasOverdueTexts(db, now)
    } finally {
      db.close()
    }
  } catch {
    return true
  }
}
