import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The DNS names with which a screen searches for its station and the station answers. They hold random bytes and a
 * proof of the id of the screen in the station's list. Only the two know that id, so the names reveal neither the shop
 * nor the program.
 */

const NONCE_BYTES = 8
/** Hexadecimal digits of a proof: 128 bits. */
const PROOF_DIGITS = 32
const NAME = /^([0-9a-f]{16})([0-9a-f]{32})\.local$/u

const proofOf = (deviceId: string, what: string): string =>
  createHmac('sha256', deviceId).update(`comanda search 1 ${what}`).digest('hex').slice(0, PROOF_DIGITS)

/** The name of a question; different each time. */
export function questionName(deviceId: string): string {
  const nonce = randomBytes(NONCE_BYTES).toString('hex')
  return `${nonce}${proofOf(deviceId, nonce)}.local`
}

/** The id of the screen that sent this question; `undefined`: none of these. */
export function askingScreen(name: string, deviceIds: readonly string[]): string | undefined {
  const [, nonce, proof] = NAME.exec(name.toLowerCase()) ?? []
  if (nonce === undefined || proof === undefined) return undefined
  const given = Buffer.from(proof)
  return deviceIds.find((id) => timingSafeEqual(Buffer.from(proofOf(id, nonce)), given))
}

/** The name of an answer. Its proof covers the port, so that another machine cannot answer with another port. */
export const answerName = (deviceId: string, question: string, port: number): string =>
  `${proofOf(deviceId, `${question.toLowerCase()} ${port}`)}.local`
