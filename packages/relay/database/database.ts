import { createHash } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import type { Log } from '../../../electron/logging/log-port.ts'
import { pause } from '../relay-clock.ts'

const OLDEST_SERVER = 150_000

type Requirement = {
  readonly name: string
  readonly found: string
  readonly isMet: boolean
  readonly remedy: string
}

/**
 * Requirements of the relay, read from the server: version 15 or later, a primary, and a commit that is on disk before it is
 * reported, also on every synchronous replica.
 */
export async function checkRequirements(db: Queryable): Promise<readonly Requirement[]> {
  const [row] = await db.query<{
    version: string
    commit: string
    fsync: string
    names: string
    replicas: number
    recovery: boolean
  }>(`SELECT current_setting('server_version_num') AS version, current_setting('synchronous_commit') AS commit,
    current_setting('fsync') AS fsync,
    current_setting('synchronous_standby_names') AS names,
    (SELECT count(*) FROM pg_stat_replication) AS replicas, pg_is_in_recovery() AS recovery`)
  if (row === undefined) throw new Error('the server answered without a row')
  const hasReplicas = row.replicas > 0 || row.names !== ''
  return [
    {
      name: 'server_version_num',
      found: row.version,
      isMet: Number(row.version) >= OLDEST_SERVER,
      remedy: 'PostgreSQL 15 or later is needed.',
    },
    {
      name: 'pg_is_in_recovery',
      found: String(row.recovery),
      isMet: !row.recovery,
      remedy: 'The address leads to a standby. The relay needs the primary.',
    },
    { name: 'fsync', found: row.fsync, isMet: row.fsync === 'on', remedy: 'Set fsync = on.' },
    {
      name: 'synchronous_commit',
      found: row.commit,
      isMet: hasReplicas ? row.commit === 'remote_apply' : ['on', 'remote_apply'].includes(row.commit),
      remedy: hasReplicas
        ? 'With replicas: ALTER ROLE … SET synchronous_commit = remote_apply, and name them in synchronous_standby_names.'
        : 'ALTER ROLE … SET synchronous_commit = on.',
    },
  ]
}

/** Asks for the primary, in the words of PostgreSQL's own client library. */
const PRIMARY = ['read-write', 'primary']

/**
 * The addresses of one address with several hosts: `postgresql://user@a,b:5433/db`, or `?host=a,b&port=5432,5433`. `pg` itself
 * takes one host.
 */
export function addressesOf(url: string): readonly string[] {
  const [, start = '', hosts = '', path = '', query = ''] =
    /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)([^?]*)\??(.*)$/.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const named = (parameters.get('host') ?? '').split(',')
  const ports = (parameters.get('port') ?? '').split(',')
  const list = named.length > 1 ? named : hosts.split(',')
  if (list.length <= 1) return [url]
  return list.map((host, index) => {
    const own = new URLSearchParams(parameters)
    own.delete('target_session_attrs')
    if (named.length > 1) own.set('host', host)
    if (ports.length > 1) own.set('port', ports[index] ?? '')
    const where = named.length > 1 ? hosts : host
    return `${start}${where}${path}${own.size === 0 ? '' : `?${own}`}`
  })
}

/** Both forms that `pg` declares. */
type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/**
 * A client class for the hosts of an address. Each client tries one host. After a failed attempt, or a standby where the
 * address asks for the primary, the next client tries the next host.
 */
function clientOf(url: string): { readonly Client: typeof pg.Client; readonly hosts: number } {
  const addresses = addressesOf(url)
  const needsPrimary = PRIMARY.includes(new URLSearchParams(url.split('?')[1]).get('target_session_attrs') ?? '')
  let current = 0

  class OneOfHosts extends pg.Client {
    readonly #place = current

    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: addresses[current] })
    }

    async #tryHost(): Promise<pg.Client> {
      try {
        await super.connect()
        if (!needsPrimary) return this
        const { rows } = await this.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
        if (rows[0]?.standby !== false) throw new Error('the host is a standby')
        return this
      } catch (error) {
        if (current === this.#place) current = (current + 1) % addresses.length
        await this.end().catch(() => undefined)
        throw error
      }
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const trying = this.#tryHost()
      if (callback === undefined) return trying
      trying.then(
        (client) => Reflect.apply(callback, undefined, [null, client]),
        (error: unknown) => Reflect.apply(callback, undefined, [error]),
      )
      return undefined
    }
  }
  return { Client: addresses.length === 1 && !needsPrimary ? pg.Client : OneOfHosts, hosts: addresses.length }
}

