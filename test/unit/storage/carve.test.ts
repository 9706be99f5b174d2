import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type CarvedRow, carve } from '../../../electron/storage/carve.ts'

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
  it('are each found once, with their numbers, on sound pages', () => {
    const first = firstPage([cellOf(1, 'one'), cellOf(2, 'two')])
    const second = pageOf([cellOf(3, 'three'), cellOf(300, 'many')])
    expect(carved(image(first, second))).toEqual([
      { rowid: 1, text: 'one' },
      { rowid: 2, text: 'two' },
      { rowid: 3, text: 'three' },
      { rowid: 300, text: 'many' },
    ])
  })

  it('of every length are found as SQLite has stored them, also rows over several pages', () => {
    const db = new Database(':memory:')
    db.exec('CREATE TABLE t (a TEXT)')
    const insert = db.prepare('INSERT INTO t VALUES (?)')
    const lengths = [0, 1, 57, 58, 126, 127, 3_000]
    // Lengths around the limit of one page, and around the lengths at which another page is needed and the leaf holds
    // least.
    for (const middle of [4_058, 4_575, 8_150, 8_670, 12_242, 12_762, 16_334]) {
      for (let length = middle - 12; length <= middle + 12; length += 1) lengths.push(length)
    }
    const textOf = (length: number): string => `${length}:`.padEnd(length, String(length))
    for (const length of lengths) insert.run(textOf(length))
    // The first result of a row is the right one: those from sound pages come first. Remains in other pages have no
    // checksum here.
    const found = new Map(
      carved(db.serialize())
        .toReversed()
        .map(({ rowid, text }) => [rowid, text]),
    )
    const lost = lengths.filter((length, index) => found.get(index + 1) !== textOf(length))
    expect(lost).toEqual([])
  })

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

  it('fill a page to its last byte', () => {
    const first = cellOf(1, 'x'.repeat(2_000))
    // The room that the page's header, two pointers and the header of the second row leave.
    const second = cellOf(2, 'y'.repeat(PAGE - 8 - 4 - first.length - 6))
    expect(first.length + second.length + 12).toBe(PAGE)
    expect(carved(image(EMPTY_FIRST, pageOf([first, second]))).map(({ rowid }) => rowid)).toEqual([1, 2])
  })

  it('in the pages of an index are ignored, also when the first byte of the file is damaged', () => {
    for (const type of [0x0a, 0x02]) {
      expect(texts(image(EMPTY_FIRST, pageOf([cellOf(1, 'x')], { type })))).toEqual([])
      const first = firstPage([cellOf(1, 'one')])
      first[0] = type
      expect(texts(first)).toEqual(['one'])
    }
  })

  it('in an incomplete page are ignored', () => {
    const page = pageOf([cellOf(1, 'x')])
    expect(texts(image(EMPTY_FIRST, page.subarray(0, PAGE - 1)))).toEqual([])
    expect(texts(image(EMPTY_FIRST, page, Buffer.alloc(1)))).toEqual(['x'])
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

  it('is empty when its header has no rows', () => {
    expect(texts(image(EMPTY_FIRST, pageOf(cells, { count: 0 })))).toEqual([])
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

  it.each<[string, Account]>([
    ['one wrong pointer, into its header,', { pointers: [8, 4_090] }],
    ['one wrong pointer, beyond the page,', { pointers: [PAGE, 4_090] }],
  ])('with %s is used after the sound pages', (_what, { pointers = [] }) => {
    const stale = cellOf(1, 'xxx')
    const damagedPage = pageOf([stale], { pointers: [pointers[0] ?? 0, PAGE - stale.length] })
    const found = texts(image(EMPTY_FIRST, damagedPage, pageOf([cellOf(1, 'now')])))
    expect(found).toEqual(['now', 'xxx'])
  })

  it('at the beginning of the file is searched too', () => {
    const page = firstPage(cells)
    page.fill(0xa5, 0, 108)
    expect(new Set(texts(page))).toEqual(new Set(['one', 'two']))
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

  it('is read from all its pages', () => {
    expect(texts(image(EMPTY_FIRST, leaf(3), more()))).toEqual(['x'.repeat(LONG)])
  })

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

  it('that would begin outside its page is not a row', () => {
    // Every two bytes look like a row of 5,000 bytes. For some of them the number of the next page would be beyond the
    // end.
    const page = Buffer.alloc(PAGE, Buffer.from([0xa7, 0x08]))
    expect(texts(image(EMPTY_FIRST, page, page))).toEqual([])
    expect(texts(image(EMPTY_FIRST, page.subarray(1), page, page))).toEqual([])
  })
})
