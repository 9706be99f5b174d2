import { closeSync, readSync, statSync } from 'node:fs'
import { endianness } from 'node:os'
import { openRegularFile, readRegularFile } from '../files/regular-file.ts'

/**
 * Page size of new databases, in bytes. A commit writes whole pages to the log: with SQLite's default of 4 kB each
 * order caused three times as many bytes (docs/performance.md, "What the databases write").
 */
export const PAGE_BYTES = 1024
/** Databases of older versions of the program keep SQLite's default. */
export const PAGE_SIZES: readonly number[] = [PAGE_BYTES, 4096]

const MAGIC = 'SQLite format 3\0'
const PAGE_SIZE_OFFSET = 16
const PAGE_COUNT_OFFSET = 28
const HEADER_BYTES = 100

/** The page size in the first bytes of a database; `undefined` when it is none of `PAGE_SIZES`. */
function namedPageSize(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
  const named = bytes.readUInt16BE(PAGE_SIZE_OFFSET)
  return PAGE_SIZES.includes(named) ? named : undefined
}

/** The possible page sizes of a damaged image: the one in its header if the length of the image fits it, else all. */
export function possiblePageSizes(image: Buffer): readonly number[] {
  const named = namedPageSize(image)
  const isProved = named !== undefined && image.readUInt32BE(PAGE_COUNT_OFFSET) * named === image.length
  return isProved ? [named] : PAGE_SIZES
}

/** Fields of the database header (sqlite.org/fileformat2.html, "The Database Header"). */
type FileHeader = { readonly userVersion: number; readonly applicationId: number }

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
export function readHeader(path: string, log?: WalFile): FileHeader | undefined {
  const inLog = log?.frames.slice(0, committedFrames(log)).findLast((frame) => frame.page === 1)
  if (inLog) return headerOf(inLog.data)
  return headerOf(firstBytes(path))
}

/**
 * The index of the write-ahead log (the `-shm` file) survives a killed process and has the number of committed frames.
 * It is written after the log was synced, so a log with fewer frames has lost commits.
 */

const INDEX_HEADER_BYTES = 48
const MAX_FRAME_OFFSET = 16
const SALT_OFFSET = 32
const CHECKSUM_OFFSET = 40

/**
 * Number of committed frames of the log with `salt` by the index; `undefined` when the index belongs to another log, or is
 * damaged. Without `salt`: of whatever log the index belongs to.
 */
export function framesPromised(index: Buffer, salt?: Buffer): number | undefined {
  const header = index.subarray(0, INDEX_HEADER_BYTES)
  // Written twice, with a barrier between: unequal copies come from an interrupted write.
  if (!header.equals(index.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES))) return undefined
  if (header.length < INDEX_HEADER_BYTES) return undefined
  if (salt && !header.subarray(SALT_OFFSET, CHECKSUM_OFFSET).equals(salt)) return undefined
  const word = (offset: number) => (endianness() === 'BE' ? header.readUInt32BE(offset) : header.readUInt32LE(offset))
  let s0 = 0
  let s1 = 0
  for (let offset = 0; offset < CHECKSUM_OFFSET; offset += 8) {
    s0 = (s0 + word(offset) + s1) >>> 0
    s1 = (s1 + word(offset + 4) + s0) >>> 0
  }
  return s0 === word(CHECKSUM_OFFSET) && s1 === word(CHECKSUM_OFFSET + 4) ? word(MAX_FRAME_OFFSET) : undefined
}

/**
 * The write-ahead log as it lies on the disk (sqlite.org/fileformat2.html, "The Write-Ahead Log"). SQLite uses a log up
 * to the first frame that does not fit and silently drops the rest. That is right for an unacknowledged transaction
 * that a power cut tore, but a flipped bit in the middle loses commits.
 */

const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC_LITTLE = 0x377f0682
const MAGIC_BIG = 0x377f0683
const WAL_PAGE_SIZE_OFFSET = 8

type Checksum = readonly [number, number]

type WalFrame = {
  /** Corrected when one flipped bit of it explains why the frame does not fit. */
  readonly page: number
  /** Size of the database in pages after this transaction; 0 on all but its last frame. */
  readonly pagesAfterCommit: number
  readonly data: Buffer
  /** Whether the frame fits the one before it. */
  readonly fits: boolean
  /** Whether it names the run of the log; false also when its header is damaged. */
  readonly isOfThisRun: boolean
}

export type WalFile = {
  readonly frames: readonly WalFrame[]
  /** The frames before the end of this run that do not fit. */
  readonly damaged: readonly WalFrame[]
  /**
   * `torn`: the last transaction is incomplete, as a power cut leaves it. `corrupt`: a frame is damaged although a later one
   * proves that it had been written and synced.
   */
  readonly state: 'whole' | 'torn' | 'corrupt'
  /** Bytes 16..24 of the header: which run of the log this is. */
  readonly salt: Buffer
}

/** SQLite's running checksum over `bytes`, a multiple of eight long. */
function checksum(bytes: Buffer, isBig: boolean, [first, second]: Checksum): Checksum {
  let s0 = first
  let s1 = second
  for (let offset = 0; offset + 8 <= bytes.length; offset += 8) {
    s0 = (s0 + (isBig ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset)) + s1) >>> 0
    s1 = (s1 + (isBig ? bytes.readUInt32BE(offset + 4) : bytes.readUInt32LE(offset + 4)) + s0) >>> 0
  }
  return [s0, s1]
}

