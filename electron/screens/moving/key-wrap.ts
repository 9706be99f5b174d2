import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SALT_BYTES = 16
export const KEY_BYTES = 32

/** 32 MiB and about 0.1 s for each guess. The code has 135 bits. */
const COST = 2 ** 15
const BLOCK_SIZE = 8
const BYTES_PER_COST = 128 * BLOCK_SIZE

/** The key of a shop's copies, wrapped once for the station's keychain and once for the recovery code. Members in base64. */
export const wrapsSchema = z.strictObject({
  byStation: z.base64().max(200),
  byCode: z.strictObject({
    salt: z.base64().max(64),
    /** Cost of scrypt. Without the limit a manipulated header could use up the memory. */
    cost: z
      .number()
      .int()
      .min(2)
      .max(2 ** 17),
    key: z.base64().max(200),
  }),
})
export type Wraps = z.infer<typeof wrapsSchema>

/** `context` is authenticated: a key that was wrapped for one shop cannot be opened for another. */
export function wrapKey(wrapping: Buffer, key: Buffer, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, wrapping, nonce)
  cipher.setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** `undefined`: wrapped with another key, for another context, or changed. */
export function unwrapKey(wrapping: Buffer, wrapped: string, context: string): Buffer | undefined {
  const bytes = Buffer.from(wrapped, 'base64')
  if (bytes.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) return undefined
  try {
    const decipher = createDecipheriv(CIPHER, wrapping, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

export async function wrapWithCode(code: string, key: Buffer, context: string): Promise<Wraps['byCode']> {
  const salt = randomBytes(SALT_BYTES)
  return { salt: salt.toString('base64'), cost: COST, key: wrapKey(await keyOfCode(code, salt, COST), key, context) }
}

export async function unwrapWithCode(
  code: string,
  { salt, cost, key }: Wraps['byCode'],
  context: string,
): Promise<Buffer | undefined> {
  return unwrapKey(await keyOfCode(code, Buffer.from(salt, 'base64'), cost), key, context)
}

/** Runs on a worker thread, so that it does not block the board. */
function keyOfCode(code: string, salt: Buffer, cost: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const options = { cost, blockSize: BLOCK_SIZE, parallelization: 1, maxmem: 2 * cost * BYTES_PER_COST }
  scrypt(code, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)))
  return promise
}
