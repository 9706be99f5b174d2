import { canonicalJson } from '../../../../shared/exact-json.ts'
import { textOf } from '../../../listening/body-text.ts'
import { HEX_OF_BODY, type SignatureRule } from '../../../listening/signature.ts'
import type { DeliveryForm } from '../dialect.ts'
import { textToSign } from './keeta-signature.ts'
import type { HostOf1 } from './profiles.ts'

/** Base64 of 32 bytes. */
const BASE64 = /^[A-Za-z0-9+/]{43}=$/

const HEX_OR_BASE64: SignatureRule = {
  ...HEX_OF_BODY,
  read: (header) => (BASE64.test(header) ? Buffer.from(header, 'base64') : HEX_OF_BODY.read(header)),
}

/** A larger body is read only after its signature is known to be right. */
const MAX_CANONICAL_BYTES = 65_536

/** The body with its members in the sequence of their names; none for one that is no JSON, or nested too deep for this stack. */
function canonicalOf(rawBody: Uint8Array): readonly string[] {
  if (rawBody.length > MAX_CANONICAL_BYTES) return []
  try {
    return [canonicalJson(JSON.parse(textOf(Buffer.from(rawBody))))]
  } catch {
    return []
  }
}

/** Keeta signs the address that it called, which a tunnel may have, and the body (docs/protocol.md, "Open Delivery 1.x"). */
const OF_KEETA: SignatureRule = {
  ...HEX_OR_BASE64,
  covered(rawBody, { hosts, path }) {
    const bodies = [textOf(Buffer.from(rawBody)), ...canonicalOf(rawBody)]
    const urls = hosts.flatMap((host) => [`https://${host}${path}`, `http://${host}${path}`])
    return [rawBody, ...urls.flatMap((url) => bodies.map((body) => textToSign({ url, body })))]
  },
}

export const deliveriesOf = (profile: HostOf1): DeliveryForm => ({
  paths: ['/v1/newEvent', '/newEvent', '/orderUpdate'],
  signature: profile === 'keeta' ? OF_KEETA : HEX_OR_BASE64,
  takenStatus: 204,
  isTimedByOrder: true,
})
