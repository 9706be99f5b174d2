import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROTECTIONS } from '../../../scripts/protections/table.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const [, measures = ''] = DOCUMENT.split('\n## Measures\n')
const notes = [...(measures.split('\n## ')[0] ?? '').matchAll(/^- `([a-z-]+)`/gm)].map(([, name = '']) => name)

it('removes every measure of docs/security.md at least once', () => {
  expect([...new Set(PROTECTIONS.map(({ note }) => note))].toSorted()).toEqual(notes.toSorted())
})

it.each(PROTECTIONS)('finds the code to remove for $note in $file once', ({ file, find }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2)
})
