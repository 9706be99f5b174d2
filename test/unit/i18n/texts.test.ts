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

describe.each(LOCALES)('the texts in %s', (locale) => {
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
