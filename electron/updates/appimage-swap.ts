import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  createReadStream,
  createWriteStream,
  linkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFile, syncFolder } from '../storage/durable-files.ts'
import type { DownloadedUpdate } from './updater-port.ts'

/**
 * Replaces the running AppImage. electron-updater removes the old file before the new one exists. Here the new file is
 * complete beside the old one, and one rename replaces it. The running file stays mounted until the process has ended.
 */

/** Hidden names beside the AppImage, so that users do not start them from a file manager. */
const beside = (target: string, suffix: string): string => join(dirname(target), `.${basename(target)}.${suffix}`)
export const previousOf = (target: string): string => beside(target, 'previous')
const stagedOf = (target: string): string => beside(target, 'new')

/** Whether this user may replace the AppImage. */
export function isReplaceable(target: string): boolean {
  try {
    accessSync(dirname(target), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Copies the download beside the AppImage and checks the copy. Durable afterwards.
 * SECURITY: update-signature (docs/security.md)
 * @throws when it cannot be copied, or is not the file that the signed feed names
 */
export async function stageAppImage({ file, sha512 }: DownloadedUpdate, target: string): Promise<void> {
  const staged = stagedOf(target)
  const hash = createHash('sha512')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  rmSync(staged, { force: true })
  try {
    await pipeline(createReadStream(file), hashing, createWriteStream(staged, { mode: 0o600 }))
    if (hash.digest('base64') !== sha512) throw new Error('The download is no longer what the feed names')
    chmodSync(staged, statSync(target).mode | 0o500)
    syncFile(staged)
  } catch (error) {
    rmSync(staged, { force: true })
    throw error
  }
}

export const discardStaged = (target: string): void => rmSync(stagedOf(target), { force: true })

/** Keeps the running AppImage under a second name. @throws when the folder cannot be written */
export function keepPrevious(target: string): string {
  const previous = previousOf(target)
  rmSync(previous, { force: true })
  try {
    linkSync(target, previous)
  } catch {
    // A file system without hard links.
    copyFileSync(target, previous)
    syncFile(previous)
  }
  syncFolder(dirname(target))
  return previous
}

/** Replaces the AppImage by the staged file, atomically and durably. @throws when the folder cannot be written */
export function swapAppImage(target: string): void {
  renameSync(stagedOf(target), target)
  syncFolder(dirname(target))
}

export const removePrevious = (target: string): void => rmSync(previousOf(target), { force: true })
