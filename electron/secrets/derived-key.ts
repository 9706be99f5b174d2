import { scrypt } from 'node:crypto'
import { z } from 'zod'

/** 32 MiB and about a tenth of a second for each guess. */
export const SCRYPT_COST = 2 ** 15
const BLOCK_SIZE = 8
const BYTES_PER_COST = 128 * BLOCK_SIZE
const KEY_BYTES = 32
export const SALT_BYTES = 16

/** A stored cost. Without the limit a record that was tampered with could use up the memory. */
export const scryptCostSchema = z
  .number()
  .int()
  .min(2)
  .max(2 ** 17)

/** A key of 32 bytes. Runs on a worker thread, so that it does not block the board. */
export function deriveKey(secret: string, salt: Buffer, cost: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const options = { cost, blockSize: BLOCK_SIZE, parallelization: 1, maxmem: 2 * cost * BYTES_PER_COST }
  scrypt(secret, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  return promise
}
