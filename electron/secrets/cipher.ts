import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'

/** 32 MiB and about a tenth of a second for each guess. */
export const SCRYPT_COST = 2 ** 15
const BLOCK_SIZE = 8
const BYTES_PER_COST = 128 * BLOCK_SIZE
export const KEY_BYTES = 32
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

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `context` is authenticated, not encrypted. Returns the encrypted bytes and their tag. */
function encrypt(key: Buffer, nonce: Buffer, context: Buffer, plain: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(context)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** `undefined`: encrypted with another key or nonce, for another context, or changed. */
function decrypt(key: Buffer, nonce: Buffer, context: Buffer, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(context)
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/** A short secret in base64, encrypted with a new nonce. It cannot be opened for another `context`. */
export function sealText(key: Buffer, context: string, secret: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  return Buffer.concat([nonce, encrypt(key, nonce, Buffer.from(context), secret)]).toString('base64')
}

/** `undefined`: sealed with another key, for another context, or changed. */
export function openText(key: Buffer, context: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  return decrypt(key, bytes.subarray(0, NONCE_BYTES), Buffer.from(context), bytes.subarray(NONCE_BYTES))
}
