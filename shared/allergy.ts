import type { Locale, Settings } from './settings.ts'

/** Beginnings of words that speak of allergies. A kitchen can change them; no list is ever complete. */
export const ALLERGY_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  'pt-BR': [
    'alerg',
    'anafila',
    'intoler',
    'celíac',
    'glúten',
    'lactose',
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
  ],
  en: [
    'allerg',
    'anaphyla',
    'intoleran',
    'coeliac',
    'celiac',
    'gluten',
    'lactose',
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
  ],
  es: [
    'alerg',
    'alérg',
    'anafila',
    'intoler',
    'celíac',
    'celiac',
    'gluten',
    'lactosa',
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
  ],
}

/** The words of this screen: those that the kitchen chose for its language, else the product's. */
export const allergyWordsOf = (settings: Settings | undefined): readonly string[] => {
  const locale = settings?.locale ?? 'pt-BR'
  return settings?.allergyWords[locale] ?? ALLERGY_WORDS[locale]
}

export type NotePart = { readonly text: string; readonly warns: boolean }

const LETTER = /[\p{L}\p{N}]/u

/** Each character without its accents, in lower case, and where in the text it stands. */
function foldedWithPlaces(text: string): { readonly letters: string; readonly places: readonly number[] } {
  let letters = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = character.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    for (let index = 0; index < plain.length; index++) places.push(at)
    letters += plain
    at += character.length
  }
  places.push(at)
  return { letters, places }
}

/**
 * Cuts a note where words begin with one of `words`, accents and case aside; together the parts are the note, letter by
 * letter. These are words of a free text: order lines have no allergen field (Open Delivery v2, "Item").
 */
export function noteParts(text: string, words: readonly string[]): readonly NotePart[] {
  const { letters, places } = foldedWithPlaces(text)
  const wanted = words.map((word) => foldedWithPlaces(word.trim()).letters).filter((word) => word !== '')
  const parts: NotePart[] = []
  let written = 0
  let at = 0
  while (at < letters.length) {
    const isStart = at === 0 || !LETTER.test(letters[at - 1] ?? '')
    const word = isStart ? wanted.find((one) => letters.startsWith(one, at)) : undefined
    if (word === undefined) {
      at++
      continue
    }
    let end = at + word.length
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
