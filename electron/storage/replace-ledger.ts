import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { freeName, makeFolder } from '../files/name-conflicts.ts'
import { DATABASE_SUFFIXES, moveDatabase, placeFile } from './durable-files.ts'
import { quarantineFolderOf, repairedPathOf, stampedName } from './storage-layout.ts'

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
