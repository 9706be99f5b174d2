import { endianness } from 'node:os'

const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC_LITTLE = 0x377f0682
const MAGIC_BIG = 0x377f0683
const LOG_PAGE_SIZE_OFFSET = 8
const INDEX_HEADER_BYTES = 48
const MAX_FRAME_OFFSET = 16
const SALT_OFFSET = 32
const CHECKSUM_OFFSET = 40

/**
 * The write-ahead log on the disk (sqlite.org/fileformat2.html). SQLite silently drops what follows the first frame that
 * does not fit: right for a torn transaction, but a flipped bit in the middle loses commits.
 */

type Checksum = readonly [number, number]

type LogFrame = {
  readonly page: number
  /** Size of the database in pages after this transaction; 0 on all but its last frame. */
  readonly pagesAfterCommit: number
  readonly data: Buffer
  /** Whether the frame fits the one before it. */
  readonly fits: boolean
  /** Whether it names the run of the log; false also when its header is damaged. */
  readonly isOfThisRun: boolean
}

export type LogFile = {
  readonly frames: readonly LogFrame[]
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

type FrameContext = {
  readonly salt: Buffer
  /** Checksum that the frame before stores. */
  readonly before: Checksum
  readonly isBig: boolean
}

function frameIn(slot: Buffer, { salt, before, isBig }: FrameContext): LogFrame {
  const data = slot.subarray(FRAME_HEADER_BYTES)
  const isOfThisRun = slot.subarray(8, 16).equals(salt)
  const found = checksum(data, isBig, checksum(slot.subarray(0, 8), isBig, before))
  return {
    page: slot.readUInt32BE(0),
    pagesAfterCommit: slot.readUInt32BE(4),
    data,
    isOfThisRun,
    fits: isOfThisRun && isSame(found, storedAt(slot, 16)),
  }
}

function stateOf(frames: readonly LogFrame[]): LogFile['state'] {
  const firstBad = frames.findIndex((frame) => !frame.fits)
  // Every commit is synced before the next transaction begins, so a later transaction proves that the damaged frame was
  // once intact. Without a damaged frame (-1) the slice is empty.
  if (frames.slice(firstBad, -1).some((frame) => frame.pagesAfterCommit > 0)) return 'corrupt'
  return committedFrames({ frames }) === frames.length ? 'whole' : 'torn'
}

function isWholeHeader(bytes: Buffer): boolean {
  const magic = bytes.readUInt32BE(0)
  const isBig = magic === MAGIC_BIG
  return (
    (isBig || magic === MAGIC_LITTLE) && isSame(checksum(bytes.subarray(0, 24), isBig, [0, 0]), storedAt(bytes, 24))
  )
}

/** The page size in the header of a log, in bytes; `undefined` when the header is damaged or missing. */
export const pageSizeOfLog = (bytes: Buffer): number | undefined =>
  bytes.length >= LOG_HEADER_BYTES && isWholeHeader(bytes) ? bytes.readUInt32BE(LOG_PAGE_SIZE_OFFSET) : undefined

/** Reads a log; `undefined` when there is nothing in it. Frames of an earlier run behind the end are left out. */
export function readLog(bytes: Buffer, pageBytes: number): LogFile | undefined {
  const slotBytes = FRAME_HEADER_BYTES + pageBytes
  if (bytes.length < LOG_HEADER_BYTES + slotBytes) return undefined
  const isBig = bytes.readUInt32BE(0) === MAGIC_BIG
  const isHeaderWhole = isWholeHeader(bytes)
  // A run begins at the head of the file, so its first frame names it as well as the header does.
  const salt = isHeaderWhole ? bytes.subarray(16, 24) : bytes.subarray(LOG_HEADER_BYTES + 8, LOG_HEADER_BYTES + 16)
  const slots: LogFrame[] = []
  let before = storedAt(bytes, 24)
  for (let offset = LOG_HEADER_BYTES; offset + slotBytes <= bytes.length; offset += slotBytes) {
    slots.push(frameIn(bytes.subarray(offset, offset + slotBytes), { salt, before, isBig }))
    before = storedAt(bytes, offset + 16)
  }
  const frames = slots.slice(0, slots.findLastIndex((slot) => slot.isOfThisRun) + 1)
  if (!isHeaderWhole) return { frames, state: 'corrupt', salt }
  return frames.length === 0 ? undefined : { frames, state: stateOf(frames), salt }
}

/** Number of frames that SQLite would use: up to the last commit before the first frame that does not fit. */
export function committedFrames({ frames }: Pick<LogFile, 'frames'>): number {
  const firstBad = frames.findIndex((frame) => !frame.fits)
  const end = firstBad === -1 ? frames.length : firstBad
  return frames.slice(0, end).findLastIndex((frame) => frame.pagesAfterCommit > 0) + 1
}

/**
 * Number of committed frames by the log's index (`-shm`), which survives a killed process and is written after the log: a
 * log with fewer has lost commits. `undefined`: damaged, or of another log.
 */
export function framesPromised(index: Buffer, salt?: Buffer): number | undefined {
  const header = index.subarray(0, INDEX_HEADER_BYTES)
  // Written twice, with a barrier between: unequal copies come from an interrupted write.
  if (!header.equals(index.subarray(INDEX_HEADER_BYTES, 2 * INDEX_HEADER_BYTES))) return undefined
  if (header.length < INDEX_HEADER_BYTES) return undefined
  if (salt && !header.subarray(SALT_OFFSET, CHECKSUM_OFFSET).equals(salt)) return undefined
  const isBig = endianness() === 'BE'
  const word = (offset: number) => (isBig ? header.readUInt32BE(offset) : header.readUInt32LE(offset))
  const found = checksum(header.subarray(0, CHECKSUM_OFFSET), isBig, [0, 0])
  return isSame(found, [word(CHECKSUM_OFFSET), word(CHECKSUM_OFFSET + 4)]) ? word(MAX_FRAME_OFFSET) : undefined
}
