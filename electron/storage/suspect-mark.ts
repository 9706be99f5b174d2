import { existsSync, rmSync } from 'node:fs'
import { writePrivateFile } from '../files/regular-file.ts'

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
