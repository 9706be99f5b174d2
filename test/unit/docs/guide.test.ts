import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalText } from '../../../electron/shell/dangerous-switches.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import { FEATURE_TEXTS } from '../../fixtures/feature-texts.ts'

/**
 * The guides quote the screen in bold, and use bold for nothing else. A placeholder of a text is "…" in a guide. A quote is
 * a whole text of the screen, or whole sentences of one, so that a change of the text makes the quote wrong.
 */

const ROOT = join(import.meta.dirname, '../../..')
const GUIDE = join(ROOT, 'docs/guide')
const LOCALES = ['pt-BR', 'en'] as const
const PAGES = ['install.md', 'troubleshooting.md', 'wall.md']

const read = (path: string): string => readFileSync(path, 'utf8')
const page = (locale: string, name: string): string => read(join(GUIDE, locale, name))

/** Every text below a tree of texts. */
const textsIn = (tree: unknown): readonly string[] => {
  if (typeof tree === 'string') return [tree]
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(textsIn) : []
}

const asQuoted = (text: string): string =>
  text
    .replaceAll(/\{\{\w+\}\}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Texts that are in no language file of the screen. */
const WITHOUT_SETTINGS = [
  ...Object.values(LANGUAGES).flatMap(({ safePage }) => Object.values(safePage)),
  ...refusalText(['no-sandbox'], true).split('\n'),
  ...read(join(ROOT, 'build/installer.nsh')).split(/"|\$\\r\$\\n/),
]

/** Sentences beside each other, in every length: a quote may leave out what comes before and after them. */
function quotesOf(text: string): readonly string[] {
  const sentences = text.split(/(?<=[.?!]) /)
  return sentences.flatMap((_, from) =>
    sentences.slice(from).map((_last, length) => sentences.slice(from, from + length + 1).join(' ')),
  )
}

/** What can be quoted of the screen. */
const screenOf = (locale: (typeof LOCALES)[number]): ReadonlySet<string> =>
  new Set(
    [...textsIn(LANGUAGES[locale]), ...textsIn(FEATURE_TEXTS[locale]), ...WITHOUT_SETTINGS]
      .map(asQuoted)
      .flatMap(quotesOf),
  )

/** The words in bold; a line may break inside them. */
const boldIn = (text: string): readonly string[] =>
  [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '))

describe.each(LOCALES)('the guide in %s', (locale) => {
  const screen = screenOf(locale)

  it.each(PAGES)('quotes in %s only texts that the screen shows', (name) => {
    const quotes = boldIn(page(locale, name))
    expect(quotes.length).toBeGreaterThan(20)
    expect(quotes.filter((quote) => !screen.has(quote))).toEqual([])
  })

  it('explains every connection problem and every notice', () => {
    const quotes = boldIn(page(locale, 'troubleshooting.md'))
    const { trouble, notice } = LANGUAGES[locale]
    const texts = [...Object.values(trouble), ...Object.values(notice)].map(asQuoted)
    expect(texts.length).toBeGreaterThan(25)
    expect(texts.filter((text) => !quotesOf(text).some((quote) => quotes.includes(quote)))).toEqual([])
  })
})
