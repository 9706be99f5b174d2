import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The stored hash of a PIN. Binary members are base64. */
export const pinHashSchema = z.object({
  salt: z.base64(),
  hash: z.base64(),
  /** Cost of scrypt; the bounds keep a record that was tampered with from taking all memory. */
  cost: z
    .number()
    .int()
    .min(2)
    .max(2 ** 17),
})
export type PinHash = z.infer<typeof pinHashSchema>

/** 32 MiB and about a tenth of a second for each guess. */
const COST = 2 ** 15
const BLOCK_SIZE = 8
const BYTES_PER_COST = 128 * BLOCK_SIZE
const SALT_BYTES = 16
const HASH_BYTES = 32

export async function hashPin(pin: string): Promise<PinHash> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(pin, salt, COST)
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost: COST }
}

export async function isPinOf(pin: string, { salt, hash, cost }: PinHash): Promise<boolean> {
  const derived = await derive(pin, Buffer.from(salt, 'base64'), cost)
  const kept = Buffer.from(hash, 'base64')
  return kept.length === derived.length && timingSafeEqual(kept, derived)
}

/** Runs on a worker thread, so that it does not block the board. */
function derive(pin: string, salt: Buffer, cost: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const options = { cost, blockSize: BLOCK_SIZE, parallelization: 1, maxmem: 2 * cost * BYTES_PER_COST }
  scrypt(pin, salt, HASH_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  return promise
}
