import { statSync } from 'node:fs'
import { readRegularFile } from '../files/regular-file.ts'
import { firstBytes } from './file-header.ts'
import { namedPageSize, PAGE_SIZES } from './page-size.ts'
import { committedFrames, pageSizeOfWal, readWal, type WalFile } from './wal-file.ts'
import { framesPromised } from './wal-index.ts'

const LARGEST_BYTES = 1024 * 1024 * 1024

/** The files of one database, read without SQLite and without modifying them. */
export type FileImage = {
  /** The bytes of the main file, read on demand. */
  main(): Buffer
  readonly log: WalFile | undefined
  /** Bytes of a page of the log. */
  readonly pageBytes: number
  /** Why the files lack data that was committed, even if SQLite finds no fault. */
  readonly problem: string | undefined
  /** The last commits are lost, so a readable row may be older than the newest one. */
  readonly lacksCommits: boolean
}

type LogProblem = Pick<FileImage, 'problem' | 'lacksCommits'>

const isReadable = (path: string): boolean => {
  const stat = statSync(path)
  return stat.isFile() && stat.size <= LARGEST_BYTES
}

/** The bytes of a file; empty when it is absent, not a file, unreadable or implausibly large. */
function bytesOf(path: string): Buffer {
  try {
    return isReadable(path) ? readRegularFile(path) : Buffer.alloc(0)
  } catch {
    return Buffer.alloc(0)
  }
}

/** The first bytes of a file; none when it is absent, not a file or unreadable. */
function headOf(path: string): Buffer {
  try {
    return firstBytes(path)
  } catch {
    return Buffer.alloc(0)
  }
}

const fittingFrames = (log: WalFile | undefined): number => log?.frames.filter(({ fits }) => fits).length ?? 0

const NO_PROBLEM: LogProblem = { problem: undefined, lacksCommits: false }
const lost = (what: string): LogProblem => ({ problem: `the write-ahead log has lost ${what}`, lacksCommits: true })

function problemOf(log: WalFile | undefined, index: Buffer): LogProblem {
  // A checkpoint that empties the log first sets the number in the index to zero.
  const hadCommits = (framesPromised(index) ?? 0) > 0
  if (!log) return hadCommits ? lost('all commits') : NO_PROBLEM
  // The rows of a damaged log are read, unless no frame is valid. Without commits in the index it is no log of this ledger.
  if (log.state === 'corrupt') {
    const lacksCommits = hadCommits && fittingFrames(log) === 0
    return { problem: 'a frame inside the write-ahead log is damaged', lacksCommits }
  }
  const isShort = (framesPromised(index, log.salt) ?? 0) > committedFrames(log)
  return isShort ? lost('commits') : NO_PROBLEM
}

/**
 * The page size is that of the log's header, else that of the file's header. If both are damaged, it is the size with
 * which the most frames fit.
 */
function logOf(wal: Buffer, pageBytesOfFile: number | undefined): Pick<FileImage, 'log' | 'pageBytes'> {
  const named = pageSizeOfWal(wal) ?? pageBytesOfFile
  return (named === undefined ? PAGE_SIZES : [named])
    .map((pageBytes) => ({ log: readWal(wal, pageBytes), pageBytes }))
    .reduce((best, next) => (fittingFrames(next.log) > fittingFrames(best.log) ? next : best))
}

export function readImage(path: string): FileImage {
  const pageBytesOfFile = namedPageSize(headOf(path))
  const { log, pageBytes } = logOf(bytesOf(`${path}-wal`), pageBytesOfFile)
  const isForeign = log !== undefined && pageBytesOfFile !== undefined && pageBytes !== pageBytesOfFile
  let main: Buffer | undefined
  return {
    main: () => {
      main ??= bytesOf(path)
      return main
    },
    log: isForeign ? undefined : log,
    pageBytes,
    ...(isForeign
      ? { problem: 'the write-ahead log has another page size', lacksCommits: false }
      : problemOf(log, bytesOf(`${path}-shm`))),
  }
}

/** The pages of the file, replaced by those of its log. Damaged frames are included: each row has its own checksum. */
export function withLog(files: FileImage): Buffer {
  const { log, pageBytes } = files
  const main = files.main()
  const frames = log?.frames.slice(0, log.state === 'corrupt' ? log.frames.length : committedFrames(log)) ?? []
  // A flipped bit in a page number must not make the image huge: no log adds more pages than it has frames.
  const most = Math.floor(main.length / pageBytes) + frames.length
  const plausible = frames.filter(({ page }) => page > 0 && page <= most)
  const size = plausible.reduce((largest, { page }) => Math.max(largest, page * pageBytes), main.length)
  const image = Buffer.alloc(size)
  main.copy(image)
  for (const { page, data } of plausible) data.copy(image, (page - 1) * pageBytes)
  return image
}

const WRITE_FORMAT_OFFSET = 18
const ROLLBACK_FORMAT = 1

/** The image as a database in memory, which has no log. */
export function forMemory(image: Buffer): Buffer {
  const copy = Buffer.from(image)
  if (copy.length > WRITE_FORMAT_OFFSET + 1) copy.fill(ROLLBACK_FORMAT, WRITE_FORMAT_OFFSET, WRITE_FORMAT_OFFSET + 2)
  return copy
}
