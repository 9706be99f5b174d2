import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const PLUGIN = 'scripts/lint/one-time-service.grit'

const READINGS = [
  'Date.now()',
  'performance.now()',
  'new Date()',
  'Date()',
  'process.hrtime.bigint()',
  'globalThis.Date.now()',
  'window.performance.now()',
  '[1].map(Date.now)',
  '{ now: Date.now }',
] as const
const PLACES = ['electron/core', 'electron', 'renderer/wall', 'shared', 'packages/relay'] as const
/** File → the clock that it reads: the permitted places, tests, and files that read no clock. */
const ALLOWED: Readonly<Record<string, string>> = {
  'electron/sync/clock.ts': 'Date.now()',
  'renderer/store/monotonic-now.ts': 'performance.now()',
  'packages/relay/relay-clock.ts': 'Date.now()',
  'test/unit/x.test.ts': 'Date.now()',
  'electron/core/a-given-instant.ts': 'new Date(5)',
  'electron/core/asks-the-service.ts': 'clock.platform()',
}
const refused = READINGS.flatMap((reading, at) =>
  PLACES.map((place) => [`${place}/reading-${at}.ts`, reading] as const),
)

/** The project's own configuration in a small project, in which each file reads one clock. */
function lintedProject() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.cache/one-time-service-'))
  const config: Record<string, unknown> = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'))
  // Git ignores the folder, and it needs no schema.
  const { vcs: _vcs, $schema: _schema, ...rules } = config
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, root: true }))
  cpSync(join(ROOT, PLUGIN), join(folder, PLUGIN))
  for (const [file, reading] of [...refused, ...Object.entries(ALLOWED)]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `export const at = ${reading}\n`)
  }
  const { stdout, stderr, status } = spawnSync(
    join(ROOT, 'node_modules/.bin/biome'),
    ['lint', '--max-diagnostics=none', '--colors=off', '.'],
    { cwd: folder, encoding: 'utf8' },
  )
  const findings = [...(stdout + stderr).matchAll(/^(\S+?):\d+:\d+ plugin /gm)].flatMap(([, file]) => file ?? [])
  return { folder, status, files: new Set(findings.map((file) => file.replaceAll('\\', '/'))) }
}

describe('the rule that only the time service reads the clocks', () => {
  const { folder, status, files } = lintedProject()
  afterAll(() => rmSync(folder, { recursive: true }))

  it('fails the check', () => {
    expect(status).not.toBe(0)
  })
  it.each(refused)('refuses in %s: %s', (file) => {
    expect([...files]).toContain(file)
  })
  it.each(Object.entries(ALLOWED))('permits in %s: %s', (file) => {
    expect([...files]).not.toContain(file)
  })
})
