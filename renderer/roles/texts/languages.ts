import type { i18n } from 'i18next'
import type { Locale } from '../../../shared/settings.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { RolesTexts } from './texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    roles: typeof ptBR
  }
}

export const ROLES_LANGUAGES: Readonly<Record<Locale, RolesTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator the words of the roles, which come with their views. */
export function addRolesTexts(translator: i18n): void {
  for (const [locale, texts] of Object.entries(ROLES_LANGUAGES)) {
    translator.addResourceBundle(locale, 'roles', texts)
  }
}
