import type { Locale } from '../../../shared/contract/settings.ts'
import type { FieldKind } from './follow-fields.ts'

/** The action of a key that does not write text. */
export type KeyAction = 'shift' | 'delete' | 'page' | 'space' | 'done'
export type Key = { readonly text: string } | { readonly action: KeyAction }
type Row = readonly Key[]
export type Page = 'letters' | 'symbols'

const keys = (texts: string): Row => [...texts].map((text) => ({ text }))
const action = (name: KeyAction): Key => ({ action: name })

const DIGITS = keys('1234567890')
/** The letters of a language that are not in the basic alphabet. `tenth`: the tenth key of the row that begins with "a". */
const LETTERS: Readonly<Record<Locale, { readonly accents: string; readonly tenth: string }>> = {
  'pt-BR': { accents: 'áâãàéêíóôõú', tenth: 'ç' },
  en: { accents: 'áàâéèêíóúñç', tenth: "'" },
  es: { accents: 'áéíóúü¿?¡!', tenth: 'ñ' },
}
const SYMBOLS: readonly Row[] = [keys('!"#$%&*()='), keys("+;<>?[]\\^'"), keys('`{|}~ºª°')]
/** A symbol that does not fit in the bottom row of this kind. It is on the page of symbols. */
const EXTRA_SYMBOL: Readonly<Record<'text' | 'address', string>> = { text: '_', address: ',' }
/** Punctuation in the bottom row, so that an address or a list of words needs no other page. */
const PUNCTUATION: Readonly<Record<'text' | 'address', readonly [before: string, after: string]>> = {
  text: [',-/', '.:@'],
  address: ['@:/', '.-_'],
}

function letterRows(locale: Locale, kind: 'text' | 'address'): readonly Row[] {
  const { accents, tenth } = LETTERS[locale]
  // An address contains no accents, and a low screen needs the space of this row.
  return [
    ...(kind === 'text' ? [keys(accents)] : []),
    keys('qwertyuiop'),
    keys(kind === 'text' ? `asdfghjkl${tenth}` : 'asdfghjkl'),
    [action('shift'), ...keys('zxcvbnm'), action('delete')],
  ]
}

function symbolRows(kind: 'text' | 'address'): readonly Row[] {
  const [first = [], second = [], third = []] = SYMBOLS
  return [first, second, [...keys(EXTRA_SYMBOL[kind]), ...third, action('delete')]]
}

/** The rows of keys for a field, from the top. Letters are lower case. */
export function rowsFor(locale: Locale, kind: FieldKind, page: Page): readonly Row[] {
  if (kind === 'number') return [[...DIGITS, { text: ',' }, action('delete'), action('done')]]
  const [before, after] = PUNCTUATION[kind]
  return [
    DIGITS,
    ...(page === 'letters' ? letterRows(locale, kind) : symbolRows(kind)),
    [action('page'), ...keys(before), action('space'), ...keys(after), action('done')],
  ]
}
