import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where a delivery was sent to, by its own headers. They decide nothing alone: a signature may cover them. */
export type DeliveredTo = { readonly hosts: readonly string[]; readonly path: string }

/** How a platform signs its deliveries: HMAC-SHA256, keyed with the client secret. */
export type SignatureRule = {
  /** The name of the header, in lower case. */
  readonly header: string
  /** The signature in a header; `undefined`: it cannot be one. */
  read(header: string): Buffer | undefined
  /** What the signature may cover. */
  covered(rawBody: Uint8Array, to: DeliveredTo): readonly (Uint8Array | string)[]
}

/** Lower-case hex of SHA-256 without prefix, space or second value (Open Delivery v2). */
const HEX = /^[0-9a-f]{64}$/

/** The rule of Open Delivery v2: hex, over the raw body. */
export const HEX_OF_BODY: SignatureRule = {
  header: 'x-app-signature',
  read: (header) => (HEX.test(header) ? Buffer.from(header, 'hex') : undefined),
  covered: (rawBody) => [rawBody],
}

const NOWHERE: DeliveredTo = { hosts: [], path: '' }

/**
 * Whether one of the secrets signed what the rule names, by default these very bytes. SECURITY: webhook-signature (docs/security.md).
 * The form first, since the comparison throws on unequal lengths; then in constant time, and with every secret and text, so that the
 * time reveals nothing.
 */
export function isSignedByAny(
  secrets: readonly string[],
  rawBody: Uint8Array,
  header: unknown,
  rule: SignatureRule = HEX_OF_BODY,
  to: DeliveredTo = NOWHERE,
): boolean {
  const claimed = typeof header === 'string' ? rule.read(header) : undefined
  if (claimed === undefined) return false
  const covered = rule.covered(rawBody, to)
  const verdicts = secrets.flatMap((secret) =>
    covered.map((text) => timingSafeEqual(signatureOf(secret, text), claimed)),
  )
  return verdicts.includes(true)
}

export function signatureOf(secret: string, rawBody: Uint8Array | string): Buffer {
  // An empty key is no secret.
  if (secret === '') throw new Error('a client secret is never empty')
  return createHmac('sha256', secret).update(rawBody).digest()
}
