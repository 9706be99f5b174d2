/** Comparison of texts that people wrote: without case, accents and characters that are not drawn. Pure. */

const LAST_ASCII = '\x7f'
/** Soft hyphens and joiners may stand inside a word. */
const NOT_DRAWN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Letters that Unicode does not take apart. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['’', "'"],
])
const LETTER = /[\p{L}\p{N}]/u
const SPACE = /[\s\p{Pd}]/u

/** A whole sentence may be one character. */
const MOST_LETTERS = 4
/** Kept for each character that is not of ASCII: to take one apart costs more than all the rest. */
const foldedCharacters = new Map<string, string>()

function foldedCharacter(character: string): string {
  if (character <= LAST_ASCII) return character.toLowerCase()
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  const plain = character.normalize('NFKD').replaceAll(NOT_DRAWN, '').toLowerCase().slice(0, MOST_LETTERS)
  const made = PLAIN.get(plain) ?? plain
  foldedCharacters.set(character, made)
  return made
}

/** Lower case, plain letters (bold and wide ones too), no accents, nothing invisible: "Açaí" is found by "acai". */
export function folded(text: string): string {
  let plain = ''
  for (const character of text) plain += foldedCharacter(character)
  return plain
}

/** The words of a folded text. */
export const wordsOf = (plain: string): readonly string[] => plain.match(/[\p{L}\p{N}_']+/gu) ?? []

/** The text without its last characters that are of this kind. An expression would begin anew at each of them. */
export function withoutEnd(text: string, kind: RegExp): string {
  let end = text.length
  while (end > 0) {
    const last = text.codePointAt(end - 2) ?? 0
    const from = end - (last > 0xffff ? 2 : 1)
    if (!kind.test(text.slice(from, end))) break
    end = from
  }
  return text.slice(0, end)
}

/** The name of a dish for counting: NFC, NFD, case and blanks make no other dish; an accent does. */
export const dishName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase()

/** The folded text, and the place of each of its characters in the original. The last place is the end. */
function foldedWithPlaces(text: string): { readonly letters: string; readonly places: readonly number[] } {
  let letters = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = foldedCharacter(character)
    for (let index = 0; index < plain.length; index++) places.push(at)
    letters += plain
    at += character.length
  }
  places.push(at)
  return { letters, places }
}

/** Words to look for. `isInside`: words that also count in the middle of another one. */
type WordIndex = { readonly atStart: FirstLetters; readonly inside: FirstLetters }
type FirstLetters = ReadonlyMap<string, readonly string[]>

const byFirstLetter = (words: readonly string[]): FirstLetters => Map.groupBy(words, (word) => word.charAt(0))

const indexes = new WeakMap<readonly string[], WordIndex>()

/** Kept for each list: a board looks for the same words in every text. */
function indexOf(words: readonly string[], isInside: (word: string) => boolean): WordIndex {
  const known = indexes.get(words)
  if (known) return known
  const plain = [...new Set(words.map((word) => folded(word.trim())))].filter((word) => word !== '')
  const made = { atStart: byFirstLetter(plain), inside: byFirstLetter(plain.filter(isInside)) }
  indexes.set(words, made)
  return made
}

/** The place after `word` in a text that has it at `at`. A space in `word` matches any spaces or hyphens. */
function endOf(word: string, letters: string, at: number): number | undefined {
  let end = at
  for (const letter of word) {
    if (letter === ' ') {
      if (!SPACE.test(letters[end] ?? '')) return undefined
      while (SPACE.test(letters[end] ?? '')) end++
    } else {
      if (!letters.startsWith(letter, end)) return undefined
      end += letter.length
    }
  }
  return end
}

export const isLetter = (character: string | undefined): boolean => character !== undefined && LETTER.test(character)

/** The longest of the words that begins at `at`, given as the place after it. */
function longestMatch(words: FirstLetters, letters: string, at: number): number | undefined {
  const ends = (words.get(letters.charAt(at)) ?? []).flatMap((word) => endOf(word, letters, at) ?? [])
  return ends.length === 0 ? undefined : Math.max(...ends)
}

export type FoundWord = { readonly from: number; readonly to: number }

/** Texts for which the places are kept, for each list of words. */
const MOST_KEPT = 1_000
let keptPlaces = new WeakMap<readonly string[], Map<string, readonly FoundWord[]>>()

/** Call when orders leave the board: what customers wrote must not stay in memory longer than their orders. */
export function forgetTexts(): void {
  keptPlaces = new WeakMap()
}

/**
 * Where `text` has words that begin with one of `words`; the places are those of the original text. Kept for each list: the
 * orders of a board have the same dishes, and each ticket is measured before it is drawn.
 */
export function foundWords(
  text: string,
  words: readonly string[],
  isInside: (word: string) => boolean,
): readonly FoundWord[] {
  const kept = keptPlaces.get(words) ?? new Map<string, readonly FoundWord[]>()
  const known = kept.get(text)
  if (known) return known
  const found = findWords(text, words, isInside)
  if (kept.size >= MOST_KEPT) kept.clear()
  keptPlaces.set(words, kept.set(text, found))
  return found
}

function findWords(text: string, words: readonly string[], isInside: (word: string) => boolean): readonly FoundWord[] {
  const { letters, places } = foldedWithPlaces(text)
  const { atStart, inside } = indexOf(words, isInside)
  const found: FoundWord[] = []
  let start = 0
  let at = 0
  while (at < letters.length) {
    const isStart = at === 0 || !isLetter(letters[at - 1])
    if (isStart) start = at
    const matched = longestMatch(isStart ? atStart : inside, letters, at)
    if (matched === undefined) {
      at++
      continue
    }
    let end = matched
    while (isLetter(letters[end])) end++
    found.push({ from: places[start] ?? 0, to: places[end] ?? text.length })
    at = end
  }
  return found
}

/** The text after the first of `words`, when it begins with one as a whole word; `undefined`: it does not. Folded. */
export function restAfterWord(text: string, words: readonly string[]): string | undefined {
  const { letters } = foldedWithPlaces(text)
  const at = letters.search(LETTER)
  if (at < 0) return undefined
  const ends = (indexOf(words, () => false).atStart.get(letters.charAt(at)) ?? []).flatMap((word) => {
    const end = endOf(word, letters, at)
    // A word that ends with a sign is whole before a letter too: "s/cebola".
    const isWhole = end !== undefined && !(isLetter(letters[end]) && isLetter(letters[end - 1]))
    return isWhole ? [end] : []
  })
  return ends.length === 0 ? undefined : letters.slice(Math.max(...ends))
}
