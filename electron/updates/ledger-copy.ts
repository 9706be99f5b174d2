import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_SUFFIXES, moveDatabase, syncFile, syncFolder } from '../storage/durable-files.ts'
import { LEDGER_FILE } from '../storage/storage.ts'

/**
 * The ledger as the version before an update left it. A new version may bring the ledger to a schema that the version
 * before refuses. While a new version is on trial it receives nothing and sends nothing (`composition/trial.ts`), so that
 * this copy lacks nothing that was acknowledged or sent.
 */
const COPY = `${LEDGER_FILE}.before-update`
/** What the new version left, kept for support. */
const LEFT = `${LEDGER_FILE}.of-failed-update`

/** Copies the ledger of a folder; to be called once it is closed. @throws when the disk does not take it */
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
  for (const suffix of DATABASE_SUFFIXES) rmSync(join(folder, `${COPY}${suffix}`), { force: true })
}

/** Puts the copy in the place of a ledger that is too new for this program. False when there is no copy. */
export function takeLedgerBack(folder: string): boolean {
  if (!existsSync(join(folder, COPY))) return false
  for (const suffix of DATABASE_SUFFIXES) rmSync(join(folder, `${LEFT}${suffix}`), { force: true })
  moveDatabase(join(folder, LEDGER_FILE), join(folder, LEFT))
  moveDatabase(join(folder, COPY), join(folder, LEDGER_FILE))
  return true
}
