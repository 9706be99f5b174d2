import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const PLUGIN = 'scripts/lint/one-time-service.grit'

const FLOATING = 'const work = async () => 1\nexport function start() {\n  work()\n}\n'
const FOLDERS = [
  'electron/station',
  'relay/inbound',
  'renderer/board',
  'shared',
  'scripts',
  'test/unit/x',
  'test/e2e',
] as const

/** The same statement with its promise handled. */
const HANDLED: Readonly<Record<string, string>> = {
  'electron/a-catch.ts': FLOATING.replace('  work()', '  work().catch(() => undefined)'),
  'electron/a-void.ts': FLOATING.replace('  work()', '  void work()'),
  'electron/an-await.ts': FLOATING.replace('export function', 'export async function').replace(
    '  work()',
    '  await work()',
  ),
}

/** The project's own configuration in a small project. */
function lintedProject() {
  // Biome infers no types for files below a folder that the project's git ignores.
  const folder = mkdtempSync(join(tmpdir(), 'comanda-floating-promises-'))
  const config: Record<string, unknown> = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'))
  // The folder is not a git repository, and needs no schema.
  const { vcs: _vcs, $schema: _schema, ...rules } = config
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, root: true }))
  mkdirSync(dirname(join(folder, PLUGIN)), { recursive: true })
  cpSync(join(ROOT, PLUGIN), join(folder, PLUGIN))
  for (const [file, text] of [
    ...FOLDERS.map((name) => [`${name}/floats.ts`, FLOATING] as const),
    ...Object.entries(HANDLED),
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const { stdout, stderr, status } = spawnSync(
    join(ROOT, 'node_modules/.bin/biome'),
    ['lint', '--max-diagnostics=none', '--colors=off', '.'],
    { cwd: folder, encoding: 'utf8' },
  )
  const findings = [...(stdout + stderr).matchAll(/^(\S+?):\d+:\d+ lint\/nursery\/noFloatingPromises/gm)]
  return { folder, status, files: findings.map(([, file = '']) => file.replaceAll('\\', '/')) }
}

describe('the rule that every promise has a handler', () => {
  const { folder, status, files } = lintedProject()
  afterAll(() => rmSync(folder, { recursive: true }))

  it('fails the check', () => {
    expect(status).not.toBe(0)
  })
  it.each(FOLDERS)('refuses a promise without a handler in %s', (name) => {
    expect(files).toContain(`${name}/floats.ts`)
  })
  it.each(Object.keys(HANDLED))('accepts %s', (file) => {
    expect(files).not.toContain(file)
  })
})
