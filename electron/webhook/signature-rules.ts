import type { Spoken } from '../../shared/contract/platforms.ts'
import { canonicalJson } from '../../shared/exact-json.ts'
import { textOf } from '../listening/body-text.ts'
import { HEX_OF_BODY, type SignatureRule } from '../listening/signature.ts'
import { textToSign } from '../platform/dialects/open-delivery-1/keeta-signature.ts'

/** Base64 of 32 bytes. */
const BASE64 = /^[A-Za-z0-9+/]{43}=$/

const readEither = (header: string): Buffer | undefined =>
  BASE64.test(header) ? Buffer.from(header, 'base64') : HEX_OF_BODY.read(header)

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

const OF_1: SignatureRule = { read: readEither, covered: (rawBody) => [rawBody] }

/** Keeta signs the address that it called, which a tunnel may have, and the body (docs/protocol.md, "Open Delivery 1.x"). */
const OF_KEETA: SignatureRule = {
  read: readEither,
  covered(rawBody, { hosts, path }) {
    const bodies = [textOf(Buffer.from(rawBody)), ...canonicalOf(rawBody)]
    const urls = hosts.flatMap((host) => [`https://${host}${path}`, `http://${host}${path}`])
    return [rawBody, ...urls.flatMap((url) => bodies.map((body) => textToSign({ url, body })))]
  },
}

const OF_IFOOD: SignatureRule = { ...HEX_OF_BODY, header: 'x-ifood-signature' }

export function signatureRuleOf({ dialect, profile }: Spoken): SignatureRule {
  if (dialect === 'ifood') return OF_IFOOD
  if (dialect === 'open-delivery-2') return HEX_OF_BODY
  return profile === 'keeta' ? OF_KEETA : OF_1
}
