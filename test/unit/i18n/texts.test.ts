import { describe, expect, it } from 'vitest'
import type { Locale } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import { FEATURE_TEXTS } from '../../fixtures/feature-texts.ts'

/** The texts of each part of the program, by language. */
const PARTS: Readonly<Record<string, Readonly<Record<Locale, unknown>>>> = {
  shared: LANGUAGES,
  features: FEATURE_TEXTS,
}
const PLACEHOLDER = /\{\{[^}]+\}\}/g
const PLURAL = /_(zero|one|two|few|many|other)$/
/** Shorter texts, like "item", may be the same in two languages. */
const SURELY_DIFFERENT_LENGTH = 21

/** Every text below a tree, with its path. */
function leaves(value: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor a group`)
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}
const keysOf = (paths: Iterable<string>): readonly string[] =>
  [...new Set([...paths].map((path) => path.replace(PLURAL, '_plural')))].toSorted()
const placeholdersOf = (text = ''): string => (text.match(PLACEHOLDER) ?? []).toSorted().join()

/**
 * Words of engineers, of other countries or of a log, which people did not understand. What a person types for the search is
 * not among the texts here.
 */
const MISUNDERSTOOD: Readonly<Record<Locale, RegExp>> = {
  'pt-BR':
    /sem efeito|client_(?:id|secret)|identificação e (?:a )?senha|avis\w+ esperando|envios? pendente|tudo confirmado|a do passe|\bAPP\b|\bpasse\b|painel.*desatualizado|tentar já|totais a fazer|pedidos inventados|salvar dados|9 em 10|prioridade 1/i,
  en: /no effect|client_(?:id|secret)|ID and (?:the )?password|\bdispatch\b|seen[,/] ?stopped|out of date|try now|store may be closed|let us connect|invented|see to (?:it|that) first|ring once more|open again if|until accepted|9 out of 10|\bpass\b|not sure/i,
  es: /sin efecto|client_(?:id|secret)|identificación y (?:la )?contraseña|visto[,/] ?par|\bpase\b|PRUEBA\b|guardar datos|(?:tablero|pantalla).*desactualizad|probar ya|el local puede cerrarse|negó la cancel|reparto|\bretiro\b|ver otra vez|ningún aviso espera|\bBRL\b/,
}

const withoutEnd = (text: string): string => text.replace(/[….:]+$/, '')

describe.each(LOCALES)('the texts in %s', (locale) => {
  it('use the words of a kitchen', () => {
    const all = Object.keys(PARTS).flatMap((part) => leaves(PARTS[part]?.[locale], part))
    const wrong = all.filter(([path, text]) => !path.includes('.find.') && MISUNDERSTOOD[locale].test(text))
    expect(wrong).toEqual([])
  })

  it('quote only words that are on a button or on a page, or those of the system and of the portal', () => {
    const all = Object.keys(PARTS).flatMap((part) => leaves(PARTS[part]?.[locale], part))
    const shown = new Set(all.map(([, text]) => withoutEnd(text)))
    const unknown = all
      .filter(([path]) => !/\.advice\.keychain-|\.remedy\.scope-missing$/.test(path))
      .flatMap(([path, text]) => [...text.matchAll(/“([^”{]*)”/g)].map(([, quoted = '']) => [path, quoted] as const))
      .filter(([, quoted]) => !shown.has(withoutEnd(quoted)))
    expect(unknown).toEqual([])
  })

  it.each(Object.keys(PARTS))('of the %s are complete, translated and fill in the same values', (part) => {
    const reference = new Map(leaves(PARTS[part]?.['pt-BR'], part))
    const texts = leaves(PARTS[part]?.[locale], part)
    // Spanish and Portuguese share whole sentences of the board.
    const isTranslated = locale === 'en' || (locale === 'es' && part !== 'shared')
    expect(keysOf(texts.map(([path]) => path))).toEqual(keysOf(reference.keys()))
    const wrong = texts.filter(
      ([path, text]) =>
        text.trim() === '' ||
        placeholdersOf(text) !== placeholdersOf(reference.get(path)) ||
        (isTranslated &&
          text.replaceAll(PLACEHOLDER, '').length > SURELY_DIFFERENT_LENGTH &&
          reference.get(path) === text),
    )
    expect(wrong).toEqual([])
  })

  it.each(Object.keys(PARTS))('of the %s have every plural form', (part) => {
    const paths = leaves(PARTS[part]?.[locale], part).map(([path]) => path)
    const counted = new Set(paths.filter((path) => PLURAL.test(path)).map((path) => path.replace(PLURAL, '')))
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    expect(counted.size).toBeGreaterThan(0)
    expect(paths).toEqual(
      expect.arrayContaining([...counted].flatMap((path) => forms.map((form) => `${path}_${form}`))),
    )
  })
})
