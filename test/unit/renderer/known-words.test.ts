import { expect, it } from 'vitest'
import { knownWords } from '../../../renderer/ui/text/known-words.ts'
import { createTranslator } from '../../../renderer/ui/text/translator.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'

/** The keys of all texts that take values but no number that chooses the plural, with the names of the values. */
function textsWithValues(
  texts: object,
  path: readonly string[] = [],
): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    if (typeof text === 'object' && text !== null) return textsWithValues(text, [...path, key])
    const names = [...String(text).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
    return names.length === 0 || names.includes('count') ? [] : [[[...path, key].join('.'), names] as const]
  })
}

it.each(Object.entries(LANGUAGES))(
  'every text of %s with values is as i18next makes it, for any values',
  (locale, texts) => {
    const translator = createTranslator()
    translator.addResourceBundle(locale, 'translation', texts)
    const plain = translator.getFixedT(locale)
    const words = knownWords(plain, texts)
    const known = textsWithValues(texts)
    expect(known.length).toBeGreaterThan(30)
    for (const value of ['um', '', '{{time}}', '$t(action.confirm)', '$&', 7, 0]) {
      for (const [key, names] of known) {
        const args = [key, Object.fromEntries(names.map((name) => [name, value]))]
        expect(Reflect.apply(words, undefined, args), key).toBe(Reflect.apply(plain, undefined, args))
      }
    }
  },
)

it('an option of i18next and a number that chooses the plural are no values', () => {
  const plain = createTranslator().getFixedT('pt-BR')
  const words = knownWords(plain, LANGUAGES['pt-BR'])
  for (const count of [1, 2, 1, 2]) expect(words('board.more', { count })).toBe(plain('board.more', { count }))
  for (const defaultValue of ['a', 'b']) {
    const args = ['no.such.text', { defaultValue }]
    expect(Reflect.apply(words, undefined, args)).toBe(defaultValue)
  }
})
