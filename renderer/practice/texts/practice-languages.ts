import type { Locale } from '../../../shared/settings.ts'
import { textsAdder } from '../../text/feature-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { PracticeTexts } from './practice-texts.ts'
import { ptBR } from './pt-BR.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    practice: typeof ptBR
  }
}

export const PRACTICE_LANGUAGES: Readonly<Record<Locale, PracticeTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator these texts. */
export const addPracticeTexts = textsAdder('practice', PRACTICE_LANGUAGES)
