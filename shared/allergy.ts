import type { Locale, Settings } from './settings.ts'

/** Word beginnings in all three languages: a customer may write in another language than the screen's. */
const ANY_LANGUAGE = [
  'alerg',
  'allerg',
  'anafila',
  'anaphyla',
  'celiac',
  'coeliac',
  'diabet',
  'gluten',
  'intoler',
  'lactos',
]

/**
 * Beginnings of words and phrases about allergies and food restrictions. A kitchen can change them; no list is
 * complete. A restriction is listed as a phrase: "restrição" alone is also used for delivery times and doors.
 */
export const ALLERGY_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  'pt-BR': [
    ...ANY_LANGUAGE,
    'amendoi',
    'castanha',
    'nozes',
    'avelã',
    'amêndoa',
    'camarã',
    'camarõ',
    'marisco',
    'crustáceo',
    'frutos do mar',
    'gergelim',
    'soja',
    'vegan',
    'restrição aliment',
    'restrições aliment',
    'restrição na aliment',
    'restrições na aliment',
    'restrição médica',
    'restrições médicas',
    'restrição dietética',
    'restrições dietéticas',
    'dieta restri',
    'não pode comer',
    'não posso comer',
    'passa mal',
    'passo mal',
    'fenilceton',
  ],
  en: [
    ...ANY_LANGUAGE,
    'peanut',
    'nuts',
    'walnut',
    'almond',
    'hazelnut',
    'cashew',
    'shrimp',
    'prawn',
    'shellfish',
    'sesame',
    'soy',
    'vegan',
    'dietary restrict',
    'food restrict',
    'diet restrict',
    'medical restrict',
    'restricted diet',
    'dietary requirement',
    'dietary need',
    'cannot eat',
    "can't eat",
    'can’t eat',
    'gets sick from',
    'phenylketon',
  ],
  es: [
    ...ANY_LANGUAGE,
    'maní',
    'cacahuete',
    'nuez',
    'nueces',
    'almendra',
    'avellana',
    'camarón',
    'gamba',
    'marisco',
    'crustáceo',
    'sésamo',
    'soja',
    'soya',
    'vegan',
    'restricción aliment',
    'restricciones aliment',
    'restricción en la aliment',
    'restricciones en la aliment',
    'restricción médica',
    'restricciones médicas',
    'restricción dietética',
    'restricciones dietéticas',
    'dieta restri',
    'no puede comer',
    'no puedo comer',
    'le hace mal',
    'me hace mal',
    'fenilceton',
  ],
}

/** The words for this screen: the kitchen's list for its language, otherwise the product's list. */
export const allergyWordsOf = (settings: Settings | undefined): readonly string[] => {
  const locale = settings?.locale ?? 'pt-BR'
  return settings?.allergyWords[locale] ?? ALLERGY_WORDS[locale]
}

export type NotePart = { readonly text: string; readonly warns: boolean }

const LETTER = /[\p{L}\p{N}]/u

const LAST_ASCII = '\x7f'

const withoutAccents = (character: string): string => character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The text in lower case without accents, and the place of each character in the original. */
function foldedWithPlaces(text: string): { readonly letters: string; readonly places: readonly number[] } {
  let letters = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character <= LAST_ASCII ? character.toLowerCase() : withoutAccents(character)
    for (let index = 0; index < plain.length; index++) places.push(at)
    letters += plain
    at += character.length
  }
  places.push(at)
  return { letters, places }
}

const foldedLists = new WeakMap<readonly string[], readonly string[]>()

/** The words in lower case without accents. Kept for each list: a board looks for the same words in every note. */
function foldedWords(words: readonly string[]): readonly string[] {
  const known = foldedLists.get(words)
  if (known) return known
  const folded = words.map((word) => foldedWithPlaces(word.trim()).letters).filter((word) => word !== '')
  foldedLists.set(words, folded)
  return folded
}

const SPACE = /[\s\u00a0-]/u

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

/** The longest of `words` that begins at `at`, given as the place after it. */
function longestMatch(words: readonly string[], letters: string, at: number): number | undefined {
  const ends = words.flatMap((word) => endOf(word, letters, at) ?? [])
  return ends.length === 0 ? undefined : Math.max(...ends)
}

/**
 * Splits a note at words that begin with one of `words`, ignoring accents and case. The joined parts equal the note.
 * These are words of a free text: order lines have no allergen field (Open Delivery v2, "Item").
 */
export function noteParts(text: string, words: readonly string[]): readonly NotePart[] {
  const { letters, places } = foldedWithPlaces(text)
  const wanted = foldedWords(words)
  const parts: NotePart[] = []
  let written = 0
  let at = 0
  while (at < letters.length) {
    const isStart = at === 0 || !LETTER.test(letters[at - 1] ?? '')
    const matched = isStart ? longestMatch(wanted, letters, at) : undefined
    if (matched === undefined) {
      at++
      continue
    }
    let end = matched
    while (end < letters.length && LETTER.test(letters[end] ?? '')) end++
    const from = places[at] ?? 0
    const to = places[end] ?? text.length
    if (from > written) parts.push({ text: text.slice(written, from), warns: false })
    parts.push({ text: text.slice(from, to), warns: true })
    written = to
    at = end
  }
  if (written < text.length) parts.push({ text: text.slice(written), warns: false })
  return parts
}
