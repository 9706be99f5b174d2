import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../../relay/config/relay-config.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/chains.md'), 'utf8')

it('docs/chains.md has a row for each SECURITY note of the relay', () => {
  const notes = globSync('relay/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/SECURITY: ([a-z-]+) \(docs\/chains\.md\)/g)].map(
      ([, name = '']) => name,
    ),
  )
  expect(notes.length).toBeGreaterThan(0)
  expect(notes.filter((note) => !DOCUMENT.includes(`\`${note}\``))).toEqual([])
})

it('docs/chains.md shows the configuration with its defaults', () => {
  const [, shown = ''] = /```json\n(.*?)```/s.exec(DOCUMENT) ?? []
  const environment = {
    COMANDA_RELAY_DATABASE_URL: 'postgresql://localhost/x',
    COMANDA_RELAY_KEY: 'k'.repeat(32),
    COMANDA_RELAY_OPERATOR_PASSWORD: 'p'.repeat(12),
    COMANDA_UPSTREAM_CHAIN_API_URL: 'https://host.example/hash/od/v2',
    COMANDA_UPSTREAM_CHAIN_CLIENT_ID: 'id',
    COMANDA_UPSTREAM_CHAIN_CLIENT_SECRET: 'secret',
  }
  const least = { publicUrl: 'https://relay.chain.example', upstreams: [{ name: 'chain' }] }
  expect(readConfig(shown, environment)).toEqual(readConfig(JSON.stringify(least), environment))
})
