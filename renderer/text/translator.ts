import i18next, { type i18n } from 'i18next'
import type { Locale } from '../../shared/contract/settings.ts'
import { ptBR } from '../../shared/i18n/pt-BR.ts'
import type { Texts } from '../../shared/i18n/texts.ts'
import type { FeatureTexts } from './feature-texts.ts'
import type { ptBRFeatures } from './pt-BR/features.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    /** The namespaces: the board's texts, and those of each feature. The compiler checks every key. */
    resources: { translation: typeof ptBR } & typeof ptBRFeatures
    returnNull: false
  }
}

/** The language in the start bundle, used until another one is loaded. */
export const FIRST_LOCALE = 'pt-BR' satisfies Locale

/** Each language has a bundle for the board and one for the features. */
const BOARD: Readonly<Record<Locale, () => Promise<Texts>>> = {
  'pt-BR': () => Promise.resolve(ptBR),
  en: async () => (await import('../../shared/i18n/en.ts')).en,
  es: async () => (await import('../../shared/i18n/es.ts')).es,
}
const FEATURES: Readonly<Record<Locale, () => Promise<FeatureTexts>>> = {
  'pt-BR': async () => (await import('./pt-BR/features.ts')).ptBRFeatures,
  en: async () => (await import('./en/features.ts')).enFeatures,
  es: async () => (await import('./es/features.ts')).esFeatures,
}

/**
 * Begins to read the texts of the computer's language with the window: most screens use it, and the settings come later,
 * with the snapshot. A file that cannot be read is reported when its language is chosen.
 */
export function expectLanguage(ofComputer: string): void {
  const byLanguage: Readonly<Record<string, () => Promise<Texts>>> = BOARD
  byLanguage[ofComputer.slice(0, 2)]?.().catch(() => undefined)
}

/** Creates an i18next instance. React escapes texts, so i18next must not escape them as well. */
export function createTranslator(): i18n {
  const translator = i18next.createInstance()
  void translator.init({
    lng: FIRST_LOCALE,
    fallbackLng: FIRST_LOCALE,
    resources: { [FIRST_LOCALE]: { translation: ptBR } },
    interpolation: { escapeValue: false },
    returnNull: false,
    initAsync: false,
  })
  return translator
}

export const hasFeatureTexts = (translator: i18n, locale: string): boolean =>
  translator.hasResourceBundle(locale, 'settings')

/** Whether the texts that the screen uses in its present language exist in this one as well. */
export const hasLanguage = (translator: i18n, locale: Locale): boolean =>
  translator.hasResourceBundle(locale, 'translation') &&
  (hasFeatureTexts(translator, locale) || !hasFeatureTexts(translator, translator.language))

/** Loads the texts of the features. Rejects when their file cannot be read. */
export async function loadFeatureTexts(translator: i18n, locale: Locale): Promise<void> {
  if (hasFeatureTexts(translator, locale)) return
  for (const [namespace, texts] of Object.entries(await FEATURES[locale]()))
    translator.addResourceBundle(locale, namespace, texts)
}

/** Loads a language. Resolves with false when a file of it cannot be read. */
export async function loadLanguage(translator: i18n, locale: Locale): Promise<boolean> {
  try {
    if (hasFeatureTexts(translator, translator.language)) await loadFeatureTexts(translator, locale)
    if (!translator.hasResourceBundle(locale, 'translation'))
      translator.addResourceBundle(locale, 'translation', await BOARD[locale]())
    return true
  } catch {
    return false
  }
}
