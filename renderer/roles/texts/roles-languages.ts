import type { Locale } from '../../../shared/settings.ts'
import { textsAdder } from '../../text/feature-texts.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { RolesTexts } from './roles-texts.ts'

declare module '../../text/translator.ts' {
  interface TextNamespaces {
    roles: typeof ptBR
  }
}

export const ROLES_LANGUAGES: Readonly<Record<Locale, RolesTexts>> = { 'pt-BR': ptBR, en, es }

/** Gives the window's translator these texts. */
export const addRolesTexts = textsAdder('roles', ROLES_LANGUAGES)
