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
  readonly page: number
  /** Size of the database in pages after this transaction; 0 on all but its last frame. */
  readonly pagesAfterCommit: number
  readonly data: Buffer
  /** Whether the frame fits the one before it. */
  readonly fits: boolean
}

export type WalFile = {
  readonly frames: readonly WalFrame[]
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

type Slot = WalFrame & { readonly isOfThisRun: boolean }

function frameAt(wal: Buffer, offset: number, pageSize: number, salt: Buffer, before: Checksum, isBig: boolean): Slot {
  const header = wal.subarray(offset, offset + FRAME_HEADER_BYTES)
  const data = wal.subarray(offset + FRAME_HEADER_BYTES, offset + FRAME_HEADER_BYTES + pageSize)
  const sum = checksum(data, isBig, checksum(header.subarray(0, 8), isBig, before))
  const isOfThisRun = header.subarray(8, 16).equals(salt)
  return {
    page: header.readUInt32BE(0),
    pagesAfterCommit: header.readUInt32BE(4),
    data,
    isOfThisRun,
    fits: isOfThisRun && isSame(sum, storedAt(header, 16)),
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
  const slots: Slot[] = []
  let before = storedAt(wal, 24)
  for (let offset = HEADER_BYTES; offset + slotBytes <= wal.length; offset += slotBytes) {
    slots.push(frameAt(wal, offset, pageSize, salt, before, isBig))
    before = storedAt(wal, offset + 16)
  }
  // Without a header the checksums cannot be verified. Older frames come before those of this run.
  if (!isHeaderWhole) {
    const older = slots.filter((slot) => !slot.isOfThisRun)
    return { frames: [...older, ...slots.filter((slot) => slot.isOfThisRun)], state: 'corrupt', salt }
  }
  const frames = slots.slice(0, slots.findLastIndex((slot) => slot.isOfThisRun) + 1)
  return frames.length === 0 ? undefined : { frames, state: stateOf(frames), salt }
}

/** Number of frames that SQLite would use: up to the last commit before the first frame that does not fit. */
export function committedFrames({ frames }: Pick<WalFile, 'frames'>): number {
  const firstBad = frames.findIndex((frame) => !frame.fits)
  const end = firstBad === -1 ? frames.length : firstBad
  return frames.slice(0, end).findLastIndex((frame) => frame.pagesAfterCommit > 0) + 1
}
