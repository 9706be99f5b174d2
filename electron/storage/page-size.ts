/**
 * Page size of new databases, in bytes. A commit writes whole pages to the log: with SQLite's default of 4 kB each
 * order caused three times as many bytes (docs/performance.md, "What the databases write").
 */
export const PAGE_BYTES = 1024
/** Databases of older versions of the program keep SQLite's default. */
export const PAGE_SIZES: readonly number[] = [PAGE_BYTES, 4096]

const MAGIC = 'SQLite format 3\0'
const PAGE_SIZE_OFFSET = 16
const PAGE_COUNT_OFFSET = 28
const HEADER_BYTES = 100

/** The page size in the first bytes of a database; `undefined` when it is none of `PAGE_SIZES`. */
export function namedPageSize(bytes: Buffer): number | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
  const named = bytes.readUInt16BE(PAGE_SIZE_OFFSET)
  return PAGE_SIZES.includes(named) ? named : undefined
}

/** The possible page sizes of a damaged image: the one in its header if the length of the image fits it, else all. */
export function possiblePageSizes(image: Buffer): readonly number[] {
  const named = namedPageSize(image)
  const isProved = named !== undefined && image.readUInt32BE(PAGE_COUNT_OFFSET) * named === image.length
  return isProved ? [named] : PAGE_SIZES
}
