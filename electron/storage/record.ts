import type { SqlValue } from './checksum.ts'

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
