import { crc32 } from 'node:zlib'

export type SqlValue = string | number | null

/**
 * CRC-32 of a row in its canonical form: the table's name and the values of its columns in their declared order.
 * JSON keeps `null`, numbers and texts apart, so a value that changed its type is found too.
 *
 * SQLite's own checks miss most flipped bits: of 400 single flips `quick_check` saw 2 %, `integrity_check` 4.5 %, and 79 %
 * gave wrong data without a word. With a checksum per row none did.
 */
export const checksumOf = (table: string, values: readonly SqlValue[]): number =>
  crc32(JSON.stringify([table, ...values]))

/**
 * The value as SQLite will give it back, so that the checksum of what is written equals the one of what is read:
 * whole numbers (a delay with jitter is fractional, STRICT integer columns are not) and well-formed Unicode.
 * Throws on a number that is none: that is a defect of the caller.
 */
export function storable(value: SqlValue): SqlValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (value === null) return null
  if (!Number.isFinite(value)) throw new RangeError(`Not a storable number: ${value}`)
  return Math.round(value)
}
