import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { reasonOf, testPattern } from '../../../scripts/check/failure-text.ts'
import { allowsPrograms, ON_DISK, temporaryFilesInMemory } from '../../../scripts/check/memory-folder.ts'
import { countsOf, failureList, slowestFiles, summary, tally } from '../../../scripts/check/outcome.ts'
import { createProgress } from '../../../scripts/check/progress.ts'
import { repeatRow } from '../../../scripts/check/repeat-table.ts'
import {
  RESULTS_FILE,
  type ResultLine,
  readResults,
  type TestResult,
  writeResult,
} from '../../../scripts/check/results.ts'
import { runInOrder } from '../../../scripts/check/run-in-order.ts'
import { type Part, type Step, stepsOf } from '../../../scripts/check/steps.ts'

const result = (state: TestResult['state'], title = 'a test', reason = ''): TestResult => ({
  kind: 'test',
  state,
  title,
  command: `run ${title}`,
  reason,
})

describe('the count of a step', () => {
  it.each<[string, Step['kind'], boolean, ResultLine[], string]>([
    ['a check that succeeds', 'check', true, [], '1 passed, 0 failed'],
    ['a check that fails', 'check', false, [], '0 passed, 1 failed'],
    [
      'tests',
      'vitest',
      false,
      [result('passed'), result('failed'), result('skipped')],
      '1 passed, 1 failed, 1 skipped',
    ],
    ['an error outside the tests', 'playwright', false, [result('passed')], '1 passed, 1 failed'],
    ['no test at all', 'vitest', true, [{ kind: 'file', file: 'x', ms: 1 }], '0 passed, 1 failed'],
  ])('of %s', (_what, kind, succeeded, lines, counts) => {
    expect(summary([tally({ kind }, succeeded, lines)])).toBe(counts)
  })

  it('is summed over the steps in the last line', () => {
    expect(summary([countsOf([result('passed')]), { passed: 10, failed: 2, skipped: 0 }])).toBe('11 passed, 2 failed')
  })
})

describe('the results that the reporters write', () => {
  it('are read while the last line is incomplete', () => {
    const folder = mkdtempSync(join(tmpdir(), 'comanda-results-'))
    const file = join(folder, 'results.jsonl')
    vi.stubEnv(RESULTS_FILE, file)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    })
    expect(readResults(file)).toEqual([])
    writeResult(result('passed'))
    const complete = readFileSync(file, 'utf8')
    writeFileSync(file, `${complete}{"kind":`)
    expect(readResults(file)).toEqual([result('passed')])
  })

  it('give the failed tests with the beginning of their error and the command that runs one alone', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
    expect(reasonOf(`\u001b[31m${lines.join('\n')}`).split('\n')).toEqual(lines.slice(0, 25))
    const step = { name: 'unit' } as Step
    const outcome = { step, failures: [result('failed', 'a bad one', 'expected 1\nto be 2')], skips: [] }
    expect(slowestFiles([{ files: [] }])).toBe('')
    expect(failureList([outcome])).toBe(
      'FAILED unit: a bad one\n       expected 1\n       to be 2\n       alone: run a bad one\n',
    )
    expect(failureList([{ step, failures: [], skips: [result('skipped', 'x', 'no disk')] }])).toBe(
      'not run unit: x (no disk)',
    )
  })

  it('give the command a pattern that matches only this title', () => {
    expect(testPattern("a (b) costs $5, it's [1]")).toBe(String.raw`'^a \(b\) costs \$5, it.s \[1\]$'`)
  })

  it('give the ten slowest files of all steps', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ kind: 'file', file: `${index}`, ms: index }) as const)
    const lines = slowestFiles([{ files: files.slice(0, 3) }, { files: files.slice(3) }]).split('\n')
    expect(lines.slice(1).map((line) => line.split('  ').at(-1))).toEqual([
      '11',
      '10',
      '9',
      '8',
      '7',
      '6',
      '5',
      '4',
      '3',
      '2',
    ])
  })
})

