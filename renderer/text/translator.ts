import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { ptBR } from '../../shared/i18n/pt-BR.ts'
import type { Texts } from '../../shared/i18n/texts.ts'
import type { Locale } from '../../shared/settings.ts'

/**
 * The texts by namespace. A feature that is loaded later declares its own namespace in its `texts/languages.ts`, so that
 * the compiler checks the keys of `useTranslation('settings')` as well.
 */
export interface TextNamespaces {
  translation: typeof ptBR
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: TextNamespaces
    returnNull: false
  }
}

/** The language in the start bundle, used until another one is loaded. */
export const FIRST_LOCALE = 'pt-BR' satisfies Locale

/** Each other language is a bundle of its own. A window loads the language of its settings. */
const LOADERS: Readonly<Record<Locale, () => Promise<Texts>>> = {
  'pt-BR': () => Promise.resolve(ptBR),
  en: async () => (await import('../../shared/i18n/en.ts')).en,
  es: async () => (await import('../../shared/i18n/es.ts')).es,
}

/** Creates an i18next instance. React escapes texts, so i18next must not escape them as well. */
export function createTranslator(): i18n {
  const translator = i18next.createInstance()
  void translator.use(initReactI18next).init({
    lng: FIRST_LOCALE,
    fallbackLng: FIRST_LOCALE,
    resources: { [FIRST_LOCALE]: { translation: ptBR } },
    interpolation: { escapeValue: false },
    returnNull: false,
    initAsync: false,
  })
  return translator
}

/** Loads a language. Resolves with false when its file cannot be read. */
export async function loadLanguage(translator: i18n, locale: Locale): Promise<boolean> {
  if (translator.hasResourceBundle(locale, 'translation')) return true
  const texts = await LOADERS[locale]().catch(() => undefined)
  if (texts) translator.addResourceBundle(locale, 'translation', texts)
  return texts !== undefined
}
