import type { i18n } from 'i18next'
import type { Locale } from '../../../shared/settings.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { LockTexts } from './texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    lock: typeof ptBR
  }
}

export const LOCK_LANGUAGES: Readonly<Record<Locale, LockTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator the words of the lock, which come with it. */
export function addLockTexts(translator: i18n): void {
  for (const [locale, texts] of Object.entries(LOCK_LANGUAGES)) translator.addResourceBundle(locale, 'lock', texts)
}
