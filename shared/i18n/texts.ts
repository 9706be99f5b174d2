import type { Locale } from '../contract/settings.ts'
import type { ptBROrder } from './order/pt-BR.ts'
import type { ptBR } from './pt-BR.ts'

/** Every text of the product in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type Texts = TextsLike<typeof ptBR>

/** The texts about one order: its ticket, its steps, its payment, its cancellation. They have files of their own. */
export type OrderTexts = TextsLike<typeof ptBROrder>

/** The values of a board's `notice`. */
export type NoticeKey = keyof Texts['notice']

/** The same keys as `T`, with any words: the shape of another language. */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> }

/** Each language by its own name, for the choice of language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Português (Brasil)',
  en: 'English',
  es: 'Español',
}
