import { closeSync, openSync, readSync } from 'node:fs'
import { committedFrames, type WalFile } from './wal-file.ts'

/** What the first bytes of a database file say (sqlite.org/fileformat2.html, "The Database Header"). */
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

/** The bytes of a file in which the header of a database stands, or fewer. Throws what the system throws. */
export function firstBytes(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0))
  } finally {
    closeSync(file)
  }
}

/** Reads the header of a file that is there, without SQLite, which would touch it. The log's newest first page goes before the file's. */
export function readHeader(path: string, log?: WalFile): FileHeader | undefined {
  const inLog = log?.frames.slice(0, committedFrames(log)).findLast((frame) => frame.page === 1)
  if (inLog) return headerOf(inLog.data)
  return headerOf(firstBytes(path))
}
