import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_SUFFIXES, moveDatabase, syncFile, syncFolder } from '../storage/durable-files.ts'
import { LEDGER_FILE } from '../storage/storage.ts'

/**
 * A copy of the ledger from before an update. A new version may migrate the ledger to a schema that the previous version
 * refuses. A new version on trial receives and sends nothing (`composition/update-trial.ts`), so this copy is complete.
 */
const COPY = `${LEDGER_FILE}.before-update`
/** The ledger of the new version, kept for support. */
const FAILED_LEDGER = `${LEDGER_FILE}.of-failed-update`

/** Copies the ledger of a folder. Call it after the ledger was closed. @throws when the disk refuses the copy */
export function keepLedgerCopy(folder: string): void {
  dropLedgerCopy(folder)
  for (const suffix of DATABASE_SUFFIXES) {
    const from = join(folder, `${LEDGER_FILE}${suffix}`)
    if (!existsSync(from)) continue
    copyFileSync(from, join(folder, `${COPY}${suffix}`))
    syncFile(join(folder, `${COPY}${suffix}`))
  }
  syncFolder(folder)
}

/** @throws when it cannot be removed */
export function dropLedgerCopy(folder: string): void {
  for (const suffix of DATABASE_SUFFIXES) rmSync(join(folder, `${COPY}${suffix}`), { recursive: true, force: true })
}

/** Replaces a ledger that is too new for this program by the copy. False when there is no copy. */
export function restoreLedger(folder: string): boolean {
  if (!existsSync(join(folder, COPY))) return false
  for (const suffix of DATABASE_SUFFIXES)
    rmSync(join(folder, `${FAILED_LEDGER}${suffix}`), { recursive: true, force: true })
  moveDatabase(join(folder, LEDGER_FILE), join(folder, FAILED_LEDGER))
  moveDatabase(join(folder, COPY), join(folder, LEDGER_FILE))
  return true
}
