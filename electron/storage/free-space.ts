import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Bytes needed to open a database: the index of the log (32 kB), the first pages of the log, one migration. The index
 * is mapped into memory. When the disk has no blocks for it, the operating system ends the process (SIGBUS, seen on a
 * full disk with 1 kB blocks), so the free space must be checked before.
 */
const NEEDED_BYTES = 512 * 1024

/** Whether the disk of `path` has space to open a database; unknown counts as yes. */
export function hasFreeSpace(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return true
  }
}