export type DatabaseOptions = {
  readonly url: string
  readonly poolSize: number
  readonly statementTimeoutMs: number
}

/** Runs statements: on the pool, or on the connection of one transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export type Database = Queryable & {
  /** Number of hosts in the address. Each failed connection makes the next one try the next host. */
  readonly hosts: number
  /** Runs `work` in one transaction; a rejection rolls back and is passed on. */
  transaction<T>(work: (on: Queryable) => Promise<T>): Promise<T>
  /** Opens a connection outside the pool, for LISTEN. The caller ends it. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000
/** A process that stops in the middle of a transaction loses its locks after this time. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000

// pg returns bigint values as text by default. Counts and sequence numbers are far below 2^53, so they are read as numbers.
const INT8 = 20
const TYPES: pg.CustomTypesConfig = {
  // pg declares the function as a set of overloads, which this function cannot declare.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** Opens a pool; connects at the first statement. */
export function openRelayDatabase(options: DatabaseOptions, log: Log): Database {
  const settings = {
    connectionString: options.url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    // A connection can be lost without an error. Without this limit a statement would then wait forever.
    query_timeout: options.statementTimeoutMs * 2,
    application_name: 'comanda-relay',
    keepAlive: true,
    types: TYPES,
  }
  const logLoss = (error: Error): void => log.warn('database-connection-lost', { cause: causeOf(error) })
  const { Client, hosts } = clientOf(options.url)
  const pool = new pg.Pool({ ...settings, Client, max: options.poolSize })
  // Without this listener a lost idle connection ends the process. `logLoss` logs it; the next statement opens another.
  pool.on('error', () => undefined)
  // One packet can contain both the server's readiness and the end of the connection. The listener must exist before the
  // packet is read.
  pool.on('connect', (client) => client.on('error', logLoss))

  // Planning takes as long as executing. For a named statement the server can reuse the plan on the same connection.
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  const on = (client: pg.Pool | pg.PoolClient): Queryable => ({
    query: async (text, values = []) => {
      // A text without parameters may hold several statements (a migration), which cannot be prepared.
      const { rows } =
        values.length === 0
          ? await client.query(text)
          : await client.query({ name: nameOf(text), text, values: [...values] })
      return rows
    },
  })

  return {
    ...on(pool),
    hosts,
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      // Between two statements a lost connection is an event. Without a listener the event ends the process.
      const recordLoss = (error: Error): void => {
        broken = error
      }
      client.on('error', recordLoss)
      try {
        await client.query('BEGIN')
        const result = await work(on(client))
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.off('error', recordLoss)
        client.release(broken)
      }
    },
    async connect() {
      const client = new Client({ ...settings, statement_timeout: 0, query_timeout: 0 })
      client.on('error', logLoss)
      await client.connect()
      return client
    },
    close: () => pool.end(),
  }
}

const RECONNECT_MS = 1_000

/**
 * Keeps a connection outside the pool until `signal` is aborted; a second after a loss it opens another one.
 * @param use called with each new connection, and a signal of its end
 * @param onTrouble called with the cause of a failure
 */
export async function keepConnection(
  db: Database,
  signal: AbortSignal,
  use: (client: pg.Client, ended: AbortSignal) => Promise<void>,
  onTrouble: (cause: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    const lost = new AbortController()
    const isOver = AbortSignal.any([lost.signal, signal])
    let client: pg.Client | undefined
    try {
      client = await db.connect()
      client.on('error', () => lost.abort())
      client.on('end', () => lost.abort())
      await use(client, lost.signal)
      if (!isOver.aborted) await once(isOver, 'abort')
    } catch (error) {
      onTrouble(causeOf(error))
    }
    lost.abort()
    await client?.end().catch(() => undefined)
    await pause(RECONNECT_MS, signal)
  }
}

/** The code of a database error, for the log. Its text may quote a row, so it is not logged. */
export function causeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}
