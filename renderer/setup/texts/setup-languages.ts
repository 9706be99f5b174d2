import type { Locale } from '../../../shared/settings.ts'
import { textsAdder } from '../../text/feature-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { SetupTexts } from './setup-texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    wizard: typeof ptBR
  }
}

export const SETUP_LANGUAGES: Readonly<Record<Locale, SetupTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator these texts. */
export const addSetupTexts = textsAdder('wizard', SETUP_LANGUAGES)
