import type { SqlValue } from '../sealed-table.ts'

/**
 * Reads records of SQLite's file format (sqlite.org/fileformat2.html, "Record Format"). An invalid record gives
 * `undefined`.
 */

type Varint = { readonly value: number; readonly next: number }

/** The ninth byte is only used for values that no row of the ledger has. */
const VARINT_BYTES = 8

/** Reads a variable-length integer; `undefined` beyond 2^53, which no row of the ledger has. */
export function varintAt(bytes: Buffer, offset: number): Varint | undefined {
  let value = 0
  for (let next = offset + 1; next <= offset + VARINT_BYTES; next += 1) {
    const byte = bytes[next - 1]
    if (byte === undefined) return undefined
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return Number.isSafeInteger(value) ? { value, next } : undefined
  }
  return undefined
}

const SIX_BYTES = 6

function integerAt(bytes: Buffer, offset: number, length: number): number | undefined {
  if (length <= SIX_BYTES) return bytes.readIntBE(offset, length)
  const value = bytes.readBigInt64BE(offset)
  return BigInt.asIntN(54, value) === value ? Number(value) : undefined
}

/** By serial type: NULL, six widths of integers, no floats, 0 and 1. */
const BYTES_OF_TYPE = [0, 1, 2, 3, 4, 6, 8, undefined, 0, 0] as const

const FIRST_TEXT_TYPE = 13

/** Bytes that a value of this serial type takes; `undefined` for types that our columns cannot hold (floats, blobs). */
function sizeOf(type: number): number | undefined {
  if (type < FIRST_TEXT_TYPE) return BYTES_OF_TYPE[type]
  return type % 2 === 1 ? (type - FIRST_TEXT_TYPE) / 2 : undefined
}

type Field = { readonly type: number; readonly size: number }

function valueAt(bytes: Buffer, offset: number, { type, size }: Field): SqlValue | undefined {
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  return type < FIRST_TEXT_TYPE ? integerAt(bytes, offset, size) : bytes.toString('utf8', offset, offset + size)
}

/** The fields that the head of a record names, if they are those of `counts` columns and fit the payload exactly. */
function fieldsOf(
  payload: Buffer,
  counts: ReadonlySet<number>,
): { fields: readonly Field[]; start: number } | undefined {
  const head = varintAt(payload, 0)
  if (!head) return undefined
  const fields: Field[] = []
  let offset = head.next
  let end = head.value
  while (offset < head.value) {
    const type = varintAt(payload, offset)
    if (!type) return undefined
    const size = sizeOf(type.value)
    if (size === undefined) return undefined
    fields.push({ type: type.value, size })
    end += size
    offset = type.next
  }
  return offset === head.value && end === payload.length && counts.has(fields.length)
    ? { fields, start: head.value }
    : undefined
}

/** The values of a record that has one of the given numbers of columns; `undefined` when it is none. */
export function recordOf(payload: Buffer, counts: ReadonlySet<number>): readonly SqlValue[] | undefined {
  const head = fieldsOf(payload, counts)
  if (!head) return undefined
  const values: SqlValue[] = []
  let offset = head.start
  for (const field of head.fields) {
    const value = valueAt(payload, offset, field)
    if (value === undefined) return undefined
    values.push(value)
    offset += field.size
  }
  return values
}

/**
 * Finds rows in the bytes of a database file without SQLite. With a damaged header, schema or tree SQLite returns
 * nothing, but the rows are still in their pages. The checksum of each row verifies it.
 */

const LEAF_TABLE = 0x0d
const LEAF_INDEX = 0x0a
const INNER_INDEX = 0x02
const INNER_TABLE = 0x05
const FILE_HEADER_BYTES = 100
const PAGE_HEADER_BYTES = 8
const VARINT_MAX_BYTES = 9
/** No row of the ledger is longer. */
const LARGEST_PAYLOAD = 4 * 1024 * 1024

/** A row as found. An INTEGER PRIMARY KEY is NULL in the record and is the row's number. */
export type CarvedRow = { readonly rowid: number; readonly values: readonly SqlValue[] }

/**
 * @param largestLocal bytes of the largest payload that stays in a page of this type as a whole
 */
function payloadAt(
  image: Buffer,
  page: Buffer,
  offset: number,
  length: number,
  largestLocal: number,
): Buffer | undefined {
  const pageBytes = page.length
  const leastLocal = Math.floor(((pageBytes - 12) * 32) / 255) - 23
  const overflowBytes = pageBytes - 4
  // A payload that ends after the page is cut off here, and `recordOf` does not accept it.
  if (length <= largestLocal) return page.subarray(offset, offset + length)
  const spread = leastLocal + ((length - leastLocal) % overflowBytes)
  const local = spread <= largestLocal ? spread : leastLocal
  if (offset + local + 4 > page.length) return undefined
  const parts = [page.subarray(offset, offset + local)]
  let missing = length - local
  let next = page.readUInt32BE(offset + local)
  while (missing > 0) {
    const start = (next - 1) * pageBytes
    if (next < 1 || start + pageBytes > image.length) return undefined
    const taken = Math.min(missing, overflowBytes)
    parts.push(image.subarray(start + 4, start + 4 + taken))
    missing -= taken
    next = image.readUInt32BE(start)
  }
  return Buffer.concat(parts)
}

