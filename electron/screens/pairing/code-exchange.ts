import { createHash, timingSafeEqual } from 'node:crypto'
import type { Fingerprint } from './identity.ts'

/**
 * SPAKE2+ (RFC 9383) over the code that a person carries to the screen. A wrong guess uses one attempt.
 *
 * SECURITY: pairing-bound-to-keys (docs/security.md). The context holds the TLS keys of both ends as received: with a relay
 * in the middle they differ.
 */

/** The TLS keys of both ends of the connection on which the code is checked. */
export type BothKeys = { readonly main: Fingerprint; readonly screen: Fingerprint }

/** The share of one end (base64), from which the other end derives the secret. */
export type Share = string
type Confirmation = string

/** Few iterations are enough: a code is valid for minutes and can only be tried at the main computer. */
const ITERATIONS = 2_000

const contextOf = ({ main, screen }: BothKeys): Buffer => Buffer.from(['comanda pairing 1', main, screen].join(' '))
const saltOf = (keys: BothKeys): Buffer => createHash('sha256').update('salt ').update(contextOf(keys)).digest()

async function begin(code: string, keys: BothKeys) {
  const { NodeJsStyleCrypto, Spake2p } = await import('@matter/general')
  // The library hashes the transcript with `SHA-256`, a name that Electron's BoringSSL does not know.
  const crypto = Object.assign(new NodeJsStyleCrypto(), { computeHash: sha256 })
  const parameters = { iterations: ITERATIONS, salt: saltOf(keys) }
  const pin = Number(code)
  return { crypto, parameters, pin, Spake2p, context: contextOf(keys) }
}

/**
 * The screen's side: sends its share, checks the main computer's confirmation and answers with its own.
 * @param code the digits that the main computer shows
 */
export async function beginOnScreen(code: string, keys: BothKeys) {
  const { crypto, parameters, pin, Spake2p, context } = await begin(code, keys)
  const { w0, w1 } = await Spake2p.computeW0W1(crypto, parameters, pin)
  const exchange = Spake2p.create(crypto, context, w0)
  const own = exchange.computeX()
  return {
    share: toText(own),
    /** `undefined`: the main computer has another code or other keys. */
    async answer(share: Share, confirmation: Confirmation): Promise<Confirmation | undefined> {
      const other = toBytes(share)
      const { hAY, hBX } = await exchange.computeSecretAndVerifiersFromY(w1, own, other)
      return isSame(hBX, toBytes(confirmation)) ? toText(hAY) : undefined
    },
  }
}

/** The main computer's side, made from the screen's share. */
export interface MainExchange {
  readonly share: string
  readonly confirmation: string
  isRight(confirmation: Confirmation): boolean
}

/** @throws when the share is no point of the curve */
export async function beginOnMain(code: string, keys: BothKeys, screenShare: Share): Promise<MainExchange> {
  const { crypto, parameters, pin, Spake2p, context } = await begin(code, keys)
  const { w0, L } = await Spake2p.computeW0L(crypto, parameters, pin)
  const exchange = Spake2p.create(crypto, context, w0)
  const own = exchange.computeY()
  const { hAY, hBX } = await exchange.computeSecretAndVerifiersFromX(L, toBytes(screenShare), own)
  return {
    share: toText(own),
    confirmation: toText(hBX),
    isRight: (confirmation) => isSame(hAY, toBytes(confirmation)),
  }
}

type Bytes = ArrayBufferLike | Uint8Array

const sha256 = (data: Bytes): Bytes => new Uint8Array(createHash('sha256').update(view(data)).digest())

const view = (bytes: Bytes): Buffer =>
  bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(bytes)
const toText = (bytes: Bytes): string => view(bytes).toString('base64')
/** A copy with its own buffer, because the library reads whole buffers. */
const toBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64'))
const isSame = (one: Bytes, other: Bytes): boolean =>
  one.byteLength === other.byteLength && timingSafeEqual(view(one), view(other))
