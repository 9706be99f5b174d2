import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')

/** The lines below a heading. */
function linesBelow(heading: string): readonly string[] {
  const [, section = ''] = DOCUMENT.split(`\n## ${heading}\n`)
  return (section.split('\n## ')[0] ?? '').split('\n')
}

/** The cells of a table below a heading, without its two head lines. */
const tableBelow = (heading: string): readonly (readonly string[])[] =>
  linesBelow(heading)
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

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

/** The names in the list below a heading. */
const namesIn = (heading: string): readonly string[] =>
  linesBelow(heading)
    .filter((line) => /^(- | {2})/.test(line))
    .flatMap((line) => [...line.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name))

const NOTES = namesIn('Measures')
const ITEMS = linesBelow('Electron’s checklist').flatMap((line) => {
  const [, number, proofs = ''] = /^(\d+)\. .*: (.*)$/.exec(line) ?? []
  return number === undefined ? [] : [{ number: Number(number), proofs }]
})

describe('docs/security.md', () => {
  it('names each SECURITY note of the program, and no other', () => {
    expect(NOTES.toSorted()).toEqual([...notes()].toSorted())
  })

  it('names tests for each threat, and measures or tests for each item of Electron’s checklist', () => {
    const threats = tableBelow('Threats').map((cells) => cells.at(-1) ?? '')
    expect(threats.length).toBeGreaterThan(5)
    for (const proof of [...threats, ...ITEMS.map(({ proofs }) => proofs)].flatMap((proofs) => proofs.split(', '))) {
      const name = proof.replaceAll('`', '')
      expect(NOTES.includes(name) || (name.includes('.') && existsSync(join(ROOT, 'test', name))), proof).toBe(true)
    }
  })

  it('answers each of the twenty items of Electron’s checklist', () => {
    expect(ITEMS.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it('lists each package that may or may not run a script when it is installed', () => {
    const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const listed = tableBelow('Install scripts').map(([name = '', runs]) => [name.replaceAll('`', ''), runs === 'runs'])
    expect(Object.fromEntries(listed)).toEqual(allowScripts)
  })
})
