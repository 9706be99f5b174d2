import { rmSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { OnDamage } from './damage.ts'
import { CACHE_MIGRATIONS } from './migrations/cache.ts'
import { type DatabaseSpec, type OpenFailure, openDatabase } from './open-database.ts'
import { minimiseOrder } from './order-minimiser.ts'
import type { OrderCache } from './ports.ts'
import { sealedTable, type TableShape } from './sealed-table.ts'

export const CACHE: DatabaseSpec = {
  name: 'cache',
  /** "CMDC" */
  applicationId: 0x434d4443,
  migrations: CACHE_MIGRATIONS,
}

export type BodyRow = { readonly order_id: string; readonly body: string; readonly read_at: number }

export const BODIES: TableShape<BodyRow> = {
  name: 'bodies',
  columns: ['order_id', 'body', 'read_at'],
  key: ['order_id'],
}

export type CacheOptions = { readonly onDamage?: OnDamage }

export function cacheOn(db: Database, options: CacheOptions = {}): OrderCache {
  const bodies = sealedTable(db, BODIES, options.onDamage ?? (() => undefined))
  const byId = bodies.select<[string]>('WHERE order_id = ?')
  const ids = db.prepare<[], string>('SELECT order_id FROM bodies ORDER BY order_id').pluck()
  return {
    body: (orderId) => {
      const row = byId.first(orderId.toWellFormed())
      return row && JSON.parse(row.body)
    },
    save: (orderId, body, readAt) => {
      bodies.put({ order_id: orderId, body: JSON.stringify(minimiseOrder(body)) ?? 'null', read_at: readAt })
    },
    orderIds: () => ids.all(),
    close: () => {
      db.close()
    },
  }
}

const isBroken = (db: Database): boolean => db.pragma('integrity_check', { simple: true }) !== 'ok'

function tryOpen(path: string, options: CacheOptions): Result<OrderCache, OpenFailure> {
  const opened = openDatabase(path, CACHE)
  if (!opened.ok) return opened
  try {
    if (!isBroken(opened.value)) return ok(cacheOn(opened.value, options))
  } catch {
    // A schema that cannot be prepared against is damage like any other.
  }
  opened.value.close()
  return fail('damaged', 'The cache does not pass its check')
}

/**
 * Opens or creates the cache at `path`. It holds only what the platform can tell again: a damaged one, or one of a newer
 * program, is dropped and made anew without a word; orders whose body is then missing are to be read again.
 */
export function openCache(path: string, options: CacheOptions = {}): Result<OrderCache, OpenFailure> {
  const opened = tryOpen(path, options)
  if (opened.ok || (opened.code !== 'damaged' && opened.code !== 'newer-version')) return opened
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { recursive: true, force: true })
  return tryOpen(path, options)
}
