import type { TLSSocket } from 'node:tls'
import { type Fingerprint, fingerprintOf } from './identity.ts'

/** The public key of the other end; `undefined`: no key, or not an ECDSA key on P-256. */
export function peerKeyOf(socket: TLSSocket): Fingerprint | undefined {
  const certificate = socket.getPeerX509Certificate()
  return certificate === undefined ? undefined : fingerprintOf(certificate.publicKey)
}
