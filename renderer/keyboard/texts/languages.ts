import type { i18n } from 'i18next'
import type { Locale } from '../../../shared/settings.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { KeyboardTexts } from './texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    keyboard: typeof ptBR
  }
}

export const KEYBOARD_LANGUAGES: Readonly<Record<Locale, KeyboardTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator the words of the keyboard, which come with it. */
export function addKeyboardTexts(translator: i18n): void {
  for (const [locale, texts] of Object.entries(KEYBOARD_LANGUAGES)) {
    translator.addResourceBundle(locale, 'keyboard', texts)
  }
}
