import type { TLSSocket } from 'node:tls'
import { type Fingerprint, fingerprintOf } from './identity.ts'

/** The key that the other end of this connection proved; `undefined`: none, or none of the one kind that is used here. */
export function peerKeyOf(socket: TLSSocket): Fingerprint | undefined {
  const certificate = socket.getPeerX509Certificate()
  return certificate === undefined ? undefined : fingerprintOf(certificate.publicKey)
}
