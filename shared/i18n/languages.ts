import type { Locale } from '../contract/settings.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'
import type { Texts } from './texts.ts'

/** All languages, bundled: a kitchen without network reads the same words. */
export const LANGUAGES: Readonly<Record<Locale, Texts>> = { 'pt-BR': ptBR, en, es }
