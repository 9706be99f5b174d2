import { existsSync, rmSync, writeFileSync } from 'node:fs'

/**
 * A ledger that its backup found damaged while it was open. Before the first paint only what the board stands on is looked
 * at; with this note beside the ledger the next opening looks at every row, and so mends what is not.
 */
const noteOf = (ledgerPath: string): string => `${ledgerPath}.suspect`

export const isSuspect = (ledgerPath: string): boolean => existsSync(noteOf(ledgerPath))

export function suspect(ledgerPath: string): void {
  try {
    writeFileSync(noteOf(ledgerPath), '')
  } catch {
    // On a disk that takes not even this the next backup finds it again.
  }
}

export function clearSuspicion(ledgerPath: string): void {
  try {
    rmSync(noteOf(ledgerPath), { force: true })
  } catch {
    // One more opening that looks at every row.
  }
}
