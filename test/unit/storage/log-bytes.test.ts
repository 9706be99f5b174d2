import { endianness } from 'node:os'
import { describe, expect, it } from 'vitest'
import { committedFrames, readWal } from '../../../electron/storage/wal-file.ts'
import { framesPromised } from '../../../electron/storage/wal-index.ts'

/** The smallest page of a database, so that a log can be written by hand here. */
const PAGE = 512
const FRAME = PAGE + 24
const HEADER = 32
const SALT = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8])

type Sum = readonly [number, number]
type Order = 'big' | 'little'
const MAGIC = { big: 0x377f0683, little: 0x377f0682 } as const

/** The running checksum as sqlite.org/fileformat2.html defines it ("Checksum Algorithm"). */
function sumOf(bytes: Buffer, order: Order, [first, second]: Sum = [0, 0]): Sum {
  const word = (offset: number) => (order === 'big' ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset))
  let [s0, s1] = [first, second]
  for (let offset = 0; offset < bytes.length; offset += 8) {
    s0 = (s0 + word(offset) + s1) % 2 ** 32
    s1 = (s1 + word(offset + 4) + s0) % 2 ** 32
  }
  return [s0, s1]
}
const sumBytes = ([s0, s1]: Sum): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(s0, 0)
  bytes.writeUInt32BE(s1, 4)
  return bytes
}
const words = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4)
  return bytes
}

type Frame = { readonly page: number; readonly commit?: number; readonly fill?: number; readonly salt?: Buffer }

