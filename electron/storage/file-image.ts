import { statSync } from 'node:fs'
import { readRegularFile } from '../files/regular-file.ts'
import { firstBytes } from './file-header.ts'
import { namedPageSize, PAGE_SIZES } from './page-size.ts'
import { committedFrames, pageSizeOfWal, readWal, type WalFile, type WalFrame } from './wal-file.ts'
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
  /** Commits are lost, so a readable row may be older than the newest one. */
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

/** Bytes of a file; 0 when it cannot be examined. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
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

/** Number of pages beyond which no page number is plausible: no log adds more pages than it has frames. */
const mostPages = (mainBytes: number, log: WalFile | undefined, pageBytes: number): number =>
  Math.floor(mainBytes / pageBytes) + (log?.frames.length ?? 0)

const isPage = ({ page }: WalFrame, most: number): boolean => page > 0 && page <= most

/**
 * A damaged frame is read if its page is known: each row in it has its own checksum. If its page is unknown, a page somewhere
 * is older than its last commit. If no frame is valid, the log may be that of another file, except when the index has commits.
 */
const lacksCommitsOf = (log: WalFile, hadCommits: boolean, most: number): boolean =>
  fittingFrames(log) === 0 ? hadCommits : log.damaged.some((frame) => !frame.isOfThisRun || !isPage(frame, most))

function problemOf(log: WalFile | undefined, index: Buffer, most: number): LogProblem {
  // A checkpoint that empties the log first sets the number in the index to zero.
  const hadCommits = (framesPromised(index) ?? 0) > 0
  if (!log) return hadCommits ? lost('all commits') : NO_PROBLEM
  if (log.state === 'corrupt') {
    const lacksCommits = lacksCommitsOf(log, hadCommits, most)
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
      : problemOf(log, bytesOf(`${path}-shm`), mostPages(sizeOf(path), log, pageBytes))),
  }
}

/** The pages of the file, replaced by those of its log. Damaged frames are included: each row has its own checksum. */
export function withLog(files: FileImage): Buffer {
  const { log, pageBytes } = files
  const main = files.main()
  const frames = log?.frames.slice(0, log.state === 'corrupt' ? log.frames.length : committedFrames(log)) ?? []
  // A damaged page number must not make the image huge.
  const most = mostPages(main.length, log, pageBytes)
  const plausible = frames.filter((frame) => isPage(frame, most))
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
