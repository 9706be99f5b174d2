import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'packages/relay/README.md'), 'utf8')

it('the page of the relay has a line for each SECURITY note of the relay', () => {
  const notes = globSync('packages/relay/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/SECURITY: ([a-z-]+) \(packages\/relay\/README\.md\)/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(notes.length).toBeGreaterThan(0)
  expect(notes.filter((note) => !DOCUMENT.includes(`\`${note}\``))).toEqual([])
})
