import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Electron's Node uses BoringSSL, whose names of digests are compared exactly (crypto/digest/digest_extra.cc,
 * EVP_get_digestbyname): `SHA-256` and the SHA-3 family are unknown. It has no CCM cipher by name.
 */
const DIGEST = /^(md4|md5|ripemd160|md5-sha1|sha(1|224|256|384|512|512-256))$/
const SIGNATURE_DIGEST = /^RSA-(MD5|SHA(1|224|256|384|512))$|^(md5|sha(1|224|256|384|512))WithRSAEncryption$/

const isDigest = (name: unknown): boolean => {
  if (typeof name !== 'string') return true
  const isOneCase = name === name.toLowerCase() || name === name.toUpperCase()
  return (isOneCase && DIGEST.test(name.toLowerCase())) || SIGNATURE_DIGEST.test(name)
}
const isCipher = (name: unknown): boolean => typeof name !== 'string' || !/-(ccm|ocb)$|^aria|^camellia/i.test(name)

/** Position of the name among the arguments. */
const CALLS: readonly (readonly [name: string, at: number, isKnown: (name: unknown) => boolean, message: string])[] = [
  ['createHash', 0, isDigest, 'Digest method not supported'],
  ['hash', 0, isDigest, 'Digest method not supported'],
  ['createHmac', 0, isDigest, 'Invalid digest'],
  ['createSign', 0, isDigest, 'Invalid digest'],
  ['createVerify', 0, isDigest, 'Invalid digest'],
  ['sign', 0, isDigest, 'Invalid digest'],
  ['verify', 0, isDigest, 'Invalid digest'],
  ['hkdf', 0, isDigest, 'Invalid digest'],
  ['hkdfSync', 0, isDigest, 'Invalid digest'],
  ['pbkdf2', 4, isDigest, 'Invalid digest'],
  ['pbkdf2Sync', 4, isDigest, 'Invalid digest'],
  ['createCipheriv', 0, isCipher, 'Unknown cipher'],
  ['createDecipheriv', 0, isCipher, 'Unknown cipher'],
]

/** Refuses the digests and ciphers that Electron's `node:crypto` does not have. */
export const imitateBoringSsl = (): void => {
  const module = nodeCrypto as unknown as Record<string, (...args: unknown[]) => unknown>
  for (const [name, at, isKnown, message] of CALLS) {
    const original = module[name]
    if (original === undefined) continue
    module[name] = (...args) => {
      if (!isKnown(args[at])) throw new Error(message)
      return original(...args)
    }
  }
  syncBuiltinESMExports()
}
