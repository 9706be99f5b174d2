import { probeDisk } from '../storage/disk-probe.ts'
import type { Clock } from '../sync/clock.ts'

const LOOK_EVERY_MS = 10_000
/** Bytes that a start needs at least: the first pages of the databases and their logs. */
const NEEDED_BYTES = 1_048_576

/** Whether the disk accepts and keeps what a start would write. */
function takesAnything(folder: string): boolean {
  try {
    probeDisk(folder, NEEDED_BYTES)
    return true
  } catch {
    return false
  }
}

/**
 * Checks every ten seconds whether a disk that refused writes accepts them again. Returns the function that ends it.
 */
export function watchDisk(folder: string, clock: Clock, onBack: () => void): () => void {
  let cancel = clock.setTimer(LOOK_EVERY_MS, look)

  function look(): void {
    cancel = clock.setTimer(LOOK_EVERY_MS, look)
    if (takesAnything(folder)) onBack()
  }

  return () => cancel()
}
