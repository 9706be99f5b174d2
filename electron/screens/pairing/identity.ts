import { createHash, createPrivateKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { z } from 'zod'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { accountOf } from '../../secrets/credentials.ts'
import type { SecretStore, SecretTrouble } from '../../secrets/secret-store.ts'

/**
 * The identity of this machine on links: an ECDSA key on P-256 with a self-signed certificate, which TLS needs. The
 * other end pins the public key; the name and the dates of the certificate have no meaning.
 */
export type Identity = {
  /** PEM. */
  readonly key: string
  /** PEM. */
  readonly certificate: string
  readonly fingerprint: Fingerprint
}

/** SHA-256 of a public key in the form SubjectPublicKeyInfo, 64 lower-case hexadecimal digits. */
export type Fingerprint = string & { readonly __fingerprint: true }

export const fingerprintSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/u)
  // The brand exists at compile time only; the form was checked.
  .transform((text) => text as Fingerprint)

const entrySchema = z.object({ key: z.string(), certificate: z.string() })

const SERIAL_BYTES = 16
/** TLS compares no dates here (keys are pinned), but a certificate has to carry some. */
const VALIDITY = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2049-12-31T00:00:00Z') }

/** Only ECDSA on P-256: the one kind that `createIdentity` makes. */
export function fingerprintOf(publicKey: KeyObject): Fingerprint | undefined {
  if (publicKey.asymmetricKeyType !== 'ec' || publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    return undefined
  }
  const bytes = publicKey.export({ type: 'spki', format: 'der' })
  // The brand exists at compile time only.
  return createHash('sha256').update(bytes).digest('hex') as Fingerprint
}

/** The identity in the keychain; a new one where there is none, or where the entry cannot be read. */
export async function openIdentity(store: SecretStore, account: string): Promise<Result<Identity, SecretTrouble>> {
  const entry = await store.read(account)
  if (!entry.ok) return entry
  const kept = entry.value === undefined ? undefined : readIdentity(entry.value)
  if (kept !== undefined) return ok(kept)
  const made = await createIdentity()
  const text = JSON.stringify({ key: made.key, certificate: made.certificate })
  const written = await store.write(account, text)
  if (!written.ok) return written
  const found = await store.read(account)
  if (!found.ok) return found
  return found.value === text ? ok(made) : fail('failing', 'the keychain gave back something else than was stored')
}

function readIdentity(entry: string): Identity | undefined {
  try {
    const { key, certificate } = entrySchema.parse(JSON.parse(entry))
    const parsed = new X509Certificate(certificate)
    const fingerprint = fingerprintOf(parsed.publicKey)
    const isPair = parsed.checkPrivateKey(createPrivateKey(key))
    return isPair && fingerprint !== undefined ? { key, certificate, fingerprint } : undefined
  } catch {
    return undefined
  }
}

/** The library is large and is loaded only here and while a screen is paired. */
export async function createIdentity(): Promise<Identity> {
  const { Bytes, NodeJsStyleCrypto, X509, X520, X962 } = await import('@matter/general')
  const crypto = new NodeJsStyleCrypto()
  const pair = await crypto.createKeyPair()
  const name = { commonName: X520.CommonName('Comanda') }
  const signed = await X509.sign(crypto, pair, {
    serialNumber: Bytes.fromHex(`01${randomBytes(SERIAL_BYTES).toString('hex')}`),
    signatureAlgorithm: X962.EcdsaWithSHA256,
    issuer: name,
    subject: name,
    validity: VALIDITY,
    publicKey: X962.PublicKeyEcPrime256v1(pair.publicBits),
    // An empty list is no valid DER; BoringSSL will refuse it (crypto/x509/x_x509.cc).
    extensions: { keyUsage: { digitalSignature: true } },
  })
  const certificate = X509.certificateToPem(signed)
  const jwk = { kty: 'EC', crv: 'P-256', d: pair.d, x: pair.x, y: pair.y } as const
  const key = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString()
  const fingerprint = fingerprintOf(new X509Certificate(certificate).publicKey)
  if (fingerprint === undefined) throw new Error('the library made a key of another kind')
  return { key, certificate, fingerprint }
}

/** The public key of the other end; `undefined`: no key, or not an ECDSA key on P-256. */
export function peerKeyOf(socket: TLSSocket): Fingerprint | undefined {
  const certificate = socket.getPeerX509Certificate()
  return certificate === undefined ? undefined : fingerprintOf(certificate.publicKey)
}

/** The keychain account of the key that proves this profile to its screens, or to its main computer. */
export const linkAccountOf = (profile: string): string => `${accountOf(profile)}-screens`
