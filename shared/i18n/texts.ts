import type { FailureCode } from '../contract/contract.ts'
import type { Locale } from '../contract/settings.ts'
import type { KeepTrouble } from '../contract/setup.ts'
import type { CancellationCode, KnownStatus, OrderAction } from '../order/lifecycle.ts'
import type { ConflictReason, CourierState, Lane, TapStatus } from '../ticket/ticket.ts'
import type { Trouble } from '../time/freshness.ts'
import type { LinkTrouble } from '../time/link-trouble.ts'
import type { ptBROrder } from './order/pt-BR.ts'
import type { ptBR } from './pt-BR.ts'

/** Every text of the product in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type Texts = TextsLike<typeof ptBR>

/** The texts about one order: its ticket, its steps, its payment, its cancellation. They have files of their own. */
export type OrderTexts = TextsLike<typeof ptBROrder>

/** The values of a board's `notice`. */
export type NoticeKey = keyof Texts['notice']

/**
 * The codes that each language must have words for: a new code in the contract is a compile error until it has words.
 */
export type CodesInWords = {
  readonly lane: WordsFor<Lane>
  readonly status: WordsFor<KnownStatus>
  readonly action: WordsFor<OrderAction>
  readonly courier: WordsFor<CourierState>
  readonly tapStatus: WordsFor<TapStatus>
  readonly conflict: WordsFor<ConflictReason>
  readonly cancel: { readonly code: WordsFor<CancellationCode> }
  readonly trouble: WordsFor<Trouble>
  readonly setup: WordsFor<Exclude<Trouble, LinkTrouble>> & { readonly advice: WordsFor<KeepTrouble> }
  readonly failure: WordsFor<FailureCode>
}

/** The same keys as `T`, with any words: the shape of another language. */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> }

/** Words for each of the codes. */
export type WordsFor<Codes extends string, Words = string> = Readonly<Record<Codes, Words>>

/** Each language by its own name, for the choice of language. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Português (Brasil)',
  en: 'English',
  es: 'Español',
}