/** A log of these frames. `commit` is the size of the database in pages at the end of a transaction. */
function logOf(frames: readonly Frame[], order: Order = 'big', page = PAGE, magic: number = MAGIC[order]): Buffer {
  const head = Buffer.concat([words(magic, 3_007_000, page, 0), SALT])
  let before = sumOf(head, order)
  const parts = [head, sumBytes(before)]
  for (const { page: number, commit = 0, fill = number, salt = SALT } of frames) {
    const start = words(number, commit)
    const data = Buffer.alloc(page, fill)
    before = sumOf(data, order, sumOf(start, order, before))
    parts.push(start, salt, sumBytes(before), data)
  }
  return Buffer.concat(parts)
}
const flipped = (log: Buffer, at: number): Buffer => {
  const copy = Buffer.from(log)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
const frameAt = (index: number, offset = 0): number => HEADER + index * FRAME + offset
const seen = (log: Buffer) => {
  const read = readWal(log, PAGE)
  return read && { state: read.state, committed: committedFrames(read), pages: read.frames.map(({ page }) => page) }
}

/** Three transactions: of one page, of two, and of one. */
const THREE = [{ page: 1, commit: 1 }, { page: 2 }, { page: 3, commit: 3 }, { page: 2, commit: 3, fill: 9 }]

describe('a write-ahead log', () => {
  it.each(['big', 'little'] as const)('of a %s-endian machine is read whole', (order) => {
    const read = readWal(logOf(THREE, order), PAGE)
    expect(read?.state).toBe('whole')
    expect(read?.salt).toEqual(SALT)
    expect(read?.frames.map(({ page, pagesAfterCommit, fits }) => [page, pagesAfterCommit, fits])).toEqual([
      [1, 1, true],
      [2, 0, true],
      [3, 3, true],
      [2, 3, true],
    ])
    expect(read?.frames[3]?.data).toEqual(Buffer.alloc(PAGE, 9))
    expect(read && committedFrames(read)).toBe(4)
  })

  it('whose last transaction is incomplete is torn, and its commits are valid', () => {
    const log = logOf(THREE)
    expect(seen(log.subarray(0, frameAt(2)))).toEqual({ state: 'torn', committed: 1, pages: [1, 2] })
    expect(seen(log.subarray(0, frameAt(3) - 1))).toEqual({ state: 'torn', committed: 1, pages: [1, 2] })
    expect(seen(log.subarray(0, frameAt(3)))).toEqual({ state: 'whole', committed: 3, pages: [1, 2, 3] })
  })

  it.each([
    ['its page number', 3],
    ['its commit', 7],
    ['its checksum', 16],
    ['its second checksum', 20],
    ['its data', 24],
    ['the end of its data', FRAME - 1],
  ])('whose last frame has a flipped bit in %s is torn: it may not have been synced', (_what, offset) => {
    const read = readWal(flipped(logOf(THREE), frameAt(3, offset)), PAGE)
    expect(read?.state).toBe('torn')
    expect(read && committedFrames(read)).toBe(3)
  })

  it('with a flipped bit before a later commit is corrupt', () => {
    expect(seen(flipped(logOf(THREE), frameAt(0, 30)))).toEqual({ state: 'corrupt', committed: 0, pages: [1, 2, 3, 2] })
    expect(seen(flipped(logOf(THREE), frameAt(2, 30)))).toEqual({ state: 'corrupt', committed: 1, pages: [1, 2, 3, 2] })
    expect(seen(flipped(logOf(THREE), frameAt(1, 30)))).toMatchObject({ state: 'corrupt', committed: 1 })
  })

  it('with a flipped bit in its last transaction, before the end of that transaction, is torn', () => {
    const log = logOf(THREE.slice(0, 3))
    expect(seen(flipped(log, frameAt(1, 30)))).toEqual({ state: 'torn', committed: 1, pages: [1, 2, 3] })
  })

  it.each([
    ['magic', 3],
    ['salt', 17],
    ['checksum', 25],
    ['second checksum', 29],
  ])('whose header has a flipped bit in its %s is corrupt', (_what, offset) => {
    expect(seen(flipped(logOf(THREE), offset))).toMatchObject({ state: 'corrupt', pages: [1, 2, 3, 2] })
  })

  it('ends at the frames of an earlier run', () => {
    const older = Buffer.alloc(8, 7)
    const log = logOf([
      { page: 1, commit: 1 },
      { page: 5, commit: 5, salt: older },
      { page: 6, commit: 6, salt: older },
    ])
    expect(seen(log)).toEqual({ state: 'whole', committed: 1, pages: [1] })
    expect(seen(logOf([{ page: 5, commit: 5, salt: older }]))).toBeUndefined()
  })
})

const native: Order = endianness() === 'BE' ? 'big' : 'little'
const put = (bytes: Buffer, value: number, offset: number): void => {
  if (native === 'big') bytes.writeUInt32BE(value, offset)
  else bytes.writeUInt32LE(value, offset)
}
/** The index of a log, with this number of frames. */
function indexOf(frames: number): Buffer {
  const header = Buffer.alloc(48)
  put(header, 3_007_000, 0)
  put(header, frames, 16)
  SALT.copy(header, 32)
  const [s0, s1] = sumOf(header.subarray(0, 40), native)
  put(header, s0, 40)
  put(header, s1, 44)
  return Buffer.concat([header, header, Buffer.alloc(40)])
}

describe('the index of a log', () => {
  it('contains the number of committed frames', () => {
    expect(framesPromised(indexOf(7), SALT)).toBe(7)
    expect(framesPromised(indexOf(7).subarray(0, 96), SALT)).toBe(7)
  })

  it('is not used when it is cut, belongs to another log, is half written or is garbled', () => {
    const index = indexOf(7)
    for (const length of [0, 8, 47, 48, 95]) expect(framesPromised(index.subarray(0, length), SALT)).toBeUndefined()
    expect(framesPromised(index, Buffer.alloc(8))).toBeUndefined()
    for (const at of [16, 60]) expect(framesPromised(flipped(index, at), SALT)).toBeUndefined()
    for (const at of [1, 16, 40, 44]) {
      expect(framesPromised(flipped(flipped(index, at), 48 + at), SALT)).toBeUndefined()
    }
  })
})
