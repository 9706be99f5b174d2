import type { RelayConfig, UpstreamConfig } from '../config/relay-config.ts'
import { createKitchenSecrets } from '../kitchens/kitchen-secrets.ts'
import { createKitchens } from '../kitchens/kitchens.ts'
import { type RelayOptions, startRelay } from '../relay.ts'
import { MACHINE_CLOCK, type RelayClock } from '../relay-clock.ts'

export const MASTER_KEY = 'a key of the tests, with more than 32 characters'
export const OPERATOR_PASSWORD = 'a password of the tests'
export const UPSTREAM = 'chain'

type Credential = Pick<UpstreamConfig, 'apiUrl' | 'clientId' | 'clientSecret'>

/** The configuration of a relay on a free port, fast enough for a test. */
export function relayConfig(
  databaseUrl: string,
  upstream: Credential & Partial<Pick<UpstreamConfig, 'name' | 'pollIntervalSeconds' | 'dialect'>>,
  change: Partial<RelayConfig> = {},
): RelayConfig {
  return {
    listen: { host: '127.0.0.1', port: 0 },
    publicUrl: 'http://127.0.0.1',
    path: '/chain/od/v2',
    operator: { host: '127.0.0.1', port: 0 },
    database: { poolSize: 12, statementTimeoutMs: 5_000 },
    leaseSeconds: 3,
    tokenLifetimeSeconds: 3_600,
    holdMinutes: 10,
    maxHeldEvents: 400,
    databaseUrl,
    masterKey: MASTER_KEY,
    operatorPassword: OPERATOR_PASSWORD,
    ...change,
    upstreams: [
      {
        name: upstream.name ?? UPSTREAM,
        pollIntervalSeconds: upstream.pollIntervalSeconds ?? 0.1,
        maxConcurrentCalls: 32,
        maxCallsPerSecond: 1_000,
        dialect: upstream.dialect ?? { acknowledgment: 'v2', validateCode: 'query' },
        // A practice platform may be passed here; its other members are not part of the configuration.
        apiUrl: upstream.apiUrl,
        clientId: upstream.clientId,
        clientSecret: upstream.clientSecret,
      },
    ],
  }
}

const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A relay in this process, with functions for tests. */
export async function startTestRelay(
  config: RelayConfig,
  options: Partial<RelayOptions> & { readonly clock?: RelayClock } = {},
) {
  const relay = await startRelay(config, { log: NO_LOG, clock: MACHINE_CLOCK, ...options })
  const kitchens = createKitchens(relay.db, createKitchenSecrets(config.masterKey))
  const apiUrl = `http://127.0.0.1:${relay.port}${config.path}`
  return {
    ...relay,
    kitchens,
    apiUrl,
    /** Adds a kitchen. Returns the address and the credentials for its Comanda. */
    async addKitchen(name: string, establishments: readonly string[], pushUrl?: string) {
      const issued = await kitchens.add('test', {
        name,
        upstream: config.upstreams[0]?.name ?? UPSTREAM,
        establishments,
        pushUrl,
      })
      return { apiUrl, ...issued }
    },
    [Symbol.asyncDispose]: relay.stop,
  }
}
