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

const VITEST = 'node_modules/vitest/vitest.mjs run'
const PLAYWRIGHT = 'scripts/with-keychain.mjs playwright test'

type Harness = {
  readonly name: string
  /** A script and its arguments. Those of Playwright test the built app: run `npm run build` first. */
  readonly command: string
  readonly size: Readonly<Record<string, string>>
}

const HARNESSES: readonly Harness[] = [
  { name: 'properties of generated inputs', command: `${VITEST} --project unit test/unit`, size: {} },
  {
    name: 'generated histories',
    command: `${VITEST} --project histories test/histories/histories.test.ts test/histories/screens.test.ts`,
    size: { COMANDA_HISTORIES: '100000', COMANDA_SCREEN_HISTORIES: '3000' },
  },
  {
    name: 'bit flips',
    command: `${VITEST} --project integration test/integration/storage/bit-flips.all.test.ts`,
    size: { COMANDA_FLIPS: '20000' },
  },
  {
    name: 'a year of a profile',
    command: `${VITEST} --project integration test/integration/storage/simulated-year.all.test.ts`,
    size: { COMANDA_YEAR_DAYS: '365', COMANDA_YEAR_ORDERS: '150' },
  },
  {
    name: 'memory of a month',
    command: `${VITEST} --project programs test/faults/month.all.test.ts`,
    size: { COMANDA_MONTH_DAYS: '30', COMANDA_MONTH_ORDERS: '150', COMANDA_MONTH_POLL: '30' },
  },
  {
    name: 'memory of the window',
    command: `${PLAYWRIGHT} --project=soak memory-window`,
    size: { COMANDA_WINDOW_ORDERS: '2000' },
  },
  {
    name: 'fuzzed frames of a screen',
    command: `${VITEST} --project integration test/integration/pairing/flood.all.test.ts`,
    size: { COMANDA_FUZZED_FRAMES: '10000' },
  },
  {
    name: 'fuzzed calls of a window',
    command: `${VITEST} --project unit test/unit/ipc/calls-fuzz.test.ts`,
    size: { COMANDA_FUZZED_CALLS: '10000' },
  },
  {
    name: 'floods of the platform',
    command: `${PLAYWRIGHT} --project=e2e --workers=1 hostile`,
    size: { COMANDA_FLOOD_POLLS: '15' },
  },
  {
    name: 'way of an order through the app',
    command: `${PLAYWRIGHT} --project=bench way`,
    size: { COMANDA_WAY_REPEATS: '30', COMANDA_WAY_IDLE_MS: '5000' },
  },
  {
    name: 'kill -9, power cuts, full disk',
    command: `${VITEST} --project programs test/faults`,
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
    command: `${VITEST} --project integration test/integration/network test/integration/fleet test/integration/way-in`,
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
    command: `${VITEST} --project chain packages/relay/test/kills.all packages/relay/test/load.all packages/relay/test/faults.all`,
    size: {
      COMANDA_RELAY_KILLS: '200',
      COMANDA_RELAY_KITCHENS: '10,50,200,1000',
      COMANDA_RELAY_SECONDS: '60',
      COMANDA_RELAY_REFUSED_MS: '60000',
    },
  },
]

function run({ command, size }: Harness): Promise<number | null> {
  const child = spawn(process.execPath, command.split(' '), {
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
