import { endianness } from 'node:os'

/**
 * The index of the write-ahead log (the `-shm` file) survives a killed process and has the number of committed frames.
 * It is written after the log was synced, so a log with fewer frames has lost commits.
 */

const HEADER_BYTES = 48
const MAX_FRAME_OFFSET = 16
const SALT_OFFSET = 32
const CHECKSUM_OFFSET = 40

/**
 * Number of committed frames of the log with `salt` by the index; `undefined` when the index belongs to another log, or is
 * damaged. Without `salt`: of whatever log the index belongs to.
 */
export function framesPromised(index: Buffer, salt?: Buffer): number | undefined {
  const header = index.subarray(0, HEADER_BYTES)
  // Written twice, with a barrier between: unequal copies come from an interrupted write.
  if (!header.equals(index.subarray(HEADER_BYTES, 2 * HEADER_BYTES))) return undefined
  if (header.length < HEADER_BYTES) return undefined
  if (salt && !header.subarray(SALT_OFFSET, CHECKSUM_OFFSET).equals(salt)) return undefined
  const word = (offset: number) => (endianness() === 'BE' ? header.readUInt32BE(offset) : header.readUInt32LE(offset))
  let s0 = 0
  let s1 = 0
  for (let offset = 0; offset < CHECKSUM_OFFSET; offset += 8) {
    s0 = (s0 + word(offset) + s1) >>> 0
    s1 = (s1 + word(offset + 4) + s0) >>> 0
  }
  return s0 === word(CHECKSUM_OFFSET) && s1 === word(CHECKSUM_OFFSET + 4) ? word(MAX_FRAME_OFFSET) : undefined
}
