import { closeSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { makeFolder } from '../../files/name-conflicts.ts'
import { isFile, placeFile } from '../durable-files.ts'
import { readImage } from '../file-image.ts'
import { COPIES_KEPT_MS, hasOverdueTexts } from '../retention.ts'
import {
  backupFolderOf,
  copyName,
  markSuspect,
  quarantineFolderOf,
  sequenceOfCopy,
  stampOf,
} from '../storage-layout.ts'
import { type StorageTrouble, storageTroubleOf } from '../trouble.ts'
import { verifyLedger } from '../verify.ts'
import { type Salvage, salvage } from './salvage.ts'

export type CopyJob = {
  readonly ledgerPath: string
  readonly now: number
  /** One value, which the thread sets to 1 when it begins. A message could arrive after the thread's error. */
  readonly begun: Int32Array<SharedArrayBuffer>
}

/** In the folder of this file, in the sources and in the bundle (electron.vite.config.ts). */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './copy-worker.ts' : './copy-worker.js', import.meta.url)

type CopyThreadOptions = {
  /** Called with the reason when the thread cannot be started. */
  readonly onNoThread?: ((error: unknown) => void) | undefined
  readonly program?: URL
}

/**
 * Like `renewCopies`, on its own thread: copying and checking takes a tenth of a second or more (docs/reliability.md).
 * Without a thread the copy is made here. Rejects on a defect.
 */
export function renewCopiesAside(
  ledgerPath: string,
  now: number,
  { onNoThread, program = PROGRAM }: CopyThreadOptions = {},
): Promise<Result<Backup, StorageTrouble>> {
  const job: CopyJob = { ledgerPath, now, begun: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) }
  const copyAfter = (error: unknown): Promise<Result<Backup, StorageTrouble>> => {
    onNoThread?.(error)
    return copyHere(ledgerPath, now)
  }
  let thread: Worker
  try {
    thread = new Worker(program, { workerData: job, name: 'ledger-copies', execArgv: [] })
  } catch (error) {
    // A system without a free thread fails at once.
    return copyAfter(error)
  }
  return new Promise((resolve, reject) => {
    let isOver = false
    const end = (error: unknown): void => {
      if (isOver) return
      isOver = true
      if (Atomics.load(job.begun, 0) === 1) reject(error)
      else resolve(copyAfter(error))
    }
    thread.on('message', (result: Result<Backup, StorageTrouble>) => {
      isOver = true
      resolve(result)
    })
    thread.on('error', end)
    thread.on('exit', (code) => end(new Error(`The thread for copies ended with ${code}`)))
  })
}

const copyHere = async (ledgerPath: string, now: number): Promise<Result<Backup, StorageTrouble>> =>
  renewCopies(ledgerPath, now)

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
 * Hourly, after a purge: makes a backup, and removes those that are too old: they hold names. A backup with overdue names is
 * replaced by a second new one. When the ledger is damaged, everything stays for the repair.
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

const KEPT_BACKUPS = 2
const ENDING = '.db'
const UNFINISHED = '.part'
const FILE_MODE = 0o600

export type Backup = { readonly path: string; readonly at: number }

/** Finished backups, the last one made first. */
export function backupsOf(ledgerPath: string): readonly Backup[] {
  const folder = backupFolderOf(ledgerPath)
  return namesIn(folder)
    .filter((name) => name.endsWith(ENDING))
    .flatMap((name) => {
      const at = stampOf(name)
      const path = join(folder, name)
      return at === undefined || !isFile(path) ? [] : [{ path, at }]
    })
    .toSorted((left, right) => sequenceOf(right) - sequenceOf(left) || right.at - left.at)
}

const sequenceOf = ({ path }: Backup): number => sequenceOfCopy(basename(path))

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The problems of a finished copy, after a check of every row. */
export function verifyFile(path: string): readonly string[] {
  const db = new Database(path, { readonly: true, fileMustExist: true })
  try {
    return verifyLedger(db, 'all')
  } finally {
    db.close()
  }
}

/**
 * SQLite takes an empty file for a new database and deletes its log, which may have the last commits. The copy would be
 * empty and replace the good ones.
 */
const isEmpty = (path: string): boolean => statSync(path).size === 0

/** Copies the ledger to `target` and checks every row before the copy gets its name. Throws what the disk throws. */
function writeCopy(ledgerPath: string, target: string): Result<null, 'damaged'> {
  if (isEmpty(ledgerPath)) return fail('damaged', "The ledger's file is empty")
  const unfinished = `${target}${UNFINISHED}`
  // SQLite fills an existing empty file, which therefore has the right mode from its first byte.
  closeSync(openSync(unfinished, 'w', FILE_MODE))
  const source = new Database(ledgerPath, { readonly: true, fileMustExist: true })
  try {
    source.prepare('VACUUM INTO ?').run(unfinished)
  } finally {
    source.close()
  }
  const [problem] = verifyFile(unfinished)
  if (problem) return fail('damaged', `The ledger's copy is not sound: ${problem}`)
  placeFile(unfinished, target)
  return ok(null)
}

/**
 * Copies the ledger, checks every row of the copy, then gives it its final name, durably; one older copy stays. May run on
 * another thread. `damaged`: a checksum fails, and the older copies stay. Times in epoch ms.
 */
export function backupLedger(ledgerPath: string, at: number): Result<Backup, StorageTrouble> {
  const result = makeBackup(ledgerPath, at)
  if (!result.ok && result.code === 'damaged') markSuspect(ledgerPath)
  return result
}

function makeBackup(ledgerPath: string, at: number): Result<Backup, StorageTrouble> {
  const folder = backupFolderOf(ledgerPath)
  const [last] = backupsOf(ledgerPath)
  const sequence = last === undefined ? 1 : sequenceOf(last) + 1
  const path = join(folder, copyName(ledgerPath, sequence, at, ENDING))
  try {
    makeFolder(folder)
    removeUnfinished(folder)
    const copied = writeCopy(ledgerPath, path)
    if (!copied.ok) return copied
    for (const old of backupsOf(ledgerPath).slice(KEPT_BACKUPS)) rmSync(old.path, { force: true })
    return ok({ path, at })
  } catch (error) {
    const trouble = storageTroubleOf(error) ?? (error instanceof Database.SqliteError ? 'damaged' : undefined)
    if (!trouble) throw error
    return fail(trouble, `The ledger cannot be backed up: ${String(error)}`)
  } finally {
    removeUnfinished(folder)
  }
}

/** Writes a copy to `target`, which must not exist. Every row is checked before the copy gets its name. */
export function exportLedger(ledgerPath: string, target: string): Result<null, StorageTrouble> {
  const unfinished = `${target}${UNFINISHED}`
  try {
    rmSync(unfinished, { force: true })
    return writeCopy(ledgerPath, target)
  } catch (error) {
    const trouble = storageTroubleOf(error) ?? (error instanceof Database.SqliteError ? 'damaged' : 'io')
    return fail(trouble, `The ledger cannot be copied: ${String(error)}`)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

const isSound = (path: string): boolean => {
  try {
    return verifyFile(path).length === 0
  } catch {
    return false
  }
}

/** The rows of the newest backup that passes all checks. */
export function newestGoodBackup(ledgerPath: string): Salvage | undefined {
  const sound = backupsOf(ledgerPath).find(({ path }) => isSound(path))
  return sound && salvage(readImage(sound.path))
}
