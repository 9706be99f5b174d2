import type { Locale } from '../../../shared/settings.ts'
import { textsAdder } from '../../text/feature-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { LockTexts } from './lock-texts.ts'
import { ptBR } from './pt-BR.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    lock: typeof ptBR
  }
}

export const LOCK_LANGUAGES: Readonly<Record<Locale, LockTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator these texts. */
export const addLockTexts = textsAdder('lock', LOCK_LANGUAGES)
