import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const DOCUMENT = read('docs/where.md')

/** A reader can check at most this many files in a minute. */
const MAX_FILES = 15

const SOURCES = globSync('{electron,renderer,shared}/**/*.{ts,tsx,css}', { cwd: ROOT })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !/\/(texts|practice\/platform)\//.test(name))
  .map((name) => ({ name, text: read(name) }))

/** `- task: words → file`. */
const ROWS = [...DOCUMENT.matchAll(/^- (.+): `(.+)` → `(.+)`$/gm)].map(([, ...cells]) => cells)

const found = (words: string): readonly string[] =>
  SOURCES.filter(({ name, text }) => new RegExp(words, 'i').test(`${name}\n${text}`)).map(({ name }) => name)

describe('docs/where.md', () => {
  it('has rows', () => {
    expect(ROWS.length).toBeGreaterThan(10)
  })

  it.each(ROWS)('%s: the words %s lead to %s', (_task, words = '', file = '') => {
    const files = found(words)
    expect(files).toContain(file)
    expect(files.length).toBeLessThanOrEqual(MAX_FILES)
  })
})
