import type { Locale } from '../../../shared/settings.ts'
import { textsAdder } from '../../text/feature-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { SettingsTexts } from './settings-texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    settings: typeof ptBR
  }
}

export const SETTINGS_LANGUAGES: Readonly<Record<Locale, SettingsTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator these texts. */
export const addSettingsTexts = textsAdder('settings', SETTINGS_LANGUAGES)
