import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

/**
 * `npm run test:soak [-- NAME …]`: runs the harnesses of `npm test` in the sizes for which docs/reliability.md quotes
 * figures, and the harnesses that take too long for `npm test`. NAME is a part of a harness's name.
 */

/** Other inputs than those of `npm test`. */
const SEED = `${randomInt(2 ** 31 - 1)}`
const ROOT = join(import.meta.dirname, '..')

const VITEST = ['node_modules/vitest/vitest.mjs', 'run'] as const
/** These projects test the built app: run `npm run build` first. */
const PLAYWRIGHT = ['scripts/with-keychain.mjs', 'playwright', 'test', '--project=soak'] as const
const FIGURES = ['scripts/with-keychain.mjs', 'playwright', 'test', '--project=e2e', '--workers=1'] as const
const BENCH = ['scripts/with-keychain.mjs', 'playwright', 'test', '--project=bench'] as const

type Harness = {
  readonly name: string
  /** A script and its first arguments; absent: Vitest. */
  readonly program?: readonly [string, ...string[]]
  readonly tests: readonly string[]
  readonly size: Readonly<Record<string, string>>
}

const HARNESSES: readonly Harness[] = [
  { name: 'properties of generated inputs', tests: ['--project', 'unit', 'test/unit'], size: {} },
  {
    name: 'generated histories',
    tests: ['--project', 'histories', 'test/histories/histories.test.ts', 'test/histories/screens.test.ts'],
    size: { COMANDA_HISTORIES: '100000', COMANDA_SCREEN_HISTORIES: '3000' },
  },
  {
    name: 'bit flips',
    tests: ['--project', 'integration', 'test/integration/storage/bit-flips.all.test.ts'],
    size: { COMANDA_FLIPS: '20000' },
  },
  {
    name: 'a year of a profile',
    tests: ['--project', 'integration', 'test/integration/storage/simulated-year.all.test.ts'],
    size: { COMANDA_YEAR_DAYS: '365', COMANDA_YEAR_ORDERS: '150' },
  },
  {
    name: 'memory of a month',
    tests: ['--project', 'programs', 'test/faults/month.all.test.ts'],
    size: { COMANDA_MONTH_DAYS: '30', COMANDA_MONTH_ORDERS: '150', COMANDA_MONTH_POLL: '30' },
  },
  {
    name: 'memory of the window',
    program: PLAYWRIGHT,
    tests: ['memory-window'],
    size: { COMANDA_WINDOW_ORDERS: '2000' },
  },
  {
    name: 'fuzzed frames of a screen',
    tests: ['--project', 'integration', 'test/integration/pairing/flood.all.test.ts'],
    size: { COMANDA_FUZZED_FRAMES: '10000' },
  },
  {
    name: 'fuzzed calls of a window',
    tests: ['--project', 'unit', 'test/unit/ipc/calls-fuzz.test.ts'],
    size: { COMANDA_FUZZED_CALLS: '10000' },
  },
  {
    name: 'floods of the platform',
    program: FIGURES,
    tests: ['hostile'],
    size: { COMANDA_FLOOD_POLLS: '15' },
  },
  {
    name: 'way of an order through the app',
    program: BENCH,
    tests: ['way'],
    size: { COMANDA_WAY_REPEATS: '30', COMANDA_WAY_IDLE_MS: '5000' },
  },
  {
    name: 'kill -9, power cuts, full disk',
    tests: ['--project', 'programs', 'test/faults'],
    size: {
      COMANDA_KILLS: '2000',
      COMANDA_CUTS: '1000',
      COMANDA_CONTROL_CUTS: '200',
      COMANDA_STATION_CUTS: '100',
      COMANDA_APP_LIVES: '50',
      COMANDA_SCREEN_KILLS: '520',
    },
  },
  {
    name: 'network, fleet and cadence',
    tests: [
      '--project',
      'integration',
      'test/integration/network',
      'test/integration/fleet',
      'test/integration/way-in',
    ],
    size: {
      COMANDA_ARRIVALS: 'all',
      COMANDA_CHAOS_MS: '20000',
      COMANDA_FLEET: '500',
      COMANDA_FLEET_OUTAGE_MINUTES: '60',
      COMANDA_CADENCE_HOURS: '168',
    },
  },
  {
    name: 'relay',
    tests: [
      '--project',
      'chain',
      'test/relay/kills.all.test.ts',
      'test/relay/load.all.test.ts',
      'test/relay/faults.all.test.ts',
    ],
    size: {
      COMANDA_RELAY_KILLS: '200',
      COMANDA_RELAY_KITCHENS: '10,50,200,1000',
      COMANDA_RELAY_SECONDS: '60',
      COMANDA_RELAY_REFUSED_MS: '60000',
    },
  },
]

function run({ program = VITEST, tests, size }: Harness): Promise<number | null> {
  const [script, ...first] = program
  const child = spawn(process.execPath, [join(ROOT, script), ...first, ...tests], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { COMANDA_SEED: SEED, ...process.env, ...size },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.on('exit', resolve)
  })
}

console.log(`Generated inputs begin with COMANDA_SEED=${process.env.COMANDA_SEED ?? SEED}`)
const words = process.argv.slice(2)
const chosen = HARNESSES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
const failed: string[] = []
if (chosen.length === 0) {
  console.error(`No harness has this name. The harnesses are:\n${HARNESSES.map(({ name }) => `  ${name}`).join('\n')}`)
  process.exit(1)
}
for (const { size: defaultSize, ...rest } of chosen) {
  // A variable in the environment replaces the default size.
  const size = Object.fromEntries(
    Object.entries(defaultSize).map(([name, value]) => [name, process.env[name] ?? value]),
  )
  const harness = { ...rest, size }
  console.log(`\n=== ${harness.name} ${JSON.stringify(harness.size)}`)
  if ((await run(harness)) !== 0) failed.push(harness.name)
}
console.log(failed.length === 0 ? '\nThe soak passed' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
