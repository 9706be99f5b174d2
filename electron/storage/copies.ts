import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../../shared/result.ts'
import { type Backup, backupLedger, backupsOf } from './backup.ts'
import { COPIES_KEPT_MS } from './retention.ts'
import { quarantineFolderOf, stampOf } from './storage-layout.ts'
import { type StorageTrouble, storageTroubleOf } from './trouble.ts'

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
 * The copies' hourly care: makes a new backup, then removes those that are too old, and quarantined files too. They hold
 * names as the ledger did when they were made, so they go by the same clock, with or without a new one in their place; only
 * when the ledger was found damaged right now everything stays, for the repair that follows.
 */
export function renewCopies(ledgerPath: string, now: number): Result<Backup, StorageTrouble> {
  const renewed = backupLedger(ledgerPath, now)
  if (!renewed.ok && renewed.code === 'damaged') return renewed
  for (const { path, at } of [...backupsOf(ledgerPath), ...quarantined(ledgerPath)]) {
    if (isExpired(at, now)) rmSync(path, { recursive: true, force: true })
  }
  return renewed
}
