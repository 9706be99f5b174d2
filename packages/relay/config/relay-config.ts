import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { dialectSchema } from '../../../shared/contract/settings.ts'
import { withoutEnd } from '../../../shared/text/folded-text.ts'

const port = z.number().int().min(0).max(65_535)

const upstreamSchema = z.strictObject({
  /** Name of the credential in the database, in metrics and in its environment variables. */
  name: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/),
  pollIntervalSeconds: z.number().min(0.01).max(60).default(5),
  /** Concurrent calls of one process to the platform, without the poll. */
  maxConcurrentCalls: z.number().int().min(1).max(256).default(32),
  /** Calls of one process in a second, without the poll. Further calls wait. */
  maxCallsPerSecond: z.number().min(1).max(10_000).default(200),
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
  /** Address at which kitchens reach the relay: scheme, host and port, without a path. */
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
  /** Longest time that an event without a kitchen stays unacknowledged (packages/relay/README.md, "Events without a kitchen"). */
  holdMinutes: z.number().min(0).max(120).default(10),
  /** Largest number of such events. When there are more, the oldest are acknowledged first. */
  maxHeldEvents: z.number().int().min(0).max(900).default(400),
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

const MIN_KEY_LENGTH = 32
const MIN_PASSWORD_LENGTH = 12

/**
 * Combines the configuration file, which contains no secret, with the environment, which contains all secrets. The variable
 * `NAME_FILE` is the path of a file with the value of `NAME`. Throws `ConfigError` with every problem; no message contains a
 * value.
 */
export function readConfig(text: string, env: Readonly<Record<string, string | undefined>>): RelayConfig {
  const parsed = fileSchema.safeParse(parseJson(text))
  if (!parsed.success) throw new ConfigError(z.prettifyError(parsed.error))
  const problems: string[] = []
  const secret = (name: string, minLength = 1): string => {
    const file = env[`${name}_FILE`]
    const value = (file === undefined ? env[name] : readFileSync(file, 'utf8'))?.trim() ?? ''
    if (value.length < minLength)
      problems.push(
        value === ''
          ? `The environment lacks ${name} (or ${name}_FILE).`
          : `${name} needs at least ${minLength} characters.`,
      )
    return value
  }
  const config: RelayConfig = {
    ...parsed.data,
    databaseUrl: secret('COMANDA_RELAY_DATABASE_URL'),
    masterKey: secret('COMANDA_RELAY_KEY', MIN_KEY_LENGTH),
    operatorPassword: secret('COMANDA_RELAY_OPERATOR_PASSWORD', MIN_PASSWORD_LENGTH),
    upstreams: parsed.data.upstreams.map((upstream) => {
      const prefix = `COMANDA_UPSTREAM_${upstream.name.toUpperCase().replaceAll('-', '_')}`
      return {
        ...upstream,
        apiUrl: withoutEnd(secret(`${prefix}_API_URL`), /\//),
        clientId: secret(`${prefix}_CLIENT_ID`),
        clientSecret: secret(`${prefix}_CLIENT_SECRET`),
      }
    }),
  }
  const names = config.upstreams.map(({ name }) => name)
  if (new Set(names).size < names.length) problems.push('Two upstreams have the same name.')
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigError('The configuration file is not JSON.')
  }
}
