import { existsSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { freeName, makeFolder } from '../files/name-conflicts.ts'
import { writePrivateFile } from '../files/regular-file.ts'
import { DATABASE_SUFFIXES, moveDatabase, placeFile } from './durable-files.ts'

/** The damaged files are renamed with the date, never deleted. Then the repaired ledger takes their place. */
export function replaceLedger(ledgerPath: string, now: number): string | undefined {
  let aside: string | undefined
  if (DATABASE_SUFFIXES.some((suffix) => existsSync(`${ledgerPath}${suffix}`))) {
    aside = freeName(join(quarantineFolderOf(ledgerPath), stampedName(ledgerPath, now, '')))
    makeFolder(aside)
    moveDatabase(ledgerPath, join(aside, basename(ledgerPath)))
  }
  placeFile(repairedPathOf(ledgerPath), ledgerPath)
  return aside
}

/**
 * Marks a ledger that its backup found damaged while it was open. An opening normally checks only the rows that the
 * board needs, before the first paint. With this note in the ledger's folder the next opening checks and repairs every
 * row.
 */
const markFileOf = (ledgerPath: string): string => `${ledgerPath}.suspect`

export const isSuspect = (ledgerPath: string): boolean => existsSync(markFileOf(ledgerPath))

export function markSuspect(ledgerPath: string): void {
  try {
    writePrivateFile(markFileOf(ledgerPath), '')
  } catch {
    // If the disk refuses this write, the next backup finds the damage again.
  }
}

export function clearSuspectMark(ledgerPath: string): void {
  try {
    rmSync(markFileOf(ledgerPath), { recursive: true, force: true })
  } catch {
    // The note stays: the next opening checks every row once more.
  }
}

/** Folder of a ledger's copies, beside it. */
export const backupFolderOf = (ledgerPath: string): string => join(dirname(ledgerPath), 'backups')
export const quarantineFolderOf = (ledgerPath: string): string => join(dirname(ledgerPath), 'quarantine')

/** A repaired ledger beside the damaged one. A file with this name is complete. */
export const repairedPathOf = (ledgerPath: string): string => `${ledgerPath}.mended`

const stamp = (at: number): string => new Date(at).toISOString().replaceAll(':', '-')

const STAMPED = /-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)(?:\.\w+)?$/

/** `ledger-2026-03-01T12-00-00.000Z`: valid on every file system. */
export const stampedName = (ledgerPath: string, at: number, ending: string): string =>
  `${basename(ledgerPath, '.db')}-${stamp(at)}${ending}`

/** `ledger-12-2026-03-01T12-00-00.000Z.db`: the twelfth copy. A clock that was wrong does not change the order of copies. */
export const copyName = (ledgerPath: string, sequence: number, at: number, ending: string): string =>
  `${basename(ledgerPath, '.db')}-${sequence}-${stamp(at)}${ending}`

/** The number of a copy by its name; 0: it was made before copies had numbers. */
export const sequenceOfCopy = (name: string): number => Number(/-(\d+)-\d{4}-\d{2}-\d{2}T/.exec(name)?.[1] ?? 0)

/** Epoch ms of a copy by its name; `undefined` for other files. */
export function stampOf(name: string): number | undefined {
  const parts = STAMPED.exec(name)
  const at = parts ? Date.parse(`${parts[1]}${parts[2]}:${parts[3]}:${parts[4]}`) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
