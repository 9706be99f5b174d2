import { expect, it } from 'vitest'
import { decodeKey, encodeKey, longKeysOf } from '../../../packages/relay/database/key.ts'

/** Bytes of an index entry of PostgreSQL, for three columns. */
const INDEX_BYTES = 2_704

it.each([
  ['a long id', 'x'.repeat(10_000)],
  ['characters of three bytes', '€'.repeat(400)],
  ['characters that JSON escapes', '\u0000'.repeat(300)],
  ['half of a surrogate pair', '\ud800'.repeat(200)],
])('the key of any text fits an index together with two others: %s', (_title, text) => {
  expect(3 * Buffer.byteLength(encodeKey(text))).toBeLessThan(INDEX_BYTES)
  expect(encodeKey(`${text}y`)).not.toBe(encodeKey(text))
  // The text behind the key is stored once, and read back in full.
  expect(longKeysOf(text).map(({ key, whole }) => [key, decodeKey(whole)])).toEqual([[encodeKey(text), text]])
})

it.each(['e1', '', '"', '\\', 'ação', '\u0000', '\ud800'])('a short text is its own key: %j', (text) => {
  expect(longKeysOf(text)).toEqual([])
  expect(decodeKey(encodeKey(text))).toBe(text)
})
