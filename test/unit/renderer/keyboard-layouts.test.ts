import { describe, expect, it } from 'vitest'
import { type Page, rowsFor } from '../../../renderer/ui/keyboard/layouts.ts'
import { LOCALES } from '../../../shared/contract/values.ts'

const textsOf = (...given: Parameters<typeof rowsFor>): readonly string[] =>
  rowsFor(...given).flatMap((row) => row.flatMap((key) => ('text' in key ? [key.text] : [])))
const actionsOf = (...given: Parameters<typeof rowsFor>): readonly string[] =>
  rowsFor(...given).flatMap((row) => row.flatMap((key) => ('action' in key ? [key.action] : [])))
const PAGES: readonly Page[] = ['letters', 'symbols']
const PRINTABLE = Array.from({ length: 0x7f - 0x21 }, (_, at) => String.fromCharCode(0x21 + at))

describe('the keys of the keyboard', () => {
  it.each(LOCALES)('of %s are all different, with delete and done on every page', (locale) => {
    for (const kind of ['text', 'address', 'number'] as const) {
      for (const page of PAGES) {
        const texts = textsOf(locale, kind, page)
        expect(texts.toSorted()).toEqual([...new Set(texts)].toSorted())
        expect(actionsOf(locale, kind, page)).toEqual(expect.arrayContaining(['delete', 'done']))
      }
    }
  })

  it.each(LOCALES)('of an address include every character of secrets and addresses (%s)', (locale) => {
    const lower = PAGES.flatMap((page) => textsOf(locale, 'address', page))
    const typed = new Set([...lower, ...lower.map((text) => text.toUpperCase())])
    expect(PRINTABLE.filter((character) => !typed.has(character))).toEqual([])
  })

  it('of a language include the special letters of this language', () => {
    expect([...'ãõçâêôà'].filter((letter) => !textsOf('pt-BR', 'text', 'letters').includes(letter))).toEqual([])
    expect([...'ñü¿¡áéíóú'].filter((letter) => !textsOf('es', 'text', 'letters').includes(letter))).toEqual([])
    expect(textsOf('en', 'text', 'letters')).toContain("'")
  })

  it('of a number are digits, a comma, delete and done', () => {
    expect(textsOf('en', 'number', 'letters').join('')).toBe('1234567890,')
    expect(actionsOf('en', 'number', 'letters')).toEqual(['delete', 'done'])
  })
})
