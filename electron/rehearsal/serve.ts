import { parseArgs } from 'node:util'
import { type RehearsalOptions, startRehearsalPlatform } from './platform.ts'
import { PACES, type PaceName } from './scenario.ts'

/**
 * The practice platform as a program: prints one line of JSON with its address and credentials, ends on SIGTERM or SIGINT.
 *
 *   node electron/rehearsal/serve.ts [--port N] [--hash TEXT] [--client-id TEXT] [--client-secret TEXT] [--seed N]
 *        [--scenario demo|lunch-rush|steady] [--control] [--options JSON]
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    hash: { type: 'string' },
    'client-id': { type: 'string' },
    'client-secret': { type: 'string' },
    seed: { type: 'string' },
    scenario: { type: 'string' },
    control: { type: 'boolean' },
    options: { type: 'string' },
  },
})

function given<Key extends string, Value>(key: Key, value: Value | undefined): { readonly [key in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [key in Key]: Value })
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`)
  return Number(text)
}

function paceName(text: string | undefined): PaceName | undefined {
  if (text === undefined) return undefined
  if (text === 'demo' || text === 'lunch-rush' || text === 'steady') return text
  throw new Error(`--scenario takes one of ${Object.keys(PACES).join(', ')}, not "${text}"`)
}

// The caller of this program is trusted with the options as a caller in the same process is.
const more: RehearsalOptions = values.options === undefined ? {} : (JSON.parse(values.options) as RehearsalOptions)

const platform = await startRehearsalPlatform({
  ...more,
  ...given('port', wholeNumber('port', values.port)),
  ...given('hash', values.hash),
  ...given('clientId', values['client-id']),
  ...given('clientSecret', values['client-secret']),
  ...given('seed', wholeNumber('seed', values.seed)),
  ...given('scenario', paceName(values.scenario)),
  ...given('control', values.control),
})

const { apiUrl, clientId, clientSecret, control } = platform
process.stdout.write(
  `${JSON.stringify({ apiUrl, clientId, clientSecret, controlUrl: control?.url, controlToken: control?.token })}\n`,
)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void platform.close().then(() => process.exit(0))
  })
}
