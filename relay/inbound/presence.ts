import { randomInt } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '../../electron/logging/log-port.ts'
import { causeOf, type Database } from '../database/database.ts'
import { pause } from '../relay-clock.ts'

const RECONNECT_MS = 1_000
/** `randomInt` has 48 bits. */
const MAX_KEY = 2 ** 47

/**
 * Shows the other processes that this one runs: an advisory lock on a connection of its own. The server releases the lock
 * as soon as the connection ends, also after `kill -9`.
 */
export type Presence = {
  /** Key of the lock. */
  readonly key: number
  /** Aborted when the lock is lost; `undefined`: it is not held now. */
  current(): AbortSignal | undefined
  readonly ended: Promise<void>
}

export function holdPresence(db: Database, log: Log, signal: AbortSignal): Presence {
  const key = randomInt(1, MAX_KEY)
  let current: AbortSignal | undefined

  const holdOnce = async (): Promise<void> => {
    const lost = new AbortController()
    const isLost = new Promise<void>((resolve) => {
      AbortSignal.any([lost.signal, signal]).addEventListener('abort', () => resolve(), { once: true })
    })
    let client: pg.Client | undefined
    try {
      client = await db.connect()
      client.on('error', () => lost.abort())
      client.on('end', () => lost.abort())
      await client.query('SELECT pg_advisory_lock($1)', [key])
      current = lost.signal
      if (!signal.aborted) await isLost
    } catch (error) {
      log.warn('presence-lost', { cause: causeOf(error) })
    }
    current = undefined
    await client?.end().catch(() => undefined)
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await holdOnce()
      await pause(RECONNECT_MS, signal)
    }
  }

  return { key, current: () => current, ended: run() }
}

/** SQL: no running process holds the lock with the key in `column`. False for NULL, the key of an unknown holder. */
export const isAbsent = (column: string): string =>
  `(${column} IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
     WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
       AND (l.classid::bigint << 32) | l.objid::bigint = ${column}))`