/**
 * Whether the first byte of a payload can be the size of the head of such a record: one byte for itself, and one to nine for
 * each column. Rejects most text without a copy of it.
 */
function canBeHead(byte: number | undefined, counts: ReadonlySet<number>): boolean {
  if (byte === undefined) return false
  for (const count of counts) if (byte > count && byte <= 1 + VARINT_MAX_BYTES * count) return true
  return false
}

function cellAt(image: Buffer, page: Buffer, offset: number, counts: ReadonlySet<number>): CarvedRow | undefined {
  const length = varintAt(page, offset)
  if (!length || length.value < 2 || length.value > LARGEST_PAYLOAD) return undefined
  const rowid = varintAt(page, length.next)
  if (!rowid || !canBeHead(page[rowid.next], counts)) return undefined
  const payload = payloadAt(image, page, rowid.next, length.value, page.length - 35)
  const values = payload && recordOf(payload, counts)
  return values && { rowid: rowid.value, values }
}

/** Offsets of the cells by the page's own header; `undefined` when the header is not that of a table's leaf. */
function accountOf(page: Buffer, start: number): readonly number[] | undefined {
  const count = page.readUInt16BE(start + 3)
  const end = start + PAGE_HEADER_BYTES + 2 * count
  if (page[start] !== LEAF_TABLE || end > page.length) return undefined
  const offsets = Array.from({ length: count }, (_, index) => page.readUInt16BE(start + PAGE_HEADER_BYTES + 2 * index))
  return offsets.every((offset) => offset >= end && offset < page.length) ? offsets : undefined
}

/** Pages of indexes hold no rows and are skipped: there are many. */
const isIndex = (type: number | undefined): boolean => type === LEAF_INDEX || type === INNER_INDEX

/**
 * Passes every record with one of the given numbers of columns to `take`, which returns whether its checksum fits. The
 * cells in the page headers come first. Where a header or a cell is damaged, every byte of the page is tried as the
 * start of a cell.
 */
export function carve(
  image: Buffer,
  pageBytes: number,
  counts: ReadonlySet<number>,
  take: (row: CarvedRow) => boolean,
): void {
  const doubtful: Buffer[] = []
  for (let start = 0; start + pageBytes <= image.length; start += pageBytes) {
    const page = image.subarray(start, start + pageBytes)
    if (start > 0 && isIndex(page[0])) continue
    const offsets = accountOf(page, start === 0 ? FILE_HEADER_BYTES : 0)
    const taken = offsets?.map((offset) => {
      const row = cellAt(image, page, offset, counts)
      return row !== undefined && take(row)
    })
    if (!taken?.every(Boolean)) doubtful.push(page)
  }
  for (const page of doubtful) {
    for (let offset = 0; offset < pageBytes; offset += 1) {
      const row = cellAt(image, page, offset, counts)
      if (row) take(row)
    }
  }
}

/** A cell of an index: it has no row number. In an inner page it follows the number of a page. */
function keyAt(
  image: Buffer,
  page: Buffer,
  offset: number,
  counts: ReadonlySet<number>,
): readonly SqlValue[] | undefined {
  const length = varintAt(page, offset)
  if (!length || length.value < 2 || length.value > LARGEST_PAYLOAD) return undefined
  if (!canBeHead(page[length.next], counts)) return undefined
  const largestLocal = Math.floor(((page.length - 12) * 64) / 255) - 23
  const payload = payloadAt(image, page, length.next, length.value, largestLocal)
  return payload && recordOf(payload, counts)
}

/** Like `carve`, for a table WITHOUT ROWID, whose rows are in the pages of its index. Every byte is tried. */
export function carveKeyed(
  image: Buffer,
  pageBytes: number,
  counts: ReadonlySet<number>,
  take: (values: readonly SqlValue[]) => void,
): void {
  for (let start = 0; start + pageBytes <= image.length; start += pageBytes) {
    const page = image.subarray(start, start + pageBytes)
    if (page[0] === LEAF_TABLE || page[0] === INNER_TABLE) continue
    for (let offset = 0; offset < pageBytes; offset += 1) {
      const values = keyAt(image, page, offset, counts)
      if (values) take(values)
    }
  }
}
