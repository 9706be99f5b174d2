import type { SqlValue } from './checksum.ts'

/** Records as SQLite stores them (sqlite.org/fileformat2.html, "Record Format"), read with distrust: anything odd is `undefined`. */

type Varint = { readonly value: number; readonly next: number }

const VARINT_BYTES = 9

/** Variable-length integer; values beyond 2^53 occur in no row of ours. */
export function varintAt(bytes: Buffer, offset: number): Varint | undefined {
  let value = 0
  for (let index = 0; index < VARINT_BYTES; index += 1) {
    const byte = bytes[offset + index]
    if (byte === undefined) return undefined
    if (index === VARINT_BYTES - 1) value = value * 256 + byte
    else value = value * 128 + (byte & 0x7f)
    if (byte < 0x80 || index === VARINT_BYTES - 1) {
      return Number.isSafeInteger(value) ? { value, next: offset + index + 1 } : undefined
    }
  }
  return undefined
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8] as const
const SIX_BYTES = 6

function integerAt(bytes: Buffer, offset: number, length: number): number | undefined {
  if (length <= SIX_BYTES) return bytes.readIntBE(offset, length)
  const value = bytes.readBigInt64BE(offset)
  return BigInt.asIntN(54, value) === value ? Number(value) : undefined
}

const FIRST_TEXT_TYPE = 13

/** Bytes that a value of this serial type takes; `undefined` for types that our columns cannot hold (floats, blobs). */
function sizeOf(type: number): number | undefined {
  if (type <= SIX_BYTES) return INTEGER_BYTES[type]
  if (type === 8 || type === 9) return 0
  return type >= FIRST_TEXT_TYPE && type % 2 === 1 ? (type - FIRST_TEXT_TYPE) / 2 : undefined
}

function valueAt(bytes: Buffer, offset: number, type: number, size: number): SqlValue | undefined {
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  return type < FIRST_TEXT_TYPE ? integerAt(bytes, offset, size) : bytes.toString('utf8', offset, offset + size)
}

/** The serial types at the head of a record, if they are those of `counts` columns and fit the payload exactly. */
function typesOf(payload: Buffer, counts: ReadonlySet<number>): { types: number[]; start: number } | undefined {
  const head = varintAt(payload, 0)
  if (!head || head.value > payload.length) return undefined
  const types: number[] = []
  let offset = head.next
  let end = head.value
  while (offset < head.value) {
    const type = varintAt(payload, offset)
    const size = type && sizeOf(type.value)
    if (!type || size === undefined) return undefined
    types.push(type.value)
    end += size
    offset = type.next
  }
  return offset === head.value && end === payload.length && counts.has(types.length)
    ? { types, start: head.value }
    : undefined
}

/** The values of a record that has one of the given numbers of columns; `undefined` when it is none. */
export function recordOf(payload: Buffer, counts: ReadonlySet<number>): readonly SqlValue[] | undefined {
  const head = typesOf(payload, counts)
  if (!head) return undefined
  const values: SqlValue[] = []
  let offset = head.start
  for (const type of head.types) {
    const size = sizeOf(type) ?? 0
    const value = valueAt(payload, offset, type, size)
    if (value === undefined) return undefined
    values.push(value)
    offset += size
  }
  return values
}
