import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** The cells of a table below a heading, without its two head lines. */
function tableBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = DOCUMENT.split(`\n## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  const rows = own.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** `SECURITY:` notes in the program, by name. The first words of a note without a name count as its name. */
function notes(): ReadonlySet<string> {
  const files = ['electron', 'shared'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const found = files
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(ROOT, name), 'utf8').matchAll(/SECURITY: ([a-z-]+)( \(docs\/security\.md\))?/g),
    ])
  return new Set(
    found.map(([, name = '', reference]) => (reference === undefined ? `${name} (without reference)` : name)),
  )
}

/** The tests that a cell cites as `file › part of a title`, separated by `;`. */
const testsIn = (cell: string) =>
  cell.split(';').map((reference) => {
    const [file = '', title = ''] = reference.split('›').map((part) => part.trim().replaceAll('`', ''))
    return { file, title }
  })

/** Titles of tests and of their rows, which a test runner prints, and no other text of the file. */
const titlesIn = (source: string): readonly string[] =>
  [...source.matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)*\(|\)\(|\[)\s*(['"`])(.*?)\1,/g)].map(
    ([, , title = '']) => title,
  )

function expectTests(cell: string): void {
  for (const { file, title } of testsIn(cell)) {
    expect(existsSync(join(ROOT, 'test', file)), `test/${file}`).toBe(true)
    expect(title, `a title in ${file}`).not.toBe('')
    const titles = titlesIn(readFileSync(join(ROOT, 'test', file), 'utf8'))
    expect(
      titles.some((each) => each.includes(title)),
      `${file} › ${title}`,
    ).toBe(true)
  }
}

const NOTES = tableBelow('Measures')
const ITEMS = tableBelow('Electron’s checklist')
const THREATS = tableBelow('Threats')

describe('docs/security.md', () => {
  it('has a row for each SECURITY note of the program, and no other', () => {
    expect(NOTES.map(([name = '']) => name.replaceAll('`', '')).toSorted()).toEqual([...notes()].toSorted())
  })

  it.each(NOTES)('names tests for the measure %s that exist', (_name, _what, tests = '') => {
    expectTests(tests)
  })

  it('answers each of the twenty items of Electron’s checklist', () => {
    expect(ITEMS.map(([number]) => Number(number))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it.each(ITEMS)('names tests for item %s that exist', (_number, _item, _how, tests = '') => {
    expectTests(tests)
  })

  it('lists nine threats', () => {
    expect(THREATS).toHaveLength(9)
  })

  it.each(THREATS)('names tests against %s that exist', (_who, _what, _how, tests = '') => {
    expectTests(tests)
  })

  it('lists each package that may or may not run a script when it is installed', () => {
    const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const listed = tableBelow('Install scripts').map(([name = '', runs]) => [name.replaceAll('`', ''), runs === 'runs'])
    expect(Object.fromEntries(listed)).toEqual(allowScripts)
  })
})
