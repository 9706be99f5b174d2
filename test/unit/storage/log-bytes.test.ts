import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { endianness, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHeader } from '../../../electron/storage/file-header.ts'
import { forMemory, readImage, withLog } from '../../../electron/storage/file-image.ts'
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

  it('with less than a frame is empty', () => {
    const one = logOf([{ page: 1, commit: 1 }])
    expect(readWal(Buffer.alloc(0), PAGE)).toBeUndefined()
    expect(readWal(one.subarray(0, one.length - 1), PAGE)).toBeUndefined()
    expect(seen(one)).toEqual({ state: 'whole', committed: 1, pages: [1] })
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

  it('with a flipped bit in a transaction that was not committed is torn', () => {
    const log = logOf([{ page: 1, commit: 1 }, { page: 2 }, { page: 3 }, { page: 4 }])
    expect(seen(flipped(log, frameAt(1, 30)))).toEqual({ state: 'torn', committed: 1, pages: [1, 2, 3, 4] })
    expect(seen(flipped(log, frameAt(2, 30)))).toMatchObject({ state: 'torn', committed: 1 })
  })

  it('with a header of another format is corrupt, even with a right checksum', () => {
    expect(seen(logOf(THREE, 'little', PAGE, 0x377f0684))).toMatchObject({ state: 'corrupt', pages: [1, 2, 3, 2] })
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

describe('the files of a database', () => {
  const LARGE = 4_096
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'comanda-bytes-'))
    path = join(folder, 'ledger.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const headed = (userVersion: number, fill = 0): Buffer => {
    const page = Buffer.alloc(LARGE, fill)
    page.write('SQLite format 3\0', 0, 'latin1')
    page.writeInt32BE(userVersion, 60)
    page.writeInt32BE(0x434d444c, 68)
    return page
  }
  /** A log with pages of the size that the ledger uses, and with this data. */
  function logWith(
    frames: readonly { readonly page: number; readonly commit: number; readonly data: Buffer }[],
  ): Buffer {
    const head = Buffer.concat([words(0x377f0683, 3_007_000, LARGE, 0), SALT])
    let before = sumOf(head, 'big')
    const parts = [head, sumBytes(before)]
    for (const { page, commit, data } of frames) {
      const start = words(page, commit)
      before = sumOf(data, 'big', sumOf(start, 'big', before))
      parts.push(start, SALT, sumBytes(before), data)
    }
    return Buffer.concat(parts)
  }

  it('contain their version and their owner', () => {
    writeFileSync(path, headed(20))
    expect(readHeader(path)).toEqual({ userVersion: 20, applicationId: 0x434d444c })
  })

  it('contain nothing usable when they are too short or not a database', () => {
    writeFileSync(path, headed(20).subarray(0, 99))
    expect(readHeader(path)).toBeUndefined()
    writeFileSync(path, headed(20).subarray(0, 100))
    expect(readHeader(path)).toBeDefined()
    writeFileSync(path, flipped(headed(20), 15))
    expect(readHeader(path)).toBeUndefined()
  })

  it('use the newest committed first page of their log', () => {
    writeFileSync(path, headed(10))
    const log = readWal(
      logWith([
        { page: 1, commit: 1, data: headed(20) },
        { page: 2, commit: 2, data: Buffer.alloc(LARGE) },
        { page: 1, commit: 0, data: headed(30) },
      ]),
      LARGE,
    )
    expect(readHeader(path, log)?.userVersion).toBe(20)
    const without = readWal(logWith([{ page: 2, commit: 2, data: Buffer.alloc(LARGE) }]), LARGE)
    expect(readHeader(path, without)?.userVersion).toBe(10)
  })

  it('are empty when they are absent or a folder has their name', () => {
    expect(readImage(path)).toMatchObject({ log: undefined, problem: undefined })
    expect(readImage(path).main()).toEqual(Buffer.alloc(0))
    expect(readImage(folder).main()).toEqual(Buffer.alloc(0))
  })

  it('are not read when they are far too large, because this would delay the orders', () => {
    writeFileSync(path, headed(10))
    truncateSync(path, 1024 ** 3 + 1)
    expect(readImage(path).main()).toEqual(Buffer.alloc(0))
    truncateSync(path, LARGE)
    expect(readImage(path).main()).toEqual(headed(10))
  })

  it('are read once, and only on demand', () => {
    writeFileSync(path, headed(10))
    const files = readImage(path)
    writeFileSync(path, headed(20))
    expect(files.main()).toEqual(headed(20))
    writeFileSync(path, headed(30))
    expect(files.main()).toEqual(headed(20))
  })

  it('consist of the pages of the log, up to the last commit, and of the other pages of the file', () => {
    writeFileSync(path, Buffer.concat([headed(10), Buffer.alloc(LARGE, 1)]))
    writeFileSync(
      `${path}-wal`,
      logWith([
        { page: 2, commit: 2, data: Buffer.alloc(LARGE, 2) },
        { page: 3, commit: 3, data: Buffer.alloc(LARGE, 3) },
        { page: 1, commit: 0, data: Buffer.alloc(LARGE, 4) },
      ]),
    )
    const files = readImage(path)
    expect(files.problem).toBeUndefined()
    expect(withLog(files)).toEqual(Buffer.concat([headed(10), Buffer.alloc(LARGE, 2), Buffer.alloc(LARGE, 3)]))
  })

  it('consist of the pages of the log when the file is empty', () => {
    const pages = [headed(10), Buffer.alloc(LARGE, 2), Buffer.alloc(LARGE, 3)]
    writeFileSync(path, '')
    writeFileSync(
      `${path}-wal`,
      logWith(pages.map((data, index) => ({ page: index + 1, commit: index === 2 ? 3 : 0, data }))),
    )
    expect(withLog(readImage(path))).toEqual(Buffer.concat(pages))
  })

  it('consist of the pages of the file when there is no log, whatever comes after the last page', () => {
    const bytes = Buffer.concat([headed(10), Buffer.alloc(100, 7)])
    writeFileSync(path, bytes)
    expect(withLog(readImage(path))).toEqual(bytes)
  })

  it('have a problem when the index of the log names more frames than the log has', () => {
    writeFileSync(path, headed(10))
    const page = { page: 2, commit: 2, data: Buffer.alloc(LARGE, 2) }
    writeFileSync(`${path}-wal`, logWith([page, page, { ...page, commit: 0 }]))
    const problemWith = (promised: number): string | undefined => {
      writeFileSync(`${path}-shm`, indexOf(promised))
      return readImage(path).problem
    }
    expect(problemWith(3)).toBe('the write-ahead log has lost commits')
    expect(problemWith(2)).toBeUndefined()
    expect(problemWith(1)).toBeUndefined()
    writeFileSync(`${path}-shm`, 'garbled')
    expect(readImage(path).problem).toBeUndefined()
  })

  it('of a corrupt log are all used, because the checksums of the rows prove them', () => {
    writeFileSync(path, headed(10))
    const log = logWith([
      { page: 2, commit: 2, data: Buffer.alloc(LARGE, 2) },
      { page: 2, commit: 2, data: Buffer.alloc(LARGE, 3) },
      { page: 3, commit: 3, data: Buffer.alloc(LARGE, 4) },
    ])
    writeFileSync(`${path}-wal`, flipped(log, HEADER + LARGE + 24 + 100))
    const files = readImage(path)
    expect(files.problem).toBe('a frame inside the write-ahead log is damaged')
    const image = withLog(files)
    expect(image.length).toBe(3 * LARGE)
    expect(image.subarray(2 * LARGE)).toEqual(Buffer.alloc(LARGE, 4))
  })

  it('do not grow beyond what their log can add, for any page number that a flipped bit makes', () => {
    writeFileSync(path, headed(10))
    const log = logWith([
      { page: 2, commit: 2, data: Buffer.alloc(LARGE, 2) },
      { page: 0, commit: 2, data: Buffer.alloc(LARGE, 3) },
      { page: 1_000, commit: 2, data: Buffer.alloc(LARGE, 4) },
      { page: 0x7fffffff, commit: 2, data: Buffer.alloc(LARGE, 5) },
    ])
    writeFileSync(`${path}-wal`, log)
    expect(withLog(readImage(path))).toEqual(Buffer.concat([headed(10), Buffer.alloc(LARGE, 2)]))
  })

  it('become a database in memory when their first bytes are right', () => {
    const page = headed(10)
    page[18] = 2
    page[19] = 2
    const copy = forMemory(page)
    expect([copy[18], copy[19], page[18]]).toEqual([1, 1, 2])
    expect(forMemory(Buffer.alloc(19))).toEqual(Buffer.alloc(19))
    expect(forMemory(Buffer.alloc(20))[19]).toBe(1)
  })
})
