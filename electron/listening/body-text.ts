const REPLACEMENT = /\ufffd/
const NOT_ASCII = /[^\p{ASCII}\ufffd]/u
/** Bytes in which the encoding of JSON shows: it begins with two characters of ASCII (RFC 4627, section 3). */
const FIRST_BYTES = 4

/** The text of a body, or of a file. JSON is UTF-8 (RFC 8259). Some hosts and editors write UTF-16, or Latin-1 under any name. */
export function textOf(bytes: Uint8Array): string {
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
