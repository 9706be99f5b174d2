import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { RELIABILITY } from '../../../scripts/protections/reliability.ts'
import { PROTECTIONS } from '../../../scripts/protections/table.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const [, measures = ''] = DOCUMENT.split('\n## Measures\n')
const listed = (measures.split('\n## ')[0] ?? '').split('\n').filter((line) => /^(- | {2})/.test(line))
const notes = listed.flatMap((line) => [...line.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name))

it('removes every measure of docs/security.md at least once', () => {
  expect([...new Set(PROTECTIONS.map(({ note }) => note))].toSorted()).toEqual(notes.toSorted())
})

it.each([...PROTECTIONS, ...RELIABILITY])('finds the code to remove for $note in $file once', (protection) => {
  const { file, find, test, only = '' } = protection
  expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2)
  expect(existsSync(join(ROOT, 'test', test))).toBe(true)
  // A title that no test has would be detected without a run. Titles with a path are made while the test runs.
  if (!only.endsWith('.ts')) expect(readFileSync(join(ROOT, 'test', test), 'utf8')).toContain(only)
})
