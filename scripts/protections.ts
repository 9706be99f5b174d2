import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELIABILITY } from './protections/reliability.ts'
import { PROTECTIONS, type Protection } from './protections/table.ts'

/**
 * `npm run test:protections`: removes each protection of docs/security.md and docs/reliability.md, one at a time, in a copy of the
 * sources, and checks that its test then fails. `npm run test:protections -- webrtc` tests only the protections of the named notes.
 */

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['electron', 'packages', 'renderer', 'shared', 'test', 'scripts', 'build']
const DOCUMENTS = ['docs/security.md', 'SECURITY.md', 'README.md']
const PACKAGE = ['package.json', 'package-lock.json', 'electron-builder.yml', 'biome.json']
const CONFIGS = [
  'vitest.config.ts',
  'electron.vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
  'tsconfig.tools.json',
]
const TEST_TIMEOUT_MS = 240_000

const notes = process.argv.slice(2)
const chosen = [...PROTECTIONS, ...RELIABILITY].filter(({ note }) => notes.length === 0 || notes.includes(note))

mkdirSync(join(ROOT, '.cache'), { recursive: true })
const copy = mkdtempSync(join(ROOT, '.cache/protections-'))
for (const name of [...FOLDERS, ...DOCUMENTS, ...PACKAGE, ...CONFIGS])
  cpSync(join(ROOT, name), join(copy, name), { recursive: true })
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

type Tests = Pick<Protection, 'test' | 'only'>

/** Whether these tests pass in the copy. `limitMs`: for a test that hangs without its protection. */
function passes(chosenTests: readonly Tests[], limitMs?: number): boolean {
  const tests = [...new Set(chosenTests.map(({ test }) => test))]
  const files = tests.map((test) => join('test', test))
  const titles = chosenTests.flatMap(({ only }) => only ?? [])
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  // Only the projects of these files: `integration` builds the board first.
  const projects = ['unit', 'integration'].filter((project) => tests.some((test) => test.startsWith(`${project}/`)))
  const pattern = titles.map((title) => title.replaceAll(/[^\w ]/g, '.')).join('|')
  const options = [...(pattern === '' ? [] : ['-t', pattern]), ...projects.flatMap((project) => ['--project', project])]
  const run = spawnSync(process.execPath, [vitest, 'run', ...options, ...files], {
    cwd: copy,
    timeout: limitMs,
    encoding: 'utf8',
  })
  if (run.error !== undefined) throw run.error
  return run.status === 0
}

/** Whether the test fails without the protection. */
function isDetected({ file, find, replace, ...tests }: Protection): boolean {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(find).length !== 2) throw new Error(`${file} must contain exactly once: ${find}`)
  writeFileSync(
    path,
    source.replace(find, () => replace),
  )
  try {
    return !passes([tests], TEST_TIMEOUT_MS)
  } finally {
    writeFileSync(path, source)
  }
}

let failures = 0
try {
  // A part of a title counts for every file of a run.
  const runs = [chosen.filter(({ only }) => only === undefined), chosen.filter(({ only }) => only !== undefined)]
  if (!runs.every((tests) => tests.length === 0 || passes(tests)))
    throw new Error('the tests fail before any protection is removed')
  for (const protection of chosen) {
    const detected = isDetected(protection)
    if (!detected) failures += 1
    const { note, file, test } = protection
    console.log(`${detected ? 'detected    ' : 'NOT DETECTED'} ${note}: removed from ${file}, ${test}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${chosen.length - failures} of ${chosen.length} removed protections were detected`)
process.exitCode = failures === 0 ? 0 : 1
