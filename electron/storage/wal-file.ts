/**
 * The write-ahead log as it lies on the disk (sqlite.org/fileformat2.html, "The Write-Ahead Log"). SQLite uses a log up
 * to the first frame that does not fit and silently drops the rest. That is right for an unacknowledged transaction
 * that a power cut tore, but a flipped bit in the middle loses commits.
 */

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC_LITTLE = 0x377f0682
const MAGIC_BIG = 0x377f0683
const PAGE_SIZE_OFFSET = 8

type Checksum = readonly [number, number]

export type WalFrame = {
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
export const pageSizeOfWal = (wal: Buffer): number | undefined =>
  wal.length >= HEADER_BYTES && isWholeHeader(wal) ? wal.readUInt32BE(PAGE_SIZE_OFFSET) : undefined

/** Reads a log; `undefined` when there is nothing in it. Frames of an earlier run behind the end are left out. */
export function readWal(wal: Buffer, pageSize: number): WalFile | undefined {
  const slotBytes = FRAME_HEADER_BYTES + pageSize
  if (wal.length < HEADER_BYTES + slotBytes) return undefined
  const isBig = wal.readUInt32BE(0) === MAGIC_BIG
  const isHeaderWhole = isWholeHeader(wal)
  // A run begins at the head of the file, so its first frame names it as well as the header does.
  const salt = isHeaderWhole ? wal.subarray(16, 24) : wal.subarray(HEADER_BYTES + 8, HEADER_BYTES + 16)
  const slots: WalFrame[] = []
  let before = storedAt(wal, 24)
  let isFirstDamage = true
  for (let offset = HEADER_BYTES; offset + slotBytes <= wal.length; offset += slotBytes) {
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
