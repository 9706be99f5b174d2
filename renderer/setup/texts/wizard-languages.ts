import type { Locale } from '../../../shared/settings.ts'
import { textsAdder } from '../../text/feature-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { WizardTexts } from './wizard-texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    wizard: typeof ptBR
  }
}

export const WIZARD_LANGUAGES: Readonly<Record<Locale, WizardTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator these texts. */
export const addWizardTexts = textsAdder('wizard', WIZARD_LANGUAGES)
