import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/chains.md'), 'utf8')

it('docs/chains.md has a row for each SECURITY note of the relay', () => {
  const notes = globSync('packages/relay/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/SECURITY: ([a-z-]+) \(docs\/chains\.md\)/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(notes.length).toBeGreaterThan(0)
  expect(notes.filter((note) => !DOCUMENT.includes(`\`${note}\``))).toEqual([])
})
