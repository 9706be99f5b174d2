import { probeDisk } from '../storage/disk-probe.ts'
import type { Clock } from '../sync/clock.ts'

const LOOK_EVERY_MS = 10_000
/** What a start needs at least: the databases' first pages and their logs. */
const NEEDED_BYTES = 1_048_576

/** Whether the disk takes what a start would write, and keeps it. */
function takesAnything(folder: string): boolean {
  try {
    probeDisk(folder, NEEDED_BYTES)
    return true
  } catch {
    return false
  }
}

/** Looks every ten seconds whether a disk that took nothing takes something again. Gives the function that ends it. */
export function watchDisk(folder: string, clock: Clock, onBack: () => void): () => void {
  let cancel = clock.setTimer(LOOK_EVERY_MS, look)

  function look(): void {
    cancel = clock.setTimer(LOOK_EVERY_MS, look)
    if (takesAnything(folder)) onBack()
  }

  return () => cancel()
}
