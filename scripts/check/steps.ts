/** The steps of `npm test` and `npm run test:all`. */

/**
 * `gate`: what `npm test` runs. `all`: everything that is deterministic. `rest`: what `all` runs beside the gate. A test
 * file whose name ends with `.all.test.ts` is not in the gate; an end-to-end test is in the gate if it has the tag `@gate`.
 */
export type Part = 'gate' | 'rest' | 'all'

export type Step = {
  readonly name: string
  /** What reports the results: the exit code of a check, or a reporter that counts tests. */
  readonly kind: 'check' | 'vitest' | 'playwright'
  /** A program of node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** Names of the steps whose results this step uses. */
  readonly after: readonly string[]
  /** Its temporary files may be in memory, because it does not test the disk. */
  readonly inMemory: boolean
}

const GATE_TAG = '@gate'
const NOT_IN_GATE = '.all.test.'

/** Histories of the kitchen and of its screens that are generated, in the gate and in all. */
const HISTORIES = { gate: [300, 50], rest: [700, 100], all: [1_000, 150] } as const

const check = (name: string, ...command: [string, ...string[]]): Step => ({
  name,
  kind: 'check',
  command,
  env: {},
  after: [],
  inMemory: false,
})

const FILES: Readonly<Record<Part, readonly string[]>> = {
  gate: ['--exclude', `**/*${NOT_IN_GATE}*`],
  rest: [NOT_IN_GATE],
  all: [],
}

/** One run of vitest over a project of vitest.config.ts, which sets how many files run at a time. */
const vitest = (name: string, files: readonly string[], options: Partial<Step> = {}): Step => ({
  name,
  kind: 'vitest',
  command: ['vitest', 'run', '--project', name, ...files],
  env: {},
  after: [],
  inMemory: false,
  ...options,
})

const TESTS: Readonly<Record<Part, readonly string[]>> = {
  gate: ['--grep', GATE_TAG],
  rest: ['--grep-invert', GATE_TAG],
  all: [],
}

function histories(part: Part): Step {
  const [kitchen, screens] = HISTORIES[part]
  return vitest('histories', part === 'gate' ? FILES.gate : [], {
    env: { COMANDA_HISTORIES: `${kitchen}`, COMANDA_SCREEN_HISTORIES: `${screens}` },
  })
}

/** In the order in which they start. Long steps come first: shorter steps use the time in which the long ones wait. */
export function stepsOf(part: Part): readonly Step[] {
  const tests = [
    vitest('integration', FILES[part], { after: ['build'], inMemory: true }),
    {
      ...check('e2e', 'node', 'scripts/with-keychain.mjs', 'playwright', 'test', '--project=e2e', ...TESTS[part]),
      kind: 'playwright',
      after: ['build'],
      inMemory: true,
    },
    vitest('unit', FILES[part]),
    vitest('chain', FILES[part], { inMemory: true }),
    vitest('programs', FILES[part], { after: ['build'] }),
    histories(part),
  ] as const satisfies readonly Step[]
  const protections = check('protections', 'node', 'scripts/protections.ts')
  if (part === 'rest') return [...tests, protections]
  return [
    check('build', 'electron-vite', 'build', '--logLevel', 'warn'),
    ...tests,
    check('lint', 'biome', 'check', '--error-on-warnings', '.'),
    check('browser-tests', 'node', 'scripts/lint/browser-tests.ts'),
    // With several checkers each checks the declarations that it shares with the others again.
    check('types', 'tsc', '-b', '--checkers', '1'),
    // Only the product and the scripts: the parser cannot read `using`, which tests contain.
    check(
      'imports',
      ...(['depcruise', '--config', '.dependency-cruiser.mjs'] as const),
      ...['electron', 'packages', 'renderer', 'shared', 'scripts'],
    ),
    check('deadcode', 'knip'),
    // Without the tests: reports code that only tests use.
    check('deadcode-product', 'knip', '--production', '--include', 'files,exports,types,duplicates,enumMembers'),
    ...(part === 'all' ? [protections] : []),
  ]
}
