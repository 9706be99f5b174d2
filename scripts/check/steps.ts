/** Everything that a commit has to pass. The npm scripts of the same names run one step each. */

export type Counting = 'one-check' | 'vitest' | 'playwright'

export type Step = {
  readonly name: string
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly counting: Counting
  /** Names of the steps whose results this one works on. */
  readonly after: readonly string[]
  /** Runs with no other step beside it, because it measures time or starts browsers. */
  readonly alone: boolean
  readonly limitMinutes: number
}

function check(name: string, ...command: [string, ...string[]]): Step {
  return { name, command, counting: 'one-check', after: [], alone: false, limitMinutes: 3 }
}

function vitest(project: string, options: Partial<Step> = {}): Step {
  return {
    name: project,
    command: ['vitest', 'run', '--project', project],
    counting: 'vitest',
    after: [],
    alone: true,
    limitMinutes: 5,
    ...options,
  }
}

/** By itself vitest leaves one core free: half of the machine, where there are two. */
const onBothCores = (project: string): Pick<Step, 'command'> => ({
  command: ['vitest', 'run', '--project', project, '--maxWorkers=2'],
})

/** The import rules read the product and the scripts; the parser behind them does not know `using`, which tests use. */
export const STEPS: readonly Step[] = [
  check('format', 'biome', 'format', '.'),
  check('lint', 'biome', 'check', '--formatter-enabled=false', '--error-on-warnings', '.'),
  check('imports', 'depcruise', '--config', '.dependency-cruiser.mjs', 'electron', 'renderer', 'shared', 'scripts'),
  check('deadcode', 'knip'),
  check('types', 'tsc', '-b'),
  check('build', 'electron-vite', 'build', '--logLevel', 'warn'),
  vitest('unit', onBothCores('unit')),
  vitest('histories', { limitMinutes: 10 }),
  vitest('integration', { ...onBothCores('integration'), after: ['build'], limitMinutes: 30 }),
  vitest('faults', { after: ['build'], limitMinutes: 15 }),
  vitest('electron-host', { after: ['build'] }),
  {
    name: 'e2e',
    command: ['node', 'scripts/with-keychain.mjs', 'playwright', 'test'],
    counting: 'playwright',
    after: ['build'],
    alone: true,
    limitMinutes: 30,
  },
]
