import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { dialectSchema } from '../../shared/settings.ts'

const port = z.number().int().min(0).max(65_535)

const upstreamSchema = z.strictObject({
  /** Names the credential in the database, in metrics and in the names of its environment variables. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/),
  pollIntervalSeconds: z.number().min(0.01).max(60).default(5),
  /** Calls of one process to the platform at once, the poll not counted. */
  callsAtOnce: z.number().int().min(1).max(256).default(32),
  /** Calls a second of one process, the poll not counted; a call beyond waits its turn. */
  callsPerSecond: z.number().min(1).max(10_000).default(200),
  /** Points in which hosts differ (docs/protocol.md, "Dialect"). */
  dialect: z
    .strictObject({
      acknowledgment: dialectSchema.shape.acknowledgment,
      validateCode: dialectSchema.shape.validateCode,
    })
    .prefault({}),
})

const fileSchema = z.strictObject({
  listen: z.strictObject({ host: z.string().default('127.0.0.1'), port: port.default(8080) }).prefault({}),
  /** Where kitchens reach the relay: scheme, host and port, without a path. */
  publicUrl: z.url({ protocol: /^https?$/ }),
  /** Path of the kitchens' API root. */
  path: z
    .string()
    .regex(/^(\/[\w.-]+)+\/od\/v2$/)
    .default('/chain/od/v2'),
  operator: z.strictObject({ host: z.string().default('127.0.0.1'), port: port.default(9090) }).prefault({}),
  database: z
    .strictObject({
      poolSize: z.number().int().min(4).max(100).default(12),
      statementTimeoutMs: z.number().int().min(500).max(60_000).default(5_000),
    })
    .prefault({}),
  leaseSeconds: z.number().min(1).max(120).default(15),
  tokenLifetimeSeconds: z.number().int().min(60).max(86_400).default(3_600),
  /** Events without a kitchen stay unacknowledged for so long, and so many of them (docs/chains.md, "Events without a kitchen"). */
  holdMinutes: z.number().min(0).max(120).default(10),
  holdMost: z.number().int().min(0).max(900).default(400),
  upstreams: z.array(upstreamSchema).min(1).max(50),
})

export type UpstreamConfig = z.infer<typeof upstreamSchema> & {
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

export type RelayConfig = Omit<z.infer<typeof fileSchema>, 'upstreams'> & {
  readonly upstreams: readonly UpstreamConfig[]
  readonly databaseUrl: string
  /** Key from which the kitchens' secrets and tokens are derived. */
  readonly masterKey: string
  readonly operatorPassword: string
}

export class ConfigError extends Error {}

const SHORTEST_KEY = 32
const SHORTEST_PASSWORD = 12

/**
 * Joins the configuration file, which holds no secret, and the environment, which holds all of them. `NAME_FILE` names a
 * file with the value of `NAME`. Throws `ConfigError` with every complaint; no message repeats a value.
 */
export function readConfig(text: string, env: Readonly<Record<string, string | undefined>>): RelayConfig {
  const parsed = fileSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new ConfigError(z.prettifyError(parsed.error))
  const complaints: string[] = []
  const secret = (name: string, shortest = 1): string => {
    const file = env[`${name}_FILE`]
    const value = (file === undefined ? env[name] : readFileSync(file, 'utf8'))?.trim() ?? ''
    if (value.length < shortest)
      complaints.push(
        value === ''
          ? `The environment lacks ${name} (or ${name}_FILE).`
          : `${name} needs at least ${shortest} characters.`,
      )
    return value
  }
  const config: RelayConfig = {
    ...parsed.data,
    databaseUrl: secret('COMANDA_RELAY_DATABASE_URL'),
    masterKey: secret('COMANDA_RELAY_KEY', SHORTEST_KEY),
    operatorPassword: secret('COMANDA_RELAY_OPERATOR_PASSWORD', SHORTEST_PASSWORD),
    upstreams: parsed.data.upstreams.map((upstream) => {
      const prefix = `COMANDA_UPSTREAM_${upstream.name.toUpperCase().replaceAll('-', '_')}`
      return {
        ...upstream,
        apiUrl: secret(`${prefix}_API_URL`).replace(/\/+$/, ''),
        clientId: secret(`${prefix}_CLIENT_ID`),
        clientSecret: secret(`${prefix}_CLIENT_SECRET`),
      }
    }),
  }
  const names = config.upstreams.map(({ name }) => name)
  if (new Set(names).size < names.length) complaints.push('Two upstreams have the same name.')
  if (complaints.length > 0) throw new ConfigError(complaints.join('\n'))
  return config
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError('The configuration file is not JSON.')
  }
}
