import { describe, expect, it } from 'vitest'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/i18n/languages.ts'
import { LOCALES } from '../../../shared/settings.ts'

type Leaf = readonly [path: string, text: string]

const PLURAL = /_(zero|one|two|few|many|other)$/

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor a group`)
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
}

const keysOf = (texts: unknown): readonly string[] =>
  [...new Set(leaves(texts).map(([path]) => path.replace(PLURAL, '_plural')))].toSorted()

const placeholdersOf = (text: string): readonly string[] => (text.match(/\{\{[^}]+\}\}/g) ?? []).toSorted()

describe('the texts', () => {
  it('exist in every language that can be chosen', () => {
    expect(Object.keys(LANGUAGES).toSorted()).toEqual([...LOCALES].toSorted())
    expect(Object.keys(LANGUAGE_NAMES).toSorted()).toEqual([...LOCALES].toSorted())
  })

  it.each(LOCALES)('have exactly the required keys in %s', (locale) => {
    expect(keysOf(LANGUAGES[locale])).toEqual(keysOf(LANGUAGES['pt-BR']))
  })

  it.each(LOCALES)('are never empty in %s', (locale) => {
    expect(leaves(LANGUAGES[locale]).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it.each(LOCALES)('fill in the same values in %s', (locale) => {
    const reference = new Map(leaves(LANGUAGES['pt-BR']))
    const differing = leaves(LANGUAGES[locale]).filter(
      ([path, text]) => placeholdersOf(text).join() !== placeholdersOf(reference.get(path) ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  it.each(LOCALES)('have every plural form that %s needs', (locale) => {
    const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const paths = leaves(LANGUAGES[locale]).map(([path]) => path)
    const counted = new Set(paths.filter((path) => PLURAL.test(path)).map((path) => path.replace(PLURAL, '')))
    expect(counted.size).toBeGreaterThan(0)
    const missing = [...counted].flatMap((path) =>
      wanted.filter((form) => !paths.includes(`${path}_${form}`)).map((form) => `${path}_${form}`),
    )
    expect(missing).toEqual([])
  })

  it('are translated: a language does not repeat Portuguese where words differ', () => {
    const portuguese = new Map(leaves(LANGUAGES['pt-BR']))
    // Short words, like "item", may be the same.
    const isLong = (text: string): boolean => text.replaceAll(/\{\{.*?\}\}/g, '').length > 12
    const same = leaves(LANGUAGES.en).filter(([path, text]) => isLong(text) && portuguese.get(path) === text)
    expect(same).toEqual([])
  })
})
