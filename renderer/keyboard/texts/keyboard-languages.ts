import type { Locale } from '../../../shared/settings.ts'
import { textsAdder } from '../../text/feature-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { KeyboardTexts } from './keyboard-texts.ts'
import { ptBR } from './pt-BR.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    keyboard: typeof ptBR
  }
}

export const KEYBOARD_LANGUAGES: Readonly<Record<Locale, KeyboardTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator these texts. */
export const addKeyboardTexts = textsAdder('keyboard', KEYBOARD_LANGUAGES)
