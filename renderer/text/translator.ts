import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import type { ptBR } from '../../shared/i18n/pt-BR.ts'
import type { Locale } from '../../shared/settings.ts'
import type { ptBR as lockPtBR } from '../lock/texts/pt-BR.ts'
import type { ptBR as settingsPtBR } from '../settings/texts/pt-BR.ts'
import type { ptBR as wizardPtBR } from '../setup/texts/pt-BR.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: {
      translation: typeof ptBR
      wizard: typeof wizardPtBR
      settings: typeof settingsPtBR
      lock: typeof lockPtBR
    }
    returnNull: false
  }
}

/** An i18next of its own with every language inside. React escapes what it draws, so i18next must not do it twice. */
export function createTranslator(locale: Locale): i18n {
  const translator = i18next.createInstance()
  void translator.use(initReactI18next).init({
    lng: locale,
    fallbackLng: 'en',
    resources: Object.fromEntries(Object.entries(LANGUAGES).map(([name, translation]) => [name, { translation }])),
    interpolation: { escapeValue: false },
    returnNull: false,
    initAsync: false,
  })
  return translator
}