const storedAt = (bytes: Buffer, offset: number): Checksum => [
  bytes.readUInt32BE(offset),
  bytes.readUInt32BE(offset + 4),
]

const isSame = (left: Checksum, right: Checksum): boolean => left[0] === right[0] && left[1] === right[1]

const PAGE_NUMBER_BITS = 32

/** The page number with which the frame fits, if one bit of it was flipped. */
function correctedPage(header: Buffer, fitsWith: (header: Buffer) => boolean): number | undefined {
  for (let bit = 0; bit < PAGE_NUMBER_BITS; bit += 1) {
    const candidate = Buffer.from(header)
    candidate.writeUInt8(candidate.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    if (fitsWith(candidate)) return candidate.readUInt32BE(0)
  }
  return undefined
}

type FrameContext = {
  /** Checksum that the frame before stores. */
  readonly before: Checksum
  readonly isBig: boolean
  /** All frames before fit. Only then a page number is corrected: in garbage this would take seconds. */
  readonly isFirstDamage: boolean
}

function frameAt(
  wal: Buffer,
  offset: number,
  pageSize: number,
  salt: Buffer,
  { before, isBig, isFirstDamage }: FrameContext,
): WalFrame {
  const header = wal.subarray(offset, offset + FRAME_HEADER_BYTES)
  const data = wal.subarray(offset + FRAME_HEADER_BYTES, offset + FRAME_HEADER_BYTES + pageSize)
  const isOfThisRun = header.subarray(8, 16).equals(salt)
  const fitsWith = (start: Buffer): boolean =>
    isSame(checksum(data, isBig, checksum(start.subarray(0, 8), isBig, before)), storedAt(header, 16))
  const fits = isOfThisRun && fitsWith(header)
  const corrected = isOfThisRun && !fits && isFirstDamage ? correctedPage(header, fitsWith) : undefined
  return {
    page: corrected ?? header.readUInt32BE(0),
    pagesAfterCommit: header.readUInt32BE(4),
    data,
    isOfThisRun,
    fits,
  }
}

function stateOf(frames: readonly WalFrame[]): WalFile['state'] {
  const firstBad = frames.findIndex((frame) => !frame.fits)
  // Every commit is synced before the next transaction begins, so a later transaction proves that the damaged frame was
  // once intact. Without a damaged frame (-1) the slice is empty.
  if (frames.slice(firstBad, -1).some((frame) => frame.pagesAfterCommit > 0)) return 'corrupt'
  return committedFrames({ frames }) === frames.length ? 'whole' : 'torn'
}

function isWholeHeader(wal: Buffer): boolean {
  const magic = wal.readUInt32BE(0)
  const isBig = magic === MAGIC_BIG
  return (isBig || magic === MAGIC_LITTLE) && isSame(checksum(wal.subarray(0, 24), isBig, [0, 0]), storedAt(wal, 24))
}

/** The page size in the header of a log, in bytes; `undefined` when the header is damaged or missing. */
const pageSizeOfWal = (wal: Buffer): number | undefined =>
  wal.length >= WAL_HEADER_BYTES && isWholeHeader(wal) ? wal.readUInt32BE(WAL_PAGE_SIZE_OFFSET) : undefined

/** Reads a log; `undefined` when there is nothing in it. Frames of an earlier run behind the end are left out. */
export function readWal(wal: Buffer, pageSize: number): WalFile | undefined {
  const slotBytes = FRAME_HEADER_BYTES + pageSize
  if (wal.length < WAL_HEADER_BYTES + slotBytes) return undefined
  const isBig = wal.readUInt32BE(0) === MAGIC_BIG
  const isHeaderWhole = isWholeHeader(wal)
  // A run begins at the head of the file, so its first frame names it as well as the header does.
  const salt = isHeaderWhole ? wal.subarray(16, 24) : wal.subarray(WAL_HEADER_BYTES + 8, WAL_HEADER_BYTES + 16)
  const slots: WalFrame[] = []
  let before = storedAt(wal, 24)
  let isFirstDamage = true
  for (let offset = WAL_HEADER_BYTES; offset + slotBytes <= wal.length; offset += slotBytes) {
    const frame = frameAt(wal, offset, pageSize, salt, { before, isBig, isFirstDamage })
    isFirstDamage &&= frame.fits
    slots.push(frame)
    before = storedAt(wal, offset + 16)
  }
  const run = slots.slice(0, slots.findLastIndex((slot) => slot.isOfThisRun) + 1)
  const damaged = run.filter(({ fits }) => !fits)
  // Without a header the checksums cannot be verified. Older frames come before those of this run.
  if (!isHeaderWhole) {
    const older = slots.filter((slot) => !slot.isOfThisRun)
    const frames = [...older, ...slots.filter((slot) => slot.isOfThisRun)]
    return { frames, damaged, state: 'corrupt', salt }
  }
  return run.length === 0 ? undefined : { frames: run, damaged, state: stateOf(run), salt }
}

/** Number of frames that SQLite would use: up to the last commit before the first frame that does not fit. */
export function committedFrames({ frames }: Pick<WalFile, 'frames'>): number {
  const firstBad = frames.findIndex((frame) => !frame.fits)
  const end = firstBad === -1 ? frames.length : firstBad
  return frames.slice(0, end).findLastIndex((frame) => frame.pagesAfterCommit > 0) + 1
}

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
