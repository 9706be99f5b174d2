import { describe, expect, it } from 'vitest'
import { SETUP_LANGUAGES } from '../../../renderer/setup/texts/setup-languages.ts'
import { LOCALES } from '../../../shared/settings.ts'

type Leaf = readonly [path: string, text: string]

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor a group`)
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
}

const placeholdersOf = (text: string): readonly string[] => (text.match(/\{\{[^}]+\}\}/g) ?? []).toSorted()
const reference = new Map(leaves(SETUP_LANGUAGES['pt-BR']))

describe.each(LOCALES)('the words of the set-up in %s', (locale) => {
  const texts = leaves(SETUP_LANGUAGES[locale])

  it('are complete and never empty', () => {
    expect(texts.map(([path]) => path).toSorted()).toEqual([...reference.keys()].toSorted())
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('fill in the same values', () => {
    const differing = texts.filter(
      ([path, text]) => placeholdersOf(text).join() !== placeholdersOf(reference.get(path) ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  it('are translated', () => {
    if (locale === 'pt-BR') return
    expect(texts.filter(([path, text]) => text.length > 24 && reference.get(path) === text)).toEqual([])
  })
})
