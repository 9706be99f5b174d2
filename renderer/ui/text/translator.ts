import i18next, { type i18n } from 'i18next'
import type { Locale } from '../../../shared/contract/settings.ts'
import ptBR from '../../../shared/texts/pt-BR/board.json' with { type: 'json' }
import type { BoardTexts, FeatureTexts } from '../../../shared/texts/texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    /** The namespaces: the board's texts, and those of each feature. The compiler checks every key. */
    resources: { translation: BoardTexts } & FeatureTexts
    returnNull: false
  }
}

/** The language in the start bundle, used until another one is loaded. */
export const FIRST_LOCALE = 'pt-BR' satisfies Locale

/** Each language of the board has a bundle. */
const BOARD: Readonly<Record<Locale, () => Promise<BoardTexts>>> = {
  'pt-BR': () => Promise.resolve(ptBR),
  en: async () => (await import('../../../shared/texts/en/board.json')).default,
  es: async () => (await import('../../../shared/texts/es/board.json')).default,
}

/**
 * Begins to read the texts of the computer's language with the window: most screens use it, and the settings come later,
 * with the snapshot. A file that cannot be read is reported when its language is chosen.
 */
export function expectLanguage(ofComputer: string): void {
  const byLanguage: Readonly<Record<string, () => Promise<BoardTexts>>> = BOARD
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

export const hasFeatureTexts = (translator: i18n): boolean => translator.hasResourceBundle(FIRST_LOCALE, 'settings')

export const hasLanguage = (translator: i18n, locale: Locale): boolean =>
  translator.hasResourceBundle(locale, 'translation')

/** Loads the texts of the features in every language. Rejects when their file cannot be read. */
export async function loadFeatureTexts(translator: i18n): Promise<void> {
  if (hasFeatureTexts(translator)) return
  const { FEATURE_FILES } = await import('./features.ts')
  for (const [file, texts] of Object.entries(FEATURE_FILES)) {
    const [locale = '', namespace = ''] = file.replace('.json', '').split('/').slice(-2)
    translator.addResourceBundle(locale, namespace, texts)
  }
}

/** Loads the board's texts in a language. Resolves with false when their file cannot be read. */
export async function loadLanguage(translator: i18n, locale: Locale): Promise<boolean> {
  try {
    if (!hasLanguage(translator, locale)) translator.addResourceBundle(locale, 'translation', await BOARD[locale]())
    return true
  } catch {
    return false
  }
}
