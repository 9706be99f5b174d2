import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failedTests, failureList } from '../../../scripts/check/failed-tests.ts'
import { allowsPrograms, ON_DISK, temporaryFilesInMemory } from '../../../scripts/check/memory-folder.ts'
import { summary, tally } from '../../../scripts/check/outcome.ts'
import { repeatTable } from '../../../scripts/check/repeat-table.ts'
import { runInOrder } from '../../../scripts/check/run-in-order.ts'
import { CHECK_STEPS, type Step } from '../../../scripts/check/steps.ts'

const vitest = (passed: number, failed: number, pending = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: pending,
  numTodoTests: 0,
})

describe('the count of a step', () => {
  it('is one for a check', () => {
    expect(tally('one-check', true, undefined)).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(tally('one-check', false, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('is the number that the tests report', () => {
    expect(tally('vitest', false, vitest(7, 2, 1))).toEqual({ passed: 7, failed: 2, skipped: 1 })
    const stats = { expected: 5, unexpected: 1, flaky: 0, skipped: 2 }
    expect(tally('playwright', false, { stats })).toEqual({ passed: 5, failed: 1, skipped: 2 })
  })

  it('has a failure when the step ended with an error, also when its report has none', () => {
    expect(tally('vitest', false, vitest(7, 0))).toEqual({ passed: 7, failed: 1, skipped: 0 })
    expect(tally('vitest', false, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(tally('vitest', false, { something: 'else' })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('has a failure when no test ran at all', () => {
    expect(tally('vitest', true, vitest(0, 0))).toMatchObject({ failed: 1 })
    expect(tally('playwright', true, undefined)).toMatchObject({ failed: 1 })
  })

  it('counts a test that passed only in a repetition as failed', () => {
    const stats = { expected: 5, unexpected: 0, flaky: 1, skipped: 0 }
    expect(tally('playwright', true, { stats })).toEqual({ passed: 5, failed: 1, skipped: 0 })
  })
})

describe('the tests that failed', () => {
  it('are named as vitest reports them, with the beginning of the first error', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
    const assertionResults = [
      { fullName: 'a good one', status: 'passed', failureMessages: [] },
      { fullName: 'a bad one', status: 'failed', failureMessages: [`\u001b[31m${lines.join('\n')}`, 'another'] },
    ]
    const [failed, ...others] = failedTests('vitest', { testResults: [{ assertionResults }] })
    expect(failed?.title).toBe('a bad one')
    expect(failed?.reason.split('\n')).toEqual(lines.slice(0, 25))
    expect(others).toEqual([])
  })

  it('are named as Playwright reports them, in groups too', () => {
    const specs = [
      { title: 'a good one', file: 'way.spec.ts', ok: true, tests: [{ results: [{ errors: [] }] }] },
      {
        title: 'a bad one',
        file: 'way.spec.ts',
        ok: false,
        tests: [{ results: [{ errors: [{ message: 'too slow' }] }] }],
      },
    ]
    const report = { suites: [{ specs: [], suites: [{ specs }] }] }
    expect(failedTests('playwright', report)).toEqual([{ title: 'way.spec.ts: a bad one', reason: 'too slow' }])
  })

  it('are none where there is no report', () => {
    expect(failedTests('vitest', undefined)).toEqual([])
    expect(failedTests('playwright', undefined)).toEqual([])
    expect(failedTests('one-check', undefined)).toEqual([])
  })

  it('are listed with their step and reason at the end of the output', () => {
    const step = { name: 'unit' }
    expect(failureList([{ step, failures: [] }])).toBe('')
    expect(failureList([{ step, failures: [{ title: 'a bad one', reason: 'expected 1\nto be 2' }] }])).toBe(
      'FAILED unit: a bad one\n       expected 1\n       to be 2\n',
    )
  })
})

describe('the table of repeated runs', () => {
  it('has a row for each run, a column for each step, and the titles of the tests that failed', () => {
    const [build, unit] = CHECK_STEPS.filter(({ name }) => name === 'build' || name === 'unit')
    if (build === undefined || unit === undefined) throw new Error('no such step')
    const good = { passed: 5, failed: 0, skipped: 0, failures: [], seconds: 12.4 }
    const bad = { ...good, failed: 1, failures: [{ title: 'a bad one', reason: 'too slow' }] }
    const table = repeatTable(
      [build, unit],
      [
        [
          { step: build, ...good },
          { step: unit, ...bad },
        ],
        [{ step: unit, ...good }],
      ],
    )
    expect(table.split('\n').map((row) => row.replaceAll(/ +/g, ' '))).toEqual([
      'run build unit',
      '1 12 s 1 failed',
      '2 - 12 s',
      'run 1, unit: a bad one',
    ])
  })
})

describe('the last line', () => {
  it('sums all steps', () => {
    const outcomes = [
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 10, failed: 2, skipped: 0 },
    ]
    expect(summary(outcomes)).toBe('11 passed, 2 failed')
    expect(summary([...outcomes, { passed: 0, failed: 0, skipped: 3 }])).toBe('11 passed, 2 failed, 3 skipped')
  })
})

describe('the order of steps', () => {
  const step = (name: string, options: Partial<Pick<Step, 'after' | 'beside' | 'idle'>> = {}) => ({
    name,
    after: options.after ?? [],
    beside: options.beside ?? 'any',
    idle: options.idle ?? false,
  })

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
    expect(await course([step('a'), step('b'), step('c')], 2)).toEqual([
      'a (1)',
      'b (2)',
      'a ends',
      'c (2)',
      'b ends',
      'c ends',
    ])
  })

  it.each(['none', 'idle'] as const)(
    'runs no step of normal priority beside a step that accepts "%s"',
    async (beside) => {
      expect(await course([step('a'), step('b', { beside })], 2)).toEqual(['a (1)', 'a ends', 'b (1)', 'b ends'])
      expect(await course([step('a', { beside }), step('b')], 2)).toEqual(['a (1)', 'a ends', 'b (1)', 'b ends'])
    },
  )

  it('runs an idle step beside a step that accepts idle ones, and not beside earlier steps', async () => {
    const steps = [step('a'), step('b', { beside: 'none' }), step('c', { beside: 'idle' }), step('d', { idle: true })]
    expect(await course(steps, 2)).toEqual(['a (1)', 'a ends', 'b (1)', 'b ends', 'c (1)', 'd (2)', 'c ends', 'd ends'])
  })

  it('runs idle steps two at a time when no other step is left', async () => {
    const steps = [step('a', { idle: true }), step('b', { idle: true }), step('c', { idle: true })]
    expect((await course(steps, 2)).slice(0, 2)).toEqual(['a (1)', 'b (2)'])
  })

  it('runs a step after the steps whose results it uses', async () => {
    expect(await course([step('tests', { after: ['build'] }), step('build')], 2)).toEqual([
      'build (1)',
      'build ends',
      'tests (1)',
      'tests ends',
    ])
  })

  it('skips a step that is not in the selection', async () => {
    expect(await course([step('tests', { after: ['build'] })], 2)).toEqual(['tests (1)', 'tests ends'])
  })

  it('refuses steps that wait for each other', async () => {
    await expect(
      runInOrder([step('a', { after: ['b'] }), step('b', { after: ['a'] })], 2, async () => undefined),
    ).rejects.toThrow('a, b')
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

  it('are not used by steps that measure, and not by the tests of the disk', () => {
    const onDisk = CHECK_STEPS.filter(({ inMemory }) => !inMemory).map(({ name }) => name)
    expect(onDisk).toEqual(expect.arrayContaining(['faults', 'measuring', 'e2e-measuring']))
  })
})

describe('the steps', () => {
  it('wait only for steps that exist', () => {
    const names = CHECK_STEPS.map(({ name }) => name)
    expect(CHECK_STEPS.flatMap(({ after }) => after).filter((name) => !names.includes(name))).toEqual([])
  })

  it('have a script of the same name in package.json, which runs the same command', () => {
    const scripts = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).scripts
    const asWritten = (command: readonly string[]) => command.join(' ')
    expect(CHECK_STEPS.map(({ name, command }) => [name, asWritten(command)])).toEqual(
      CHECK_STEPS.map(({ name }) => [name, scripts[name === 'lint' ? 'lint:code' : name]]),
    )
  })
})

describe('the files of the unit tests', () => {
  it('are in a project with processes of their own when they replace modules', () => {
    const root = join(import.meta.dirname, '../../..')
    const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8')
    const replacing = globSync('test/unit/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
      /\bvi\.(?:mock|doMock)[(]/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(replacing.length).toBeGreaterThan(0)
    expect(replacing.filter((file) => !config.includes(`'${file}'`))).toEqual([])
  })
})
