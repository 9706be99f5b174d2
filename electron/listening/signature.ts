import { createHmac, timingSafeEqual } from 'node:crypto'

/** Lower-case hex of SHA-256 without prefix, space or second value (Open Delivery v2). */
const FORM = /^[0-9a-f]{64}$/

/** Whether a header can be a signature. Costs nothing, so it is checked before the body is read. */
export const isSignatureForm = (header: unknown): header is string => typeof header === 'string' && FORM.test(header)

/**
 * Whether one of the secrets signed these very bytes: HMAC-SHA256 over the raw body, keyed with the client secret (Open
 * Delivery v2, "Webhook"). SECURITY: webhook-signature (docs/security.md). The form first, since the comparison throws on
 * unequal lengths; then in constant time, and with every secret, so that the time reveals nothing.
 */
export function isSignedByAny(secrets: readonly string[], rawBody: Uint8Array, header: unknown): boolean {
  if (!isSignatureForm(header)) return false
  const claimed = Buffer.from(header, 'hex')
  return secrets.map((secret) => timingSafeEqual(signatureOf(secret, rawBody), claimed)).includes(true)
}

export function signatureOf(secret: string, rawBody: Uint8Array | string): Buffer {
  // An empty key is no secret.
  if (secret === '') throw new Error('a client secret is never empty')
  return createHmac('sha256', secret).update(rawBody).digest()
}
