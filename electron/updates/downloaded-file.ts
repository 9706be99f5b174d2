import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { placeFile, syncFile } from '../storage/durable-files.ts'
import type { DownloadedUpdate } from './update-service.ts'

/** What is read at a time. */
const PART_BYTES = 1_048_576

/** Without a pause: an update is installed at the end of the program, where nothing waits. */
export function isUnchanged({ file, sha512 }: Pick<DownloadedUpdate, 'file' | 'sha512'>): boolean {
  const hash = createHash('sha512')
  const part = Buffer.alloc(PART_BYTES)
  try {
    const opened = openSync(file, 'r')
    try {
      for (let bytes = readSync(opened, part); bytes > 0; bytes = readSync(opened, part)) {
        hash.update(part.subarray(0, bytes))
      }
    } finally {
      closeSync(opened)
    }
  } catch {
    return false
  }
  return hash.digest('base64') === sha512
}

/** Whether this user may replace the AppImage. */
export function isReplaceable(appImage: string): boolean {
  try {
    accessSync(dirname(appImage), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Replaces the AppImage that runs by one rename of a checked copy; electron-updater would remove the old file first. The
 * running file stays mounted.
 * SECURITY: update-signature (docs/security.md)
 * @throws when it cannot be replaced, or is not the file of the signed feed
 */
export function replaceAppImage({ file, sha512 }: DownloadedUpdate, appImage: string): void {
  // A hidden name, so that users do not start it from a file manager.
  const copy = join(dirname(appImage), `.${basename(appImage)}.new`)
  rmSync(copy, { force: true })
  try {
    copyFileSync(file, copy)
    if (!isUnchanged({ file: copy, sha512 })) throw new Error('The download is no longer what the feed names')
    syncFile(copy)
    chmodSync(copy, statSync(appImage).mode | 0o700)
    placeFile(copy, appImage)
  } catch (error) {
    rmSync(copy, { force: true })
    throw error
  }
}
