import type { Locale } from '../contract/settings.ts'
import { LOCALES } from '../contract/values.ts'
import type { HISTORY } from './history.ts'
import type { PAPER } from './paper.ts'
import type { PAYMENT } from './payment.ts'
import type { ptBR } from './pt-BR.ts'

/** The texts of the board in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type BoardTexts = TextsLike<typeof ptBR>

/** The texts of the main process in one language. */
export type Texts = BoardTexts &
  TextsLike<
    FirstTexts<{ readonly history: typeof HISTORY; readonly paper: typeof PAPER; readonly payment: typeof PAYMENT }>
  >

/** The values of a board's `notice`. */
export type NoticeKey = keyof BoardTexts['notice']

/** The same keys as `T`, with any words: the shape of another language. */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> }

/** One text in each language, in the order of `LOCALES`. */
export type Row = TextOfEach<typeof LOCALES>
type TextOfEach<Places extends readonly unknown[]> = { readonly [Place in keyof Places]: string }
/** Rows by their keys. No language can leave a key out. */
export type Rows = { readonly [key: string]: Row | Rows }
/** The Portuguese texts of rows, with their placeholders. */
export type FirstTexts<T> = {
  readonly [K in keyof T]: T[K] extends readonly [infer First, ...unknown[]] ? First : FirstTexts<T[K]>
}

/** The texts of rows in one language. */
export const textsIn = <T extends Rows>(rows: T, locale: Locale): TextsLike<FirstTexts<T>> =>
  // `Object.fromEntries` loses the keys.
  Object.fromEntries(
    Object.entries(rows).map(([key, row]) => [key, isRow(row) ? row[LOCALES.indexOf(locale)] : textsIn(row, locale)]),
  ) as TextsLike<FirstTexts<T>>
const isRow = (row: Row | Rows): row is Row => Array.isArray(row)

/** Each language by its own name, for the choice of language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Português (Brasil)',
  en: 'English',
  es: 'Español',
}
