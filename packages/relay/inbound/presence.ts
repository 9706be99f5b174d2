import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '../../../electron/logging/log-port.ts'
import { type Database, keepConnection } from '../database/database.ts'

/** `randomInt` has 48 bits. */
const MAX_KEY = 2 ** 47

/**
 * Shows the other processes that this one runs: an advisory lock on a connection of its own. The server releases the lock
 * as soon as the connection ends, also after `kill -9`.
 */
export interface Presence {
  /** Key of the lock. */
  readonly key: number
  /** Aborted when the lock is lost; `undefined`: it is not held now. */
  current(): AbortSignal | undefined
  /** Resolves when the connection has ended after the abort of `signal`. */
  readonly ended: Promise<void>
}

export function holdPresence(db: Database, log: Log, signal: AbortSignal): Presence {
  const key = randomInt(1, MAX_KEY)
  let held: AbortSignal | undefined
  const lock = async (client: pg.Client, ended: AbortSignal): Promise<void> => {
    await client.query('SELECT pg_advisory_lock($1)', [key])
    held = ended
  }
  return {
    key,
    current: () => (held?.aborted === false ? held : undefined),
    ended: keepConnection(db, signal, lock, (cause) => log.warn('presence-lost', { cause })),
  }
}

/** SQL: no running process holds the lock with the key in `column`. False for NULL, the key of an unknown holder. */
export const isAbsent = (column: string): string =>
  `(${column} IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
     WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
       AND (l.classid::bigint << 32) | l.objid::bigint = ${column}))`
