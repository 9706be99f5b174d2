/**
 * The body as text, or `undefined` once it has passed `maxBytes`: the rest is not read. Rejects when the stream breaks.
 * @param onChunk called with each piece that arrives
 */
export async function readCapped(
  response: Response,
  maxBytes: number,
  onChunk: () => void,
): Promise<string | undefined> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return decoded(Buffer.concat(chunks))
    onChunk()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      // Not awaited: the cancellation of a stream that does not end may not end either.
      reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
}

const REPLACEMENT = /\ufffd/
const NOT_ASCII = /[^\p{ASCII}\ufffd]/u
/** Bytes in which the encoding of JSON shows: it begins with two characters of ASCII (RFC 4627, section 3). */
const FIRST_BYTES = 4

/** JSON is UTF-8 (RFC 8259). Some hosts send UTF-16, or Latin-1 under any name. */
function decoded(bytes: Buffer): string {
  const [first, second, third, fourth] = bytes.subarray(0, FIRST_BYTES)
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0 && first !== 0)) {
    return new TextDecoder('utf-16le').decode(bytes)
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && third === 0 && second !== 0)) {
    return new TextDecoder('utf-16be').decode(bytes)
  }
  const text = new TextDecoder().decode(bytes)
  // One damaged character in a text of UTF-8 is no reason to read the others as Latin-1.
  return REPLACEMENT.test(text) && !NOT_ASCII.test(text) ? new TextDecoder('windows-1252').decode(bytes) : text
}
