import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../../electron/logging/log-port.ts'
import { clientOf } from './hosts.ts'

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

/** The code of a database error, for the log. Its text may quote a row, so it is not logged. */
export function causeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}
