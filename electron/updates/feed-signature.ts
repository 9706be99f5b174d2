import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/**
 * A feed (`latest-linux.yml` for example) ends with a line, a comment to YAML, that signs every byte before it and the name
 * of the file with Ed25519. electron-updater checks hashes, and on Linux no signature.
 * SECURITY: update-signature (docs/security.md)
 */

const CONTEXT = 'comanda-update-feed'
/** 64 bytes in Base64. */
const SIGNED = /^([\s\S]*\n)# signature: ([A-Za-z0-9+/]{86}==)\n$/
const SIGNATURE_LINE = /^# signature: .*\n?/gm

/** The feed is not signed, or not with this key. */
export class FeedSignatureError extends Error {
  override readonly name = 'FeedSignatureError'
}

const signedBytes = (channelFile: string, body: string): Buffer => Buffer.from(`${CONTEXT}\n${channelFile}\n${body}`)

/**
 * @param key Base64 of the SPKI form (DER) of an Ed25519 key
 * @throws when it is no such key
 */
export function parseFeedKey(key: string): KeyObject {
  const parsed = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  if (parsed.asymmetricKeyType !== 'ed25519') throw new Error('The key of the feed is no Ed25519 key')
  return parsed
}

/**
 * The text of a feed without its signature.
 * @param channelFile name of the file, without a folder
 * @throws FeedSignatureError when the signature is missing, wrong, or not that of this file
 */
export function openSignedFeed(text: string, channelFile: string, key: KeyObject): string {
  const [, body, signature] = SIGNED.exec(text) ?? []
  if (body === undefined || signature === undefined) throw new FeedSignatureError('The feed is not signed')
  if (!verify(null, signedBytes(channelFile, body), key, Buffer.from(signature, 'base64'))) {
    throw new FeedSignatureError('The feed is not signed with the key of this package')
  }
  return body
}

/**
 * The text of a feed with its signature at its end; one that it had before is replaced.
 * @param privateKey PEM of an Ed25519 key
 */
export function signFeed(text: string, channelFile: string, privateKey: string): string {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The feed is signed with an Ed25519 key')
  const unsigned = text.replaceAll(SIGNATURE_LINE, '')
  const body = unsigned.endsWith('\n') ? unsigned : `${unsigned}\n`
  return `${body}# signature: ${sign(null, signedBytes(channelFile, body), key).toString('base64')}\n`
}
