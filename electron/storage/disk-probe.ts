import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

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
