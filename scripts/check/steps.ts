/** The steps of `npm test`, which every commit must pass. The npm scripts of the same names run one step each. */

export type Counting = 'one-check' | 'vitest' | 'playwright'

export type Step = {
  readonly name: string
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly counting: Counting
  /** Names of the steps whose results this step uses. */
  readonly after: readonly string[]
  /** Which other steps may run at the same time. A step that measures time accepts only idle ones, or none. */
  readonly beside: 'any' | 'idle' | 'none'
  /** The step gets only processor time that no other program needs, and starts after the other steps. */
  readonly idle: boolean
  /** Its temporary files may be in memory, because it tests neither the disk nor its speed. */
  readonly inMemory: boolean
  readonly limitMinutes: number
}

export const isMeasuring = ({ beside }: Pick<Step, 'beside'>): boolean => beside !== 'any'

function check(name: string, ...command: [string, ...string[]]): Step {
  return {
    name,
    command,
    counting: 'one-check',
    after: [],
    beside: 'any',
    idle: false,
    inMemory: false,
    limitMinutes: 10,
  }
}

/** A check that also runs beside measuring tests. Chromium's windows and other programs of the tests are never idle. */
const idleCheck = (name: string, ...command: [string, ...string[]]): Step => ({
  ...check(name, ...command),
  idle: true,
})

/** One run of vitest over projects of vitest.config.ts. The configuration sets how many files run at a time. */
function vitest(name: string, projects: readonly string[], options: Partial<Step> = {}): Step {
  return {
    name,
    command: ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
    counting: 'vitest',
    after: [],
    beside: 'any',
    idle: false,
    inMemory: false,
    limitMinutes: 15,
    ...options,
  }
}

function playwright(name: string, options: Partial<Step> = {}): Step {
  return {
    name,
    command: ['node', 'scripts/with-keychain.mjs', 'playwright', 'test', `--project=${name}`],
    counting: 'playwright',
    after: ['build'],
    beside: 'any',
    idle: false,
    inMemory: false,
    limitMinutes: 20,
    ...options,
  }
}

/**
 * In the order in which they start. Long steps come first: shorter steps use the time in which the long ones wait. The
 * import rules are checked in the product and the scripts only: their parser cannot read `using`, which tests contain.
 */
export const CHECK_STEPS: readonly Step[] = [
  check('build', 'electron-vite', 'build', '--logLevel', 'warn'),
  vitest('integration', ['integration', 'integration-mocking'], {
    after: ['build'],
    inMemory: true,
    limitMinutes: 30,
  }),
  playwright('e2e', { inMemory: true }),
  vitest('unit', ['unit', 'unit-mocking']),
  vitest('chain', ['chain'], { inMemory: true }),
  vitest('electron-host', ['electron-host'], { after: ['build'], inMemory: true }),
  vitest('faults', ['faults'], { after: ['build'] }),
  vitest('histories', ['histories']),
  vitest('measuring', ['integration-measuring', 'faults-measuring', 'timed'], { after: ['build'], beside: 'none' }),
  playwright('e2e-measuring', { beside: 'idle' }),
  idleCheck('format', 'biome', 'format', '.'),
  idleCheck('lint', 'biome', 'check', '--formatter-enabled=false', '--error-on-warnings', '.'),
  idleCheck('browser-tests', 'node', 'scripts/lint/browser-tests.ts'),
  // With several checkers each checks the declarations that it shares with the others again.
  idleCheck('types', 'tsc', '-b', '--checkers', '1'),
  idleCheck(
    'imports',
    'depcruise',
    '--config',
    '.dependency-cruiser.mjs',
    'electron',
    'headless',
    'relay',
    'renderer',
    'shared',
    'scripts',
  ),
  idleCheck('deadcode', 'knip'),
  // Without the tests: reports code that only tests use.
  idleCheck('deadcode-product', 'knip', '--production', '--include', 'files,exports,types,duplicates,enumMembers'),
]
