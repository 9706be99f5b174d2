import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../relay/config/relay-config.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/chains.md'), 'utf8')

describe('docs/chains.md', () => {
  it('names tests that exist', () => {
    const references = [...DOCUMENT.matchAll(/(relay\/[\w-]+\.test\.ts) › ([^;|]+)/g)]
    expect(references.length).toBeGreaterThan(8)
    for (const [, file = '', title = ''] of references) {
      expect(existsSync(join(ROOT, 'test', file)), file).toBe(true)
      expect(readFileSync(join(ROOT, 'test', file), 'utf8'), `${file} › ${title}`).toContain(title.trim())
    }
  })

  it('has a row for each SECURITY note of the relay', () => {
    const notes = globSync('relay/**/*.ts', { cwd: ROOT }).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/SECURITY: ([a-z-]+) \(docs\/chains\.md\)/g)].map(
        ([, name = '']) => name,
      ),
    )
    expect(notes.toSorted()).toEqual(['office-forgery', 'relay-establishment', 'relay-token'])
    for (const note of notes) expect(DOCUMENT).toContain(`\`${note}\``)
  })

  it('shows the configuration with its defaults', () => {
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
    for (const name of Object.keys(environment))
      expect(DOCUMENT).toContain(name.replace(/CHAIN_(CLIENT.*)/, 'CHAIN_API_URL'))
  })

  it('starts the relay with the switches of the memory measurement', () => {
    const program = readFileSync(join(ROOT, 'test/relay/relay-program.ts'), 'utf8')
    const [, list = ''] = /RELAY_SWITCHES = \[(.*)\]/.exec(program) ?? []
    const switches = list.replaceAll("'", '').replaceAll(',', '')
    expect(DOCUMENT.split(`node ${switches} /`)).toHaveLength(3)
  })

  it('names every metric', () => {
    const source = readFileSync(join(ROOT, 'relay/operate/metrics.ts'), 'utf8')
    const names = [...source.matchAll(/^ {4,6}\[?\n? *'([a-z_]+)',/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(5)
    const known = names.filter((name) => !/^(kitchen_last_poll_seconds|kitchen_open_orders|lease_fencing)$/.test(name))
    expect(known.filter((name) => !DOCUMENT.includes(name))).toEqual([])
  })
})
