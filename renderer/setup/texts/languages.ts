import type { i18n } from 'i18next'
import type { Locale } from '../../../shared/settings.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { WizardTexts } from './texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    wizard: typeof ptBR
  }
}

export const WIZARD_LANGUAGES: Readonly<Record<Locale, WizardTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator the words of the set-up, which come with it. */
export function addWizardTexts(translator: i18n): void {
  for (const [locale, texts] of Object.entries(WIZARD_LANGUAGES)) translator.addResourceBundle(locale, 'wizard', texts)
}
