import type { Locale } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import ptBR from './pt-BR.json' with { type: 'json' }

export type PageTexts = typeof ptBR

/** A text with its `{}` filled in. */
export const filled = (text: string, value: string): string => text.replace('{}', () => value)

const PAGE: Readonly<Record<Locale, PageTexts>> = { 'pt-BR': ptBR, en, es }

/** The first language of an `Accept-Language` header that the page supports; otherwise Portuguese. */
export function pageLanguage(header: string | undefined): readonly [locale: Locale, texts: PageTexts] {
  const prefixes = (header ?? '').split(',').map((requested) => requested.trim().slice(0, 2).toLowerCase())
  const locale =
    prefixes.map((prefix) => LOCALES.find((one) => one.slice(0, 2) === prefix)).find((one) => one) ?? 'pt-BR'
  return [locale, PAGE[locale]]
}
