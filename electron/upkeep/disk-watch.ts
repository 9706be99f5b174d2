import { join } from 'node:path'
import { probeDisk } from '../storage/disk-probe.ts'
import { isLedgerUnreadable } from '../storage/recover-ledger.ts'
import { LEDGER_FILE } from '../storage/storage.ts'
import type { Clock } from '../sync/clock.ts'

const CHECK_EVERY_MS = 10_000
/** Bytes that a start needs at least: the first pages of the databases and their logs. */
const NEEDED_BYTES = 1_048_576

/** Whether the disk accepts and keeps what a start would write, and the ledger may be read. */
function allowsStart(folder: string): boolean {
  try {
    probeDisk(folder, NEEDED_BYTES)
    return !isLedgerUnreadable(join(folder, LEDGER_FILE))
  } catch {
    return false
  }
}

/**
 * Checks every ten seconds whether a folder that could not be used can be used again. Returns the function that ends it.
 */
export function watchDisk(folder: string, clock: Clock, onBack: () => void): () => void {
  let cancel = clock.setTimer(CHECK_EVERY_MS, check)

  function check(): void {
    cancel = clock.setTimer(CHECK_EVERY_MS, check)
    if (allowsStart(folder)) onBack()
  }

  return () => cancel()
}
