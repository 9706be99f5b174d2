/** The steps of `npm test`, which every commit must pass. The npm scripts of the same names run one step each. */

export type Counting = 'one-check' | 'vitest' | 'playwright'

export type Step = {
  readonly name: string
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly counting: Counting
  /** Names of the steps whose results this step uses. */
  readonly after: readonly string[]
  /** No other step runs at the same time, because this step measures time. */
  readonly alone: boolean
  readonly limitMinutes: number
}

function check(name: string, ...command: [string, ...string[]]): Step {
  return { name, command, counting: 'one-check', after: [], alone: false, limitMinutes: 10 }
}

/** One run of vitest over projects of vitest.config.ts. The configuration sets how many files run at a time. */
function vitest(name: string, projects: readonly string[], options: Partial<Step> = {}): Step {
  return {
    name,
    command: ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
    counting: 'vitest',
    after: [],
    alone: false,
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
    alone: false,
    limitMinutes: 20,
    ...options,
  }
}

/**
 * In the order in which they start. Long steps come first: shorter steps use the time in which the long ones wait. The
 * import rules are checked in the product and the scripts only: their parser cannot read `using`, which tests contain.
 */
export const STEPS: readonly Step[] = [
  check('build', 'electron-vite', 'build', '--logLevel', 'warn'),
  vitest('integration', ['integration', 'integration-mocking'], { after: ['build'], limitMinutes: 30 }),
  playwright('e2e'),
  check('format', 'biome', 'format', '.'),
  check('lint', 'biome', 'check', '--formatter-enabled=false', '--error-on-warnings', '.'),
  // With several checkers each checks the declarations that it shares with the others again.
  check('types', 'tsc', '-b', '--checkers', '1'),
  check(
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
  check('deadcode', 'knip'),
  // Without the tests: reports code that only tests use.
  check('deadcode-product', 'knip', '--production', '--include', 'files,exports,types,duplicates,enumMembers'),
  vitest('unit', ['unit', 'unit-mocking']),
  vitest('chain', ['chain']),
  vitest('electron-host', ['electron-host'], { after: ['build'] }),
  vitest('faults', ['faults'], { after: ['build'] }),
  vitest('histories', ['histories']),
  vitest('measuring', ['integration-measuring', 'faults-measuring', 'timed'], { after: ['build'], alone: true }),
  playwright('e2e-measuring', { alone: true }),
]
