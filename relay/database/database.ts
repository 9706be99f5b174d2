import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Log } from '../../electron/logging/log-port.ts'

export type DatabaseOptions = {
  readonly url: string
  readonly poolSize: number
  readonly statementTimeoutMs: number
}

/** What a statement runs on: the pool, or the one connection of a transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>
}

export type Database = Queryable & {
  /** Runs `work` in one transaction; a rejection rolls back and is passed on. */
  transaction<T>(work: (on: Queryable) => Promise<T>): Promise<T>
  /** A connection of its own, for LISTEN. The caller ends it. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

const CONNECT_WITHIN_MS = 5_000
/** Longest time that a process which stopped in a transaction holds its locks. */
const IDLE_IN_TRANSACTION_MS = 5_000

// Counts and sequence numbers are far below 2^53; as text, pg's default, they would be compared as text.
const INT8 = 20
const TYPES: pg.CustomTypesConfig = {
  // pg's own declaration of the function is a set of overloads that cannot be restated.
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format ?? 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** Opens a pool; connects at the first statement. */
export function openDatabase(options: DatabaseOptions, log: Log): Database {
  const settings = {
    connectionString: options.url,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    // The answer to a statement may never arrive: the connection may be dead without an error.
    query_timeout: options.statementTimeoutMs * 2,
    application_name: 'comanda-relay',
    keepAlive: true,
    types: TYPES,
  }
  const logLoss = (error: Error): void => log.warn('database-connection-lost', { cause: causeOf(error) })
  const pool = new pg.Pool({ ...settings, max: options.poolSize })
  // A connection that ends while it is idle is noted below. The next statement opens another.
  pool.on('error', () => undefined)
  // The server's readiness and its end may come in one packet: before the caller of `connect` runs again.
  pool.on('connect', (client) => client.on('error', logLoss))

  // Planning costs as much as running: the server keeps the plan of a statement under its name, for each connection.
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
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      // Between two statements the client reports a lost connection as an event; without a listener it ends the process.
      const note = (error: Error): void => {
        broken = error
      }
      client.on('error', note)
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
        client.off('error', note)
        client.release(broken)
      }
    },
    async connect() {
      const client = new pg.Client({ ...settings, statement_timeout: 0, query_timeout: 0 })
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
