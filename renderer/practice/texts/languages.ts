import type { i18n } from 'i18next'
import type { Locale } from '../../../shared/settings.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { PracticeTexts } from './texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    practice: typeof ptBR
  }
}

export const PRACTICE_LANGUAGES: Readonly<Record<Locale, PracticeTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator the words of practice, which come with it. */
export function addPracticeTexts(translator: i18n): void {
  for (const [locale, texts] of Object.entries(PRACTICE_LANGUAGES)) {
    translator.addResourceBundle(locale, 'practice', texts)
  }
}
