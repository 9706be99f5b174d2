import { readText, writePrivateFile } from '../files/regular-file.ts'
import { type BudgetRule, spendRestart } from './restart-budget.ts'

/** Three relaunches in ten minutes; a program that fails more often would only flicker. */
const RELAUNCH_RULE: BudgetRule = { limit: 3, windowMs: 600_000 }

/**
 * Counts one more relaunch of the program. Stored in a file, since the memory of a failed process is lost, and written
 * synchronously, since the process is about to end. False when the budget is used up or cannot be written: uncounted
 * relaunches could go on for ever.
 */
export function spendRelaunch(file: string, now: number): boolean {
  const next = spendRestart(readTimes(file), now, RELAUNCH_RULE)
  if (next === undefined) return false
  try {
    writePrivateFile(file, JSON.stringify(next))
    return true
  } catch {
    return false
  }
}

function readTimes(file: string): readonly number[] {
  try {
    const stored: unknown = JSON.parse(readText(file))
    return Array.isArray(stored) ? stored.filter((at) => typeof at === 'number') : []
  } catch {
    return []
  }
}
