import type { Locale, Settings } from '../contract/settings.ts'
import { ALLERGY_WORDS, FOREIGN_ALLERGY_WORDS } from './allergy.ts'
import { FOREIGN_REMOVAL_WORDS, REMOVAL_WORDS } from './removal.ts'

/** The words that a kitchen looks for in the texts of an order. */
export type KitchenWords = { readonly allergy: readonly string[]; readonly removal: readonly string[] }

// Only types come from the settings: their schemas compile code, which the policy of the window refuses.
const isLocale = (name: string): name is Locale => name in ALLERGY_WORDS
const LOCALES = Object.keys(ALLERGY_WORDS).filter(isLocale)
type WordSettings = Pick<Settings, 'allergyWords' | 'removalWords' | 'locale'>
const FIRST_SETTINGS: WordSettings = { allergyWords: {}, removalWords: {}, locale: 'pt-BR' }

type Lists = Readonly<Record<Locale, readonly string[]>>
type OwnLists = Readonly<Partial<Record<Locale, readonly string[]>>>

/** Lists that a kitchen can change in its settings. */
export const WORD_LISTS = { allergyWords: ALLERGY_WORDS, removalWords: REMOVAL_WORDS } as const satisfies Record<
  string,
  Lists
>
export type WordList = keyof typeof WORD_LISTS

/** The list of the screen's language: the kitchen's own, otherwise the product's. */
export const ownWordsOf = (list: WordList, settings: Settings): readonly string[] =>
  settings[list][settings.locale] ?? WORD_LISTS[list][settings.locale]

/** The words of every language, because guests write in theirs, without those that the kitchen took out of its own list. */
function inForce(lists: Lists, own: OwnLists, locale: Locale): readonly string[] {
  const kept = own[locale]
  const takenOut = new Set(kept === undefined ? [] : lists[locale].filter((word) => !kept.includes(word)))
  return [...new Set(LOCALES.flatMap((one) => own[one] ?? lists[one]))].filter((word) => !takenOut.has(word))
}

const known = new WeakMap<WordSettings, KitchenWords>()

/** The words for this screen. The same object for the same settings. */
export function kitchenWordsOf(settings: WordSettings = FIRST_SETTINGS): KitchenWords {
  const before = known.get(settings)
  if (before) return before
  const { allergyWords, removalWords, locale } = settings
  const words = {
    allergy: [...inForce(ALLERGY_WORDS, allergyWords, locale), ...FOREIGN_ALLERGY_WORDS],
    removal: [...inForce(REMOVAL_WORDS, removalWords, locale), ...FOREIGN_REMOVAL_WORDS],
  }
  known.set(settings, words)
  return words
}