it('the lines of running steps stay below the printed lines on a terminal, and are not written elsewhere', () => {
  const written: string[] = []
  const write = (text: string) => written.push(text)
  const onTerminal = createProgress({ isTTY: true, columns: 20, write }, () => [
    'unit 5 passed',
    'e2e 1 passed, 0 failed',
  ])
  onTerminal.print('ok build')
  onTerminal.print('ok types')
  onTerminal.end()
  expect(written).toEqual([
    'ok build\nunit 5 passed\ne2e 1 passed, 0 fai\n',
    '\r\u001b[2A\u001b[Jok types\nunit 5 passed\ne2e 1 passed, 0 fai\n',
  ])
  written.length = 0
  createProgress({ write }, () => ['unit 5 passed']).print('ok build')
  expect(written).toEqual(['ok build\n'])
})

it('a run of the table of repeated runs has its time, its processor time, its counts and its failed tests', () => {
  const record = { passed: 7, failed: 1, skipped: 0, seconds: 90, processorSeconds: 100.4, failedTitles: ['unit: a|b'] }
  const row = repeatRow({ at: new Date('2026-11-26T12:30:00Z'), commit: 'abc', mode: 'busy', record })
  expect(row).toBe('| 2026-11-26 12:30 | abc | busy | 1.5 | 100 | 7 | 1 | unit: a\\|b |\n')
})

describe('the order of steps', () => {
  const step = (name: string, after: readonly string[] = []) => ({ name, after })

  async function course(steps: readonly ReturnType<typeof step>[], width: number): Promise<readonly string[]> {
    const seen: string[] = []
    let running = 0
    await runInOrder(steps, width, async ({ name }) => {
      running += 1
      seen.push(`${name} (${running})`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      seen.push(`${name} ends`)
    })
    return seen
  }

  it('never exceeds the limit of parallel steps', async () => {
    const seen = await course([step('a'), step('b'), step('c')], 2)
    expect(seen).toEqual(['a (1)', 'b (2)', 'a ends', 'c (2)', 'b ends', 'c ends'])
  })

  it('runs a step after the steps whose results it uses, and ignores steps that are not in the selection', async () => {
    const seen = await course([step('tests', ['build', 'types']), step('build')], 2)
    expect(seen).toEqual(['build (1)', 'build ends', 'tests (1)', 'tests ends'])
  })

  it('refuses steps that wait for each other', async () => {
    await expect(runInOrder([step('a', ['b']), step('b', ['a'])], 2, async () => undefined)).rejects.toThrow('a, b')
  })
})

describe('temporary files in memory', () => {
  const mounts = (options: string) => `proc /proc proc rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`

  it('need a file system that runs programs', () => {
    expect(allowsPrograms(mounts('rw,nosuid,nodev'))).toBe(true)
    expect(allowsPrograms(mounts('rw,nosuid,nodev,noexec'))).toBe(false)
    expect(allowsPrograms('proc /proc proc rw 0 0\n')).toBe(false)
  })

  it('are removed after the step; without memory the folder of the system is used', () => {
    const { env, remove } = temporaryFilesInMemory()
    const folder = env.TMPDIR
    if (folder === undefined) {
      expect({ env, remove }).toEqual(ON_DISK)
      return
    }
    writeFileSync(join(folder, 'file'), 'text')
    remove()
    expect(existsSync(folder)).toBe(false)
  })
})

describe('the steps', () => {
  it.each<Part>(['gate', 'rest', 'all'])('of %s can run in some order, each after steps that exist', async (part) => {
    const names = stepsOf('all').map(({ name }) => name)
    expect(
      stepsOf(part)
        .flatMap(({ after }) => after)
        .filter((name) => !names.includes(name)),
    ).toEqual([])
    const ran: string[] = []
    await runInOrder(stepsOf(part), 2, async ({ name }) => void ran.push(name))
    expect(ran).toHaveLength(stepsOf(part).length)
  })

  it('have a script of the same name in package.json, which runs one alone', () => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
    const own = { protections: 'test:protections' } as Readonly<Record<string, string>>
    const names = stepsOf('all').map(({ name }) => own[name] ?? name)
    expect(names.filter((name) => !(name in scripts))).toEqual([])
  })
})
