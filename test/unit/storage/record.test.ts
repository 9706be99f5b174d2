import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PAGE_BYTES, PAGE_SIZES } from '../../../electron/storage/file-image.ts'
import { carve, recordOf, varintAt } from '../../../electron/storage/repair/carve.ts'
import type { SqlValue } from '../../../electron/storage/sealed-table.ts'

const integer = fc.oneof(
  fc.integer({ min: -200, max: 200 }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, 1, -1, 127, 128, -129, 32_767, -32_769, 8_388_608, 2 ** 31, -(2 ** 31) - 1, 2 ** 47, 2 ** 53 - 1),
)
const value: fc.Arbitrary<SqlValue> = fc.oneof(
  integer,
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constant(null),
  fc.nat({ max: 20_000 }).map((length) => 'ü'.repeat(length)),
)

/** The bytes that SQLite has stored. */
function stored(rows: readonly (readonly SqlValue[])[], pageBytes: number): Buffer {
  const db = new Database(':memory:')
  db.pragma(`page_size = ${pageBytes}`)
  db.exec('CREATE TABLE t (a ANY, b ANY, c ANY) STRICT')
  const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?)')
  // A bigint is bound as an INTEGER, not as a REAL.
  for (const row of rows) insert.run(...row.map((one) => (typeof one === 'number' ? BigInt(one) : one)))
  const bytes = db.serialize()
  db.close()
  return bytes
}

function carved(
  rows: readonly (readonly SqlValue[])[],
  pageBytes: number = PAGE_BYTES,
): readonly (readonly SqlValue[])[] {
  const found: (readonly SqlValue[])[] = []
  carve(stored(rows, pageBytes), pageBytes, new Set([3]), ({ values }) => {
    found.push(values)
    return true
  })
  return found
}

test('property: all rows that SQLite has stored are found in its bytes, also long ones over many pages', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 30 }),
      fc.constantFrom(...PAGE_SIZES),
      (rows, pageBytes) => {
        const found = carved(rows, pageBytes)
        for (const row of rows) expect(found).toContainEqual(row)
      },
    ),
    { numRuns: 60 },
  )
})

test('property: the reader fails for no bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const buffer = Buffer.from(bytes)
      recordOf(buffer, new Set([1, 2, 3]))
      varintAt(buffer, 0)
      const page = Buffer.alloc(8_192)
      buffer.copy(page, 4_096)
      page[4_096] = 0x0d
      carve(page, 4_096, new Set([1, 2, 3]), () => false)
    }),
  )
})

test.each([
  ['a float', [2, 7, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['a blob', [2, 14, 1]],
  ['two blobs', [3, 14, 14, 65]],
  ['a value that extends beyond the end', [2, 21, 65]],
  ['bytes after the last value', [2, 15, 65, 66]],
  ['a header longer than the record', [9, 1, 1]],
  ['a header that ends inside a number', [2, 0x81, 0x0f, ...Buffer.alloc(64, 'x')]],
  ['an integer that our rows never have', [2, 6, 0x7f, 255, 255, 255, 255, 255, 255, 255]],
  ['the first integer that is not safe', [2, 6, 0, 32, 0, 0, 0, 0, 0, 0]],
  ['too many columns', [3, 8, 8]],
  ['nothing', []],
])('%s is not a row', (_name, bytes) => {
  expect(recordOf(Buffer.from(bytes), new Set([1]))).toBeUndefined()
})

test('numbers of variable length have one byte to nine, and an incomplete one is refused', () => {
  expect(varintAt(Buffer.from([0x7f]), 0)).toEqual({ value: 127, next: 1 })
  expect(varintAt(Buffer.from([0x81, 0x00]), 0)).toEqual({ value: 128, next: 2 })
  expect(varintAt(Buffer.from([0x81]), 0)).toBeUndefined()
  expect(varintAt(Buffer.alloc(9, 0xff), 0)).toBeUndefined()
  // 2^53 - 1 needs eight bytes, and larger numbers are not safe. Only larger numbers have a ninth byte.
  expect(varintAt(Buffer.from([0, 0x8f, 255, 255, 255, 255, 255, 255, 0x7f]), 1)).toEqual({
    value: Number.MAX_SAFE_INTEGER,
    next: 9,
  })
  expect(varintAt(Buffer.from([0x90, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00]), 0)).toBeUndefined()
  expect(varintAt(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 5]), 0)).toBeUndefined()
})

test('whole numbers at the limits of every width are read as SQLite wrote them', () => {
  const widths = [7, 8, 15, 16, 23, 24, 31, 32, 47, 48, 52, 53]
  const edges = [...widths.flatMap((bits) => [2 ** bits - 1, 1 - 2 ** bits, -(2 ** (bits - 1))]), 0, 1, -1, 2, 999]
  for (const edge of edges) expect(carved([[edge, 'after', edge]]), String(edge)).toEqual([[edge, 'after', edge]])
})
