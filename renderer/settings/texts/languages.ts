import type { i18n } from 'i18next'
import type { Locale } from '../../../shared/settings.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { SettingsTexts } from './texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    settings: typeof ptBR
  }
}

export const SETTINGS_LANGUAGES: Readonly<Record<Locale, SettingsTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator the words of the settings that come with their dialog. */
export function addSettingsTexts(translator: i18n): void {
  for (const [locale, texts] of Object.entries(SETTINGS_LANGUAGES)) {
    translator.addResourceBundle(locale, 'settings', texts)
  }
}
