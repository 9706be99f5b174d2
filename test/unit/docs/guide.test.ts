import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalText } from '../../../electron/shell/dangerous-switches.ts'
import { SAFE_TEXTS } from '../../../electron/shell/safe-texts.ts'
import { LANGUAGES } from '../../../shared/i18n/languages.ts'
import { FEATURE_TEXTS } from '../../fixtures/feature-texts.ts'

/**
 * The guides quote the screen in bold, and use bold for nothing else. A placeholder of a text is "…" in a guide. A quote is
 * a whole text of the screen, or whole sentences of one, so that a change of the text makes the quote wrong. Two texts that
 * have the same words in both languages are not distinguished: a quote of "Cancel" matches both until no text has this word.
 */

const ROOT = join(import.meta.dirname, '../../..')
const GUIDE = join(ROOT, 'docs/guide')
const LOCALES = ['pt-BR', 'en'] as const
const PAGES = ['install.md', 'troubleshooting.md', 'wall.md']

const read = (path: string): string => readFileSync(path, 'utf8')
const page = (locale: string, name: string): string => read(join(GUIDE, locale, name))

type Texts = readonly (readonly [key: string, text: string])[]

/** Every text below a tree of texts, with its key. */
const textsIn = (tree: unknown, key: string): Texts => {
  if (typeof tree === 'string') return [[key, tree]]
  if (typeof tree !== 'object' || tree === null) return []
  return Object.entries(tree).flatMap(([name, below]) => textsIn(below, `${key}.${name}`))
}

const asQuoted = (text: string): string =>
  text
    .replaceAll(/\{\{\w+\}\}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Texts that are in no language file of the screen. */
const WITHOUT_SETTINGS = [
  ...Object.values(SAFE_TEXTS).flatMap((texts) => Object.values(texts)),
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

/** What can be quoted of the screen, with the keys of the texts that contain it. */
function screenOf(locale: (typeof LOCALES)[number]): ReadonlyMap<string, ReadonlySet<string>> {
  const quotable = new Map<string, Set<string>>()
  const texts = [
    ...textsIn(LANGUAGES[locale], 'board'),
    ...textsIn(FEATURE_TEXTS[locale], 'features'),
    ...WITHOUT_SETTINGS.map((text) => ['without settings', text] as const),
  ]
  for (const [key, text] of texts) {
    for (const quote of quotesOf(asQuoted(text))) quotable.set(quote, (quotable.get(quote) ?? new Set()).add(key))
  }
  return quotable
}

/** The words in bold; a line may break inside them. */
const boldIn = (text: string): readonly string[] =>
  [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, words = '']) => words.replaceAll(/\s+/g, ' '))

const headingsIn = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => /^(#+) /.exec(line)?.[1] ?? [])

/** As GitHub makes the anchor of a heading. */
const anchorsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

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

describe('the guides', () => {
  it.each(PAGES)('have the same sections of %s in both languages', (name) => {
    expect(headingsIn(page('en', name))).toEqual(headingsIn(page('pt-BR', name)))
  })

  it.each(PAGES)('quote in %s the same texts of the screen in both languages, in the same order', (name) => {
    const [portuguese, english] = [boldIn(page('pt-BR', name)), boldIn(page('en', name))]
    const [keys, englishKeys] = [screenOf('pt-BR'), screenOf('en')]
    const different = portuguese.flatMap((quote, at) => {
      const other = english[at] ?? ''
      const shared = [...(keys.get(quote) ?? [])].filter((key) => englishKeys.get(other)?.has(key))
      return shared.length > 0 ? [] : [[quote, other]]
    })
    expect(different).toEqual([])
    expect(english).toHaveLength(portuguese.length)
  })

  const files = globSync('**/*.md', { cwd: GUIDE }).map((name) => join(GUIDE, name))
  const links = [...files, join(ROOT, 'README.md')].flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => ({ file: relative(ROOT, file), target })),
  )

  it.each(links.filter(({ target }) => !target.startsWith('https://')))(
    'link in $file to $target',
    ({ file, target }) => {
      const [path = '', anchor] = target.split('#')
      const place = path === '' ? join(ROOT, file) : join(ROOT, dirname(file), path)
      expect(existsSync(place), place).toBe(true)
      if (anchor !== undefined) expect(anchorsIn(read(place))).toContain(anchor)
    },
  )
})

/**
 * One sheet of A4 in 10.5 pt, with margins of 15 mm and GitHub's spacing, holds 48 lines of 105 characters. A heading takes
 * three lines, the space after a block three quarters of one. Chromium printed both pages on one sheet by these measures.
 */
const LINE_CHARACTERS = 105
const PAGE_LINES = 48
const HEADING_LINES = 3
const GAP_LINES = 0.75

/** Lines of a page of Markdown in print. It has no tables: their rows take too much room on a wall. */
function printedLines(text: string): number {
  const blocks = text.trim().split(/\n\n+/)
  const linesOf = (block: string): number => {
    if (block.startsWith('#')) return HEADING_LINES
    const items = block.split(/\n(?=\d\. |- )/)
    return items.reduce((sum, item) => sum + Math.ceil(item.replaceAll('*', '').length / LINE_CHARACTERS), 0)
  }
  return blocks.reduce((sum, block) => sum + linesOf(block) + GAP_LINES, 0)
}

it.each(LOCALES)('the page for the wall fits on one sheet of A4 in %s', (locale) => {
  const text = page(locale, 'wall.md')
  expect(text).not.toMatch(/^\|/m)
  const lines = printedLines(text)
  expect(lines).toBeGreaterThan(PAGE_LINES / 2)
  expect(lines).toBeLessThanOrEqual(PAGE_LINES)
})
