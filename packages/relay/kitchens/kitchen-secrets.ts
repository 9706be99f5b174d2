import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * A kitchen's secret is derived from the relay's master key. So the relay can sign deliveries with it without storing it.
 * The database contains only the hash: a secret cannot be derived from a copy of the database alone.
 */
export interface KitchenSecrets {
  secretOf(clientId: string, version: number): string
  /** Key that signs the tokens of the kitchens. It is not the secret of any kitchen. */
  readonly tokenKey: Buffer
  /** Key that encrypts the platform's token in the database. */
  readonly upstreamTokenKey: Buffer
}

const KEY_BYTES = 32
const derive = (masterKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, 'comanda-relay', purpose, KEY_BYTES))

export function createKitchenSecrets(masterKey: string): KitchenSecrets {
  const secretKey = derive(masterKey, 'kitchen-secret')
  return {
    secretOf: (clientId, version) =>
      createHmac('sha256', secretKey).update(`${version} ${clientId}`).digest('base64url'),
    tokenKey: derive(masterKey, 'kitchen-token'),
    upstreamTokenKey: derive(masterKey, 'upstream-token'),
  }
}

/** SHA-256. A secret has 256 unpredictable bits, so a slow password hash would not add security. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Compares in constant time. */
export const isSecret = (given: string, hash: Uint8Array): boolean => {
  const found = hashSecret(given)
  return found.length === hash.length && timingSafeEqual(found, hash)
}
