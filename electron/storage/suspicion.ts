import { existsSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Marks a ledger that its backup found damaged while it was open. An opening normally checks only the rows that the
 * board needs, before the first paint. With this note beside the ledger the next opening checks, and repairs, every
 * row.
 */
const noteOf = (ledgerPath: string): string => `${ledgerPath}.suspect`

export const isSuspect = (ledgerPath: string): boolean => existsSync(noteOf(ledgerPath))

export function suspect(ledgerPath: string): void {
  try {
    writeFileSync(noteOf(ledgerPath), '')
  } catch {
    // If the disk refuses this write, the next backup finds the damage again.
  }
}

export function clearSuspicion(ledgerPath: string): void {
  try {
    rmSync(noteOf(ledgerPath), { force: true })
  } catch {
    // The note stays: the next opening checks every row once more.
  }
}
