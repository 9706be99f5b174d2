import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const DOCUMENT = read('docs/protocol.md')
const SECTIONS = [...DOCUMENT.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)

/** Citations in comments; one may contain a line break of its comment. */
const CITATION = /([\w/.-]*)protocol\.md(?:,[\s*]*"([^"]+)")?/g

const SOURCES = globSync('{electron,shared,renderer,scripts,test}/**/*.{ts,tsx,mjs}', { cwd: ROOT })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !name.startsWith('test/unit/docs/'))

const CITATIONS = SOURCES.flatMap((file) =>
  [...read(file).matchAll(CITATION)].map(([, folder, section]) => ({ file, folder, section })),
)

/** Cells of the rows of every table whose head names a certainty; the column of the certainty comes last. */
function facts(): readonly { readonly fact: string; readonly certainty: string }[] {
  const tables = DOCUMENT.split(/\n\n+/).filter((block) => block.startsWith('|'))
  return tables.flatMap((table) => {
    const [head = [], , ...rows] = table
      .trimEnd()
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    const column = head.findIndex((name) => name.startsWith('certainty'))
    // The legend explains the words themselves.
    return column < 1 ? [] : rows.map((row) => ({ fact: row[0] ?? '', certainty: row[column] ?? '' }))
  })
}

describe('docs/protocol.md', () => {
  it('is cited in the code', () => {
    expect(CITATIONS.length).toBeGreaterThan(20)
  })

  it.each(CITATIONS)('has the section that $file cites: $section', ({ folder, section }) => {
    expect(folder).toBe('docs/')
    expect(SECTIONS).toContain(section)
  })

  it('states the certainty of every fact by a word of the legend', () => {
    const all = facts()
    expect(all.length).toBeGreaterThan(50)
    const unmarked = all.filter(({ certainty }) => !/^(seed|v2|sibling|assumed)(, (v2|sibling))?$/.test(certainty))
    expect(unmarked).toEqual([])
  })

  it('names files that exist', () => {
    const named = [...DOCUMENT.matchAll(/`((?:electron|shared|renderer|test)\/[\w./-]+)`/g)].map(
      ([, name = '']) => name,
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
  })
})
