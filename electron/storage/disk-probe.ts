import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Bytes needed to open a database: the log's index (32 kB), its first pages, one migration. The index is mapped into memory:
 * on a disk without room the system ends the process (SIGBUS), so room is checked before.
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

/**
 * Writes a file of `bytes` bytes in `folder`, flushes it to the drive and removes it. Throws the errors of the file
 * system.
 */
export function probeDisk(folder: string, bytes: number): void {
  const path = join(folder, 'disk-probe.tmp')
  try {
    // A file or folder of this name would make every probe fail.
    rmSync(path, { recursive: true, force: true })
    const file = openSync(path, 'w')
    try {
      for (let left = bytes; left > 0; ) left -= writeSync(file, Buffer.alloc(left))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } finally {
    try {
      rmSync(path, { force: true })
    } catch {
      // A read-only folder: the file cannot be removed.
    }
  }
}
