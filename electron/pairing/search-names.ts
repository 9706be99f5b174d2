import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The names by which a screen asks on the network for its station, and the station answers. They hold random bytes and a
 * proof of the id under which the station lists the screen: the two of them alone know it, so that to anything else on the
 * network the names say neither which shop nor which program.
 */

const NONCE_BYTES = 8
/** Hexadecimal digits of a proof: 128 bits. */
const PROOF_DIGITS = 32
const NAME = /^([0-9a-f]{16})([0-9a-f]{32})\.local$/u

const proofOf = (deviceId: string, what: string): string =>
  createHmac('sha256', deviceId).update(`comanda search 1 ${what}`).digest('hex').slice(0, PROOF_DIGITS)

/** What a screen asks for; another name each time. */
export function questionName(deviceId: string): string {
  const nonce = randomBytes(NONCE_BYTES).toString('hex')
  return `${nonce}${proofOf(deviceId, nonce)}.local`
}

/** Which of these screens asks with this name. */
export function askingScreen(name: string, deviceIds: readonly string[]): string | undefined {
  const [, nonce, proof] = NAME.exec(name.toLowerCase()) ?? []
  if (nonce === undefined || proof === undefined) return undefined
  const given = Buffer.from(proof)
  return deviceIds.find((id) => timingSafeEqual(Buffer.from(proofOf(id, nonce)), given))
}

/** What the station answers: the port is in its proof, so that no other one can be told in its name. */
export const answerName = (deviceId: string, question: string, port: number): string =>
  `${proofOf(deviceId, `${question.toLowerCase()} ${port}`)}.local`
