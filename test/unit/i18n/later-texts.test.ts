import { describe, expect, it } from 'vitest'
import { KEYBOARD_LANGUAGES } from '../../../renderer/keyboard/texts/keyboard-languages.ts'
import { LOCK_LANGUAGES } from '../../../renderer/lock/texts/lock-languages.ts'
import { PRACTICE_LANGUAGES } from '../../../renderer/practice/texts/practice-languages.ts'
import { SETTINGS_LANGUAGES } from '../../../renderer/settings/texts/settings-languages.ts'
import { LOCALES } from '../../../shared/settings.ts'

type Leaf = readonly [path: string, text: string]

function leaves(value: unknown, path = ''): readonly Leaf[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor a group`)
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
}

const placeholdersOf = (text: string): readonly string[] => (text.match(/\{\{[^}]+\}\}/g) ?? []).toSorted()

describe.each([
  ['the keyboard', KEYBOARD_LANGUAGES],
  ['the lock', LOCK_LANGUAGES],
  ['the practice', PRACTICE_LANGUAGES],
  ['the settings', SETTINGS_LANGUAGES],
])('the words of %s', (_whose, languages) => {
  const reference = new Map(leaves(languages['pt-BR']))

  it.each(LOCALES)('are complete, never empty and translated in %s', (locale) => {
    const texts = leaves(languages[locale])
    expect(texts.map(([path]) => path).toSorted()).toEqual([...reference.keys()].toSorted())
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
    const same = texts.filter(([path, text]) => text.length > 24 && reference.get(path) === text)
    expect(locale === 'pt-BR' ? [] : same).toEqual([])
  })

  it.each(LOCALES)('fill in the same values in %s', (locale) => {
    const differing = leaves(languages[locale]).filter(
      ([path, text]) => placeholdersOf(text).join() !== placeholdersOf(reference.get(path) ?? '').join(),
    )
    expect(differing).toEqual([])
  })
})
