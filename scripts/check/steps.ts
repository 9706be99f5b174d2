/** Everything that a commit has to pass. The npm scripts of the same names run one step each. */

export type Counting = 'one-check' | 'vitest' | 'playwright'

export type Step = {
  readonly name: string
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly counting: Counting
  /** Names of the steps whose results this step uses. */
  readonly after: readonly string[]
  /** Runs with no other step beside it, because it measures time or starts browsers. */
  readonly alone: boolean
  readonly limitMinutes: number
}

function check(name: string, ...command: [string, ...string[]]): Step {
  return { name, command, counting: 'one-check', after: [], alone: false, limitMinutes: 3 }
}

/** One run of vitest over projects of vitest.config.ts. The configuration sets how many files run at a time. */
function vitest(name: string, projects: readonly string[], options: Partial<Step> = {}): Step {
  return {
    name,
    command: ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])],
    counting: 'vitest',
    after: [],
    alone: true,
    limitMinutes: 5,
    ...options,
  }
}

function playwright(name: string): Step {
  return {
    name,
    command: ['node', 'scripts/with-keychain.mjs', 'playwright', 'test', `--project=${name}`],
    counting: 'playwright',
    after: ['build'],
    alone: true,
    limitMinutes: 20,
  }
}

/** The import rules are checked in the product and the scripts. Their parser cannot read `using`, which tests use. */
export const STEPS: readonly Step[] = [
  check('format', 'biome', 'format', '.'),
  check('lint', 'biome', 'check', '--formatter-enabled=false', '--error-on-warnings', '.'),
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
  // The same without the tests: code that only tests use is not part of the product.
  check('deadcode-product', 'knip', '--production', '--include', 'files,exports,types,duplicates,enumMembers'),
  check('types', 'tsc', '-b'),
  check('build', 'electron-vite', 'build', '--logLevel', 'warn'),
  vitest('unit', ['unit']),
  vitest('histories', ['histories'], { limitMinutes: 10 }),
  vitest('integration', ['integration', 'integration-measuring'], { after: ['build'], limitMinutes: 30 }),
  // These two wait more than they compute and have long time limits, so they run beside other steps.
  vitest('chain', ['chain'], { alone: false, limitMinutes: 10 }),
  vitest('electron-host', ['electron-host'], { after: ['build'], alone: false }),
  vitest('faults', ['faults', 'faults-measuring'], { after: ['build'], limitMinutes: 15 }),
  playwright('e2e'),
  playwright('e2e-measuring'),
]
