import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { hasFreeSpace } from '../disk-probe.ts'
import { type FileImage, readHeader, readImage } from '../file-image.ts'
import { type LedgerStore, ledgerStoreOn } from '../ledger.ts'
import { isVersion, latestVersion } from '../migration.ts'
import { LEDGER } from '../migrations/ledger-migrations.ts'
import { newerVersionFailure, type OpenFailure, openDatabase } from '../open-database.ts'
import type { OnDamage } from '../sealed-table.ts'
import { isSuspect } from '../storage-layout.ts'
import { storageTroubleOf } from '../trouble.ts'
import { verifyLedger } from '../verify.ts'
import { countRun, factInFile, factOf } from './salvage.ts'

const damaged = (what: string) => fail('damaged', `The ledger is damaged: ${what}`)

function checkContent(path: string, image: FileImage): Result<null, OpenFailure> {
  // Read-only, so that closing it does not move the log into the file: it may be the log of another file.
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    const [problem] = verifyLedger(db, isSuspect(path) ? 'all' : 'urgent')
    if (problem) return damaged(problem)
    const own = image.log && factInFile(image.main(), 'ledger_id')
    if (own !== undefined && own !== factOf(db, 'ledger_id')) return damaged('its log belongs to another ledger')
    return ok(null)
  } finally {
    db.close()
  }
}

function inspect(path: string): Result<null, OpenFailure> {
  const image = readImage(path)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat && !stat.isFile()) return damaged('it is no file')
  if (!stat || stat.size === 0) return image.log ? damaged('its file is gone, its log is not') : ok(null)
  const header = readHeader(path, image.log)
  if (!header) return damaged('it is no SQLite database')
  if (!isVersion(header.userVersion)) return damaged('its version is damaged')
  if (header.userVersion > latestVersion(LEDGER.migrations)) return newerVersionFailure(LEDGER, header.userVersion)
  if (image.problem) return damaged(image.problem)
  return hasFreeSpace(path) ? checkContent(path, image) : fail('disk-full', 'The disk has no room to open the ledger')
}

/**
 * Checks the ledger's files before they are opened for writing, and changes nothing. A missing file is valid, since it
 * will be created; so is an empty file without a log.
 */
export function inspectLedger(path: string): Result<null, OpenFailure> {
  try {
    return inspect(path)
  } catch (error) {
    const trouble = storageTroubleOf(error)
    if (trouble) return fail(trouble, `The ledger cannot be looked at: ${String(error)}`)
    if (error instanceof Database.SqliteError) return damaged(error.message)
    throw error
  }
}

/**
 * Opens or creates the ledger at `path` once it has passed its checks. Failures as in `openDatabase`. Nothing is
 * repaired here; a refused file stays unchanged.
 */
export function openLedgerStore(path: string, onDamage?: OnDamage): Result<LedgerStore, OpenFailure> {
  const inspected = inspectLedger(path)
  if (!inspected.ok) return inspected
  const opened = openDatabase(path, LEDGER)
  if (!opened.ok) return opened
  try {
    countRun(opened.value)
    return ok(ledgerStoreOn(opened.value, onDamage))
  } catch (error) {
    opened.value.close()
    return fail(storageTroubleOf(error) ?? 'damaged', `The ledger cannot be used: ${String(error)}`)
  }
}
