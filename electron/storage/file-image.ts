import { closeSync, readSync, statSync } from 'node:fs'
import { openRegularFile, readRegularFile } from '../files/regular-file.ts'
import { committedFrames, framesPromised, type LogFile, pageSizeOfLog, readLog } from './log-file.ts'

/**
 * Page size of new databases, in bytes. A commit writes whole pages to the log: with SQLite's default of 4 kB each
 * order caused three times as many bytes (docs/performance.md, "What the databases write"). Older databases keep the default.
 */
export const PAGE_BYTES = 1024

/** The database header (sqlite.org/fileformat2.html, "The Database Header"). */
const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
const PAGE_SIZE_OFFSET = 16
const WRITE_FORMAT_OFFSET = 18
const ROLLBACK_FORMAT = 1
const USER_VERSION_OFFSET = 60
const APPLICATION_ID_OFFSET = 68
const LARGEST_BYTES = 1024 * 1024 * 1024

type FileHeader = { readonly pageBytes: number; readonly userVersion: number; readonly applicationId: number }

function headerOf(bytes: Buffer): FileHeader | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
  return {
    pageBytes: bytes.readUInt16BE(PAGE_SIZE_OFFSET),
    userVersion: bytes.readInt32BE(USER_VERSION_OFFSET),
    applicationId: bytes.readInt32BE(APPLICATION_ID_OFFSET),
  }
}

/** The first bytes of a file, as many as a database header has, or fewer. Throws what the system throws. */
function firstBytes(path: string): Buffer {
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
export function readHeader(path: string, log?: LogFile): FileHeader | undefined {
  const inLog = log?.frames.slice(0, committedFrames(log)).findLast((frame) => frame.page === 1)
  return headerOf(inLog ? inLog.data : firstBytes(path))
}

/** The files of one database, read without SQLite and without modifying them. */
export type FileImage = {
  /** The bytes of the main file, read on demand. */
  main(): Buffer
  readonly log: LogFile | undefined
  /** Bytes of a page of the log. */
  readonly pageBytes: number
  /** Why the files lack data that was committed, even if SQLite finds no fault. A readable row may then be an older one. */
  readonly problem: string | undefined
}

/** What `read` returns; `absent` when the file is missing, not a file, or unreadable. */
function readOr<T>(absent: T, read: () => T): T {
  try {
    return read()
  } catch {
    return absent
  }
}

const isReadable = (path: string): boolean => {
  const stat = statSync(path)
  return stat.isFile() && stat.size <= LARGEST_BYTES
}

/** The bytes of a file; empty when it is absent, not a file, unreadable or implausibly large. */
const bytesOf = (path: string): Buffer =>
  readOr(Buffer.alloc(0), () => (isReadable(path) ? readRegularFile(path) : Buffer.alloc(0)))

function problemOf(log: LogFile | undefined, index: Buffer): string | undefined {
  // A checkpoint that empties the log first sets the number in the index to zero.
  if (!log) return (framesPromised(index) ?? 0) > 0 ? 'the write-ahead log has lost all commits' : undefined
  if (log.state === 'corrupt') return 'a frame inside the write-ahead log is damaged'
  const isShort = (framesPromised(index, log.salt) ?? 0) > committedFrames(log)
  return isShort ? 'the write-ahead log has lost commits' : undefined
}

export function readImage(path: string): FileImage {
  const bytesOfLog = bytesOf(`${path}-wal`)
  const inFile = readOr(undefined, () => headerOf(firstBytes(path))?.pageBytes)
  const pageBytes = pageSizeOfLog(bytesOfLog) ?? inFile ?? PAGE_BYTES
  const isForeign = inFile !== undefined && inFile !== pageBytes
  const log = isForeign ? undefined : readLog(bytesOfLog, pageBytes)
  let main: Buffer | undefined
  return {
    main: () => {
      main ??= bytesOf(path)
      return main
    },
    log,
    pageBytes,
    problem: isForeign ? 'the write-ahead log has another page size' : problemOf(log, bytesOf(`${path}-shm`)),
  }
}

/** The pages of the file, replaced by the first `count` frames of its log. */
function withFrames({ main: read, log, pageBytes }: FileImage, count: number): Buffer {
  const main = read()
  const frames = log?.frames.slice(0, count) ?? []
  // A damaged page number must not make the image huge: no log adds more pages than it has frames.
  const most = Math.floor(main.length / pageBytes) + frames.length
  const plausible = frames.filter(({ page }) => page > 0 && page <= most)
  const size = plausible.reduce((largest, { page }) => Math.max(largest, page * pageBytes), main.length)
  const image = Buffer.alloc(size)
  main.copy(image)
  for (const { page, data } of plausible) data.copy(image, (page - 1) * pageBytes)
  return image
}

/** The file with its log, as SQLite would read them. */
export const withLog = (files: FileImage): Buffer => withFrames(files, files.log ? committedFrames(files.log) : 0)

/** The same with the frames behind a damaged one, which SQLite drops: the rows in them prove themselves. */
export const withWholeLog = (files: FileImage): Buffer => withFrames(files, files.log?.frames.length ?? 0)

/** The image as a database in memory, which has no log. */
export function forMemory(image: Buffer): Buffer {
  const copy = Buffer.from(image)
  if (copy.length > WRITE_FORMAT_OFFSET + 1) copy.fill(ROLLBACK_FORMAT, WRITE_FORMAT_OFFSET, WRITE_FORMAT_OFFSET + 2)
  return copy
}
