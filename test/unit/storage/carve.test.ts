import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type CarvedRow, carve } from '../../../electron/storage/repair/carve.ts'

const PAGE = 4_096
const LEAF_TABLE = 0x0d
const ONE = new Set([1])

const varint = (value: number): readonly number[] => {
  const bytes = [value & 0x7f]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

/** A record of one text (sqlite.org/fileformat2.html, "Record Format"). */
function recordOf(text: string): Buffer {
  const type = varint(13 + 2 * text.length)
  return Buffer.from([type.length + 1, ...type, ...Buffer.from(text)])
}
const cellOf = (rowid: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([...varint(recordOf(text).length), ...varint(rowid)]), recordOf(text)])

type Account = { readonly count?: number; readonly pointers?: readonly number[]; readonly type?: number }

/**
 * A page of a table with these cells at its end, as SQLite writes it; `account` overwrites the counts and pointers of
 * its header.
 */
function pageOf(cells: readonly Buffer[], account: Account = {}, headerAt = 0): Buffer {
  const page = Buffer.alloc(PAGE)
  let end = PAGE
  const places = cells.map((cell) => {
    end -= cell.length
    cell.copy(page, end)
    return end
  })
  const pointers = account.pointers ?? places
  page[headerAt] = account.type ?? LEAF_TABLE
  page.writeUInt16BE(account.count ?? pointers.length, headerAt + 3)
  page.writeUInt16BE(end, headerAt + 5)
  for (const [index, pointer] of pointers.entries()) page.writeUInt16BE(pointer, headerAt + 8 + 2 * index)
  return page
}
/** The first page of a file: the header of the file is before the header of the page. */
const firstPage = (cells: readonly Buffer[], account: Account = {}): Buffer => pageOf(cells, account, 100)
const EMPTY_FIRST = firstPage([])

function carved(image: Buffer, counts: ReadonlySet<number> = ONE, accepts = (_row: CarvedRow) => true) {
  const found: { rowid: number; text: unknown }[] = []
  carve(image, PAGE, counts, (row) => {
    found.push({ rowid: row.rowid, text: row.values[0] })
    return accepts(row)
  })
  return found
}
const texts = (image: Buffer): readonly unknown[] => carved(image).map(({ text }) => text)
const image = (...pages: readonly Buffer[]): Buffer => Buffer.concat(pages)

describe('rows in the bytes of a file', () => {
  it('that were deleted are not found on a sound page', () => {
    const db = new Database(':memory:')
    db.pragma('secure_delete = OFF')
    db.exec("CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('kept'), ('kept too'), ('deleted')")
    db.exec("DELETE FROM t WHERE a = 'deleted'")
    const bytes = db.serialize()
    expect(bytes.includes('deleted')).toBe(true)
    expect(texts(bytes)).toEqual(['kept', 'kept too'])
  })

  it('with another number of columns are ignored', () => {
    expect(carved(image(EMPTY_FIRST, pageOf([cellOf(1, 'one')])), new Set([2, 3]))).toEqual([])
  })
})

describe('a page with a damaged header', () => {
  const cells = [cellOf(1, 'one'), cellOf(2, 'two')]

  it.each<[string, Account]>([
    ['that has lost its type', { type: 0 }],
    ['whose header is zeros', { type: 0, count: 0 }],
    ['that counts more rows than it can have', { count: 5_000 }],
    ['that counts as many rows as there are bytes', { count: 0xffff }],
    ['whose pointers lead into its own header', { pointers: [9, 4_090] }],
    ['whose pointers lead beyond the page', { pointers: [PAGE, 0xffff] }],
    ['whose pointers lead to no row', { pointers: [2_000, 2_100] }],
  ])('%s is searched byte by byte', (_what, account) => {
    expect(new Set(texts(image(EMPTY_FIRST, pageOf(cells, account))))).toEqual(new Set(['one', 'two']))
  })

  it('is searched for unlisted rows when one of the listed rows cannot be read', () => {
    const damaged = pageOf([...cells, cellOf(3, 'three')])
    const at = damaged.readUInt16BE(8)
    // The length of the first row.
    damaged[at] = 0
    damaged.writeUInt16BE(2, 3)
    expect(new Set(texts(image(EMPTY_FIRST, damaged)))).toEqual(new Set(['two', 'three']))
  })

  it('is searched for unlisted rows when the checksum of a row is wrong', () => {
    const page = pageOf([cellOf(1, 'rotten'), cellOf(2, 'two')], { count: 1 })
    const found = carved(image(EMPTY_FIRST, page), ONE, ({ rowid }) => rowid !== 1)
    expect(found.map(({ rowid }) => rowid)).toContain(2)
  })
})

describe('a row over several pages', () => {
  const LONG = 5_000
  /** The bytes of the row that remain in its leaf, by SQLite's own rule. */
  const LOCAL = 489 + ((recordOf('x'.repeat(LONG)).length - 489) % (PAGE - 4))
  const leaf = (next: number): Buffer => {
    const whole = cellOf(1, 'x'.repeat(LONG))
    const head = whole.length - recordOf('x'.repeat(LONG)).length
    const pointer = Buffer.alloc(4)
    pointer.writeUInt32BE(next)
    return pageOf([Buffer.concat([whole.subarray(0, head + LOCAL), pointer])])
  }
  const more = (next = 0): Buffer => {
    const page = Buffer.alloc(PAGE, 'x')
    page.writeUInt32BE(next, 0)
    return page
  }

  it.each([
    ['nowhere', 0],
    ['beyond the file', 4],
    ['far beyond the file', 0xffffffff],
  ])('whose next page is %s is not a row, and does not stop the search', (_where, next) => {
    expect(texts(image(EMPTY_FIRST, leaf(next), more()))).toEqual([])
  })

  it('that is longer than the longest row is not read, also when its pages form a circle', () => {
    const claimed = 4 * 1_024 * 1_024
    const claim = (length: number): readonly unknown[] => {
      const type = varint(13 + 2 * length)
      const record = type.length + 1 + length
      const local = 489 + ((record - 489) % (PAGE - 4))
      const head = Buffer.from([...varint(record), 1, type.length + 1, ...type])
      const pointer = Buffer.from([0, 0, 0, 3])
      const kept = local <= 4_061 ? local : 489
      const cell = Buffer.concat([head, Buffer.alloc(kept - type.length - 1, 'x'), pointer])
      return texts(image(EMPTY_FIRST, pageOf([cell]), more(3)))
    }
    expect(claim(claimed - 100)).toHaveLength(1)
    expect(claim(claimed)).toEqual([])
  })
})
