import type { LongIntegers } from '../json-body.ts'

/**
 * Reads JSON with faults that programs make: raw line breaks in texts, unescaped quotation marks, `NaN`, missing or
 * superfluous commas, single quotation marks. For bodies that `JSON.parse` refuses.
 */

/** The rest after this depth is left out. */
const MAX_DEPTH = 60
const SPACE = /[\s\p{Cc}\ufeff]*/uy
/** What follows the end of a text. A quotation mark before anything else belongs to the text. */
const AFTER_TEXT = /[\s\p{Cc}]{0,200}(?:[,:}\]]|$)/uy
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?=[\s,}\]]|$)/y
/** Words for values, and for values that JSON does not have. */
const WORD = /[+-]?[A-Za-z_]\w{0,20}(?=[\s,:}\]]|$)/y
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, True: true, False: false }
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const HEX = /^[\da-fA-F]{4}$/
/** So many times its length a list may be read in vain. Of its further objects that cannot be read, only the texts are kept. */
const MAX_VAIN = 4
/** The end of one object of a list and the beginning of the next. */
const NEXT_OBJECT = /[}\]"\w]\s*,\s*(?=\{\s*["'}])/g

class Fault extends Error {}

/** A text with a position that moves forward. */
type Scanner = { readonly text: string; at: number; readonly longIntegers: LongIntegers }

function matched(scanner: Scanner, pattern: RegExp): string | undefined {
  pattern.lastIndex = scanner.at
  const found = pattern.exec(scanner.text)?.[0]
  if (found !== undefined) scanner.at += found.length
  return found
}

const skipSpace = (scanner: Scanner): string | undefined => {
  matched(scanner, SPACE)
  return scanner.text[scanner.at]
}

function readText(scanner: Scanner, quote: string): string {
  const { text } = scanner
  let read = ''
  for (let at = scanner.at + 1; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === quote) {
      AFTER_TEXT.lastIndex = at + 1
      if (AFTER_TEXT.test(text)) {
        scanner.at = at + 1
        return read
      }
    }
    if (character !== '\\') {
      read += character
      continue
    }
    at += 1
    const escaped = text.charAt(at)
    const code = text.slice(at + 1, at + 5)
    if (escaped === 'u' && HEX.test(code)) {
      read += String.fromCharCode(Number.parseInt(code, 16))
      at += 4
    } else {
      read += ESCAPES[escaped] ?? escaped
    }
  }
  scanner.at = text.length
  throw new Fault()
}

function readValue(scanner: Scanner, depth: number): unknown {
  const character = skipSpace(scanner)
  if (character === undefined || depth > MAX_DEPTH) throw new Fault()
  if (character === '{') return readObject(scanner, depth)
  if (character === '[') return readList(scanner, depth)
  if (character === '"' || character === "'") return readText(scanner, character)
  const number = matched(scanner, NUMBER)
  // Longer integers are ids: kept as they were sent.
  if (number !== undefined) {
    if (!/^-?\d+$/.test(number) || Number.isSafeInteger(Number(number))) return Number(number)
    return scanner.longIntegers === 'bigint' ? BigInt(number) : number
  }
  const word = matched(scanner, WORD)
  if (word === undefined) throw new Fault()
  return Object.hasOwn(WORDS, word) ? WORDS[word] : null
}

function readObject(scanner: Scanner, depth: number): unknown {
  const members: [string, unknown][] = []
  scanner.at += 1
  for (;;) {
    const character = skipSpace(scanner)
    if (character === '}') break
    if (character === ',') {
      scanner.at += 1
      continue
    }
    const name = character === '"' || character === "'" ? readText(scanner, character) : matched(scanner, WORD)
    if (name === undefined || skipSpace(scanner) !== ':') throw new Fault()
    scanner.at += 1
    const after = skipSpace(scanner)
    const value = after === ',' || after === '}' ? null : readValue(scanner, depth + 1)
    // SECURITY: prototype-pollution (docs/security.md).
    if (name !== '__proto__') members.push([name, value])
  }
  scanner.at += 1
  return Object.fromEntries(members)
}

function readList(scanner: Scanner, depth: number): unknown {
  const members: unknown[] = []
  scanner.at += 1
  for (;;) {
    const character = skipSpace(scanner)
    if (character === ']') break
    if (character === ',') scanner.at += 1
    else members.push(readValue(scanner, depth + 1))
  }
  scanner.at += 1
  return members
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** The object in a text; `undefined` when it does not end or cannot be read. Never throws. */
export function salvageObject(text: string, longIntegers: LongIntegers = 'text'): unknown {
  const scanner: Scanner = { text, at: 0, longIntegers }
  const value = attempt(() =>
    skipSpace(scanner) === '{' || text[scanner.at] === '[' ? readValue(scanner, 0) : undefined,
  )
  return skipSpace(scanner) === undefined ? value : undefined
}

/**
 * The objects of a list in a text, one by one; one that cannot be read is its text. The last one is left out when the text
 * was cut in it: it comes again. Never throws.
 */
export const salvageList = (text: string, most: number): readonly unknown[] =>
  objectsFrom(text, text.indexOf('[') < 0 ? 0 : text.indexOf('[') + 1, most)

/** Objects that follow each other without a list, with any text between them; none when the text begins with a list. */
export function salvageSequence(text: string, most: number): readonly unknown[] {
  const start = text.search(/[[{]/)
  const isObject =
    text[start] === '{' && attempt(() => readValue({ text, at: start, longIntegers: 'bigint' }, 0)) !== undefined
  return isObject ? objectsFrom(text, start, most) : []
}

function objectsFrom(text: string, start: number, most: number): readonly unknown[] {
  const scanner: Scanner = { text, at: start, longIntegers: 'bigint' }
  const found: unknown[] = []
  let vainLeft = MAX_VAIN * text.length
  while (found.length < most) {
    const character = skipSpace(scanner)
    if (character === undefined) break
    if (character !== '{') {
      scanner.at += 1
      continue
    }
    const begin = scanner.at
    const value = vainLeft > 0 ? attempt(() => readValue(scanner, 0)) : undefined
    if (value !== undefined) {
      found.push(value)
      continue
    }
    vainLeft -= scanner.at - begin
    NEXT_OBJECT.lastIndex = begin + 1
    const next = NEXT_OBJECT.exec(text)
    const isCut = next === null && !/\}\]?\}?$/.test(text.slice(-200).replaceAll(/\s+/g, ''))
    const end = next === null ? text.length : NEXT_OBJECT.lastIndex
    if (!isCut) found.push(text.slice(begin, end))
    scanner.at = end
  }
  return found
}
