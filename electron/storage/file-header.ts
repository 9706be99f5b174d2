import { closeSync, readSync } from 'node:fs'
import { openRegularFile } from '../files/regular-file.ts'
import { committedFrames, type WalFile } from './wal-file.ts'

/** Fields of the database header (sqlite.org/fileformat2.html, "The Database Header"). */
export type FileHeader = { readonly userVersion: number; readonly applicationId: number }

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
const USER_VERSION_OFFSET = 60
const APPLICATION_ID_OFFSET = 68

function headerOf(bytes: Buffer): FileHeader | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
  return {
    userVersion: bytes.readInt32BE(USER_VERSION_OFFSET),
    applicationId: bytes.readInt32BE(APPLICATION_ID_OFFSET),
  }
}

/** The first bytes of a file, as many as a database header has, or fewer. Throws what the system throws. */
export function firstBytes(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openRegularFile(path)
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

/**
 * Reads the header of an existing file without SQLite, which would modify the file. The newest first page in the log
 * takes precedence over the file's.
 */
export function readHeader(path: string, log?: WalFile): FileHeader | undefined {
  const inLog = log?.frames.slice(0, committedFrames(log)).findLast((frame) => frame.page === 1)
  if (inLog) return headerOf(inLog.data)
  return headerOf(firstBytes(path))
}
