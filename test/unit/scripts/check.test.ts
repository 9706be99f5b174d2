import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testPattern } from '../../../scripts/check/failure-text.ts'
import { countsOf, summary, tally } from '../../../scripts/check/outcome.ts'
import {
  RESULTS_FILE,
  type ResultLine,
  readResults,
  type TestResult,
  writeResult,
} from '../../../scripts/check/results.ts'
import { runInOrder } from '../../../scripts/check/run-steps.ts'
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

  it('give the command a pattern that matches only this title', () => {
    expect(testPattern("a (b) costs $5, it's [1]")).toBe(String.raw`'^a \(b\) costs \$5, it.s \[1\]$'`)
  })
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
