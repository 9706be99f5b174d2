import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What opening a database takes: its index of the log (32 kB), the first pages of the log, a step of migration. The index is
 * mapped into memory: where its blocks cannot be had the operating system does not refuse but ends the process (SIGBUS, seen
 * on a full disk with 1 kB blocks), so a disk without room must be known before.
 */
const ROOM_BYTES = 512 * 1024

/** Whether the disk of `path` has room to open a database; unknown counts as yes. */
export function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return true
  }
}
