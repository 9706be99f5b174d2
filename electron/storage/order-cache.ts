import type { Database } from 'better-sqlite3'
import type { Result } from '../../shared/result.ts'
import { placeFile, removeDatabase } from './durable-files.ts'
import { keepFiles, removeUnplaced } from './kept-files.ts'
import { BODIES, CACHE_MIGRATIONS, EARLIER, UNREAD } from './migrations/cache-migrations.ts'
import { type DatabaseSpec, eraseLog, type OpenFailure, openOrRecreate } from './open-database.ts'
import { number, type OnDamage, type SealedTable, sealedTable, tableOf, text } from './sealed-table.ts'
import { repairedPathOf } from './storage-layout.ts'
import { minimiseOrder, stripOrder, withoutAddress } from './stored-body.ts'
import { type TapWitness, tapWitness } from './tap-witness.ts'
import { storageTroubleOf } from './trouble.ts'

/**
 * The ids of received orders that were not read yet, a second time beside the ledger. When their events are acknowledged and
 * the ledger then loses its last commits, no call of the platform returns these ids (docs/protocol.md, "Order").
 */
interface UnreadOrders {
  /**
   * In one commit: adds the received orders that have no body, and removes the dropped ones. An id that is known keeps its
   * time. Without a change nothing is written. `at` in epoch ms.
   */
  update(received: Iterable<string>, dropped: Iterable<string>, at: number): void
  remove(orderId: string): void
  /** When each order was received, in epoch ms. A damaged row is left out. */
  receivedTimes(): ReadonlyMap<string, number>
}

function unreadOrders(db: Database, onDamage: OnDamage | undefined): UnreadOrders {
  const unread = sealedTable(db, UNREAD, onDamage)
  const byId = unread.select<[string]>('WHERE order_id = ?')
  const all = unread.select('ORDER BY received_at, order_id')
  const remove = unread.remove<[string]>('order_id = ?')
  const hasBody = db.prepare<[string], number>('SELECT 1 FROM bodies WHERE order_id = ?').pluck()

  const isMissing = (orderId: string): boolean => hasBody.get(orderId) === undefined && !byId.first(orderId)
  return {
    update: (received, dropped, at) => {
      const missing = [...new Set([...received].map((orderId) => orderId.toWellFormed()))].filter(isMissing)
      const leaving = [...dropped]
      if (missing.length === 0 && leaving.length === 0) return
      db.transaction(() => {
        for (const orderId of missing) unread.put({ orderId, receivedAt: at })
        for (const orderId of leaving) remove(orderId.toWellFormed())
      }).immediate()
    },
    remove: (orderId) => {
      remove(orderId.toWellFormed())
    },
    receivedTimes: () => new Map(all.all().map((row) => [row.orderId, row.receivedAt])),
  }
}

export const CACHE: DatabaseSpec = {
  name: 'cache',
  /** "CMDC" */
  applicationId: 0x434d4443,
  migrations: CACHE_MIGRATIONS,
  // Commits that a power cut drops are read again: `refill` in storage.ts.
  flushing: 'checkpoints',
}

/** Number of index rows from which the statistics are made. */
const ANALYSED_ROWS = 400

const WHOLES = tableOf('wholes', { orderId: text(), text: text(), readAt: number() }, 'orderId')
/** Bytes of all whole texts together; beyond it the oldest are removed. Their orders keep their tickets. */
const MAX_WHOLE_BYTES = 8_000_000

/** What a purge leaves of an order: all, all but the address, all but names and notes, nothing. */
export type KeptPart = 'all' | 'no-address' | 'no-texts' | 'nothing'

/** Bodies of one transaction. */
const BODIES_AT_ONCE = 50

/** `changedAt`: the time of the last change, platform ms. */
export type EarlierOrder = { readonly text: string; readonly changedAt: number }

/** Orders as last read. A lost cache is refilled from the platform. */
export interface OrderCache {
  /** The stored body (without what a kitchen does not need) as parsed JSON. */
  body(orderId: string): unknown
  /** The same as it is stored: JSON. */
  text(orderId: string): string | undefined
  /**
   * Returns the text as stored. `whole`: the text of an order that is larger than a ticket; a few million characters of
   * such texts are kept.
   */
  save(orderId: string, body: unknown, readAt: number, whole?: string): string
  /** Runs the work in one transaction: what it saves is there as a whole or not at all. */
  inTransaction<T>(work: () => T): T
  /** When each body was read, without a check of its checksum. */
  readTimes(): ReadonlyMap<string, number>
  /** The order as staff saw it last, as JSON, when it changed since. */
  earlier(orderId: string): EarlierOrder | undefined
  /** `undefined`: staff have seen the order as it is. */
  saveEarlier(orderId: string, order: EarlierOrder | undefined): void
  whole(orderId: string): string | undefined
  close(): void
}

/** The cache with its maintenance. */
export interface CacheStore {
  readonly cache: OrderCache
  /** An order leaves them with its first body. */
  readonly unread: UnreadOrders
  readonly taps: TapWitness
  restoreFiles(now: number): boolean
  /** Whether a call has found that the file is damaged. */
  hasFoundDamage(): boolean
  /**
   * Removes expired data in parts, from the write-ahead log too. Returns the number of bodies changed or deleted.
   * @param keptPart asked in the transaction that changes the body
   */
  purge(keptPart: (orderId: string) => KeptPart): Generator<void, number>
  /** Renews the statistics for the planner, from a sample of bounded size. */
  optimize(): void
}

/** The old files are deleted, not kept: they have names of customers. */
function replaceCache(path: string): void {
  removeDatabase(path)
  placeFile(repairedPathOf(path), path)
}

/** Texts of orders that are larger than a ticket. */
interface WholeTexts {
  get(orderId: string): string | undefined
  save(orderId: string, text: string | undefined, readAt: number): void
  remove(orderId: string): void
}

function wholeTexts(db: Database, onDamage: OnDamage | undefined): WholeTexts {
  const wholes = sealedTable(db, WHOLES, onDamage)
  const byId = wholes.select<[string]>('WHERE order_id = ?')
  const removeById = wholes.remove<[string]>('order_id = ?')
  const bytes = db.prepare<[], number>('SELECT coalesce(sum(octet_length(text)), 0) FROM wholes').pluck()
  const removeOldest = wholes.remove<[]>('rowid = (SELECT rowid FROM wholes ORDER BY read_at, rowid LIMIT 1)')
  const remove = (orderId: string): void => void removeById(orderId.toWellFormed())
  return {
    get: (orderId) => byId.first(orderId.toWellFormed())?.text,
    save(orderId, text, readAt) {
      remove(orderId)
      if (text === undefined) return
      wholes.put({ orderId, text, readAt })
      while (Number(bytes.get()) > MAX_WHOLE_BYTES) removeOldest()
    },
    remove,
  }
}

/** Orders as staff saw them last, of those that changed since. */
function earlierOrders(db: Database, onDamage: OnDamage | undefined) {
  const earlier = sealedTable(db, EARLIER, onDamage)
  const byId = earlier.select<[string]>('WHERE order_id = ?')
  const removeById = earlier.remove<[string]>('order_id = ?')
  return {
    get(orderId: string): EarlierOrder | undefined {
      const row = byId.first(orderId.toWellFormed())
      return row && { text: row.body, changedAt: row.changedAt }
    },
    save(orderId: string, order: EarlierOrder | undefined): void {
      if (order === undefined) removeById(orderId.toWellFormed())
      else earlier.put({ orderId: orderId.toWellFormed(), body: order.text, changedAt: order.changedAt })
    },
    remove: (orderId: string): void => void removeById(orderId.toWellFormed()),
  }
}

export function cacheStoreOn(db: Database, onDamage?: OnDamage): CacheStore {
  const bodies = sealedTable(db, BODIES, onDamage)
  const wholes = wholeTexts(db, onDamage)
  const earlier = earlierOrders(db, onDamage)
  const unread = unreadOrders(db, onDamage)
  const taps = tapWitness(db, onDamage)
  const byId = bodies.select<[string]>('WHERE order_id = ?')
  const times = db
    .prepare<[], readonly [string, number]>('SELECT order_id, read_at FROM bodies ORDER BY order_id')
    .raw()
  const files = keepFiles(db, {
    commit: () => undefined,
    isSound: (copy) => copy.pragma('integrity_check', { simple: true }) === 'ok',
    replace: replaceCache,
  })
  let hasFoundDamage = false
  /** Calls `work` and records whether its error names damage. */
  const watching: Watching =
    (work) =>
    (...args) => {
      try {
        return work(...args)
      } catch (error) {
        hasFoundDamage ||= storageTroubleOf(error) === 'damaged'
        throw error
      }
    }
  const storedText = watching((orderId: string) => byId.first(orderId.toWellFormed())?.body)
  const cache: OrderCache = {
    body: (orderId) => {
      const stored = storedText(orderId)
      return stored === undefined ? undefined : JSON.parse(stored)
    },
    text: storedText,
    save: watching((orderId: string, body: unknown, readAt: number, whole?: string) => {
      const stored = JSON.stringify(minimiseOrder(body))
      wholes.save(orderId, whole, readAt)
      bodies.put({ orderId, body: stored, readAt, stripped: 0 })
      unread.remove(orderId)
      return stored
    }),
    inTransaction: <T>(work: () => T): T =>
      watching(() => (db.inTransaction ? work() : db.transaction(work).immediate()))(),
    readTimes: () => new Map(times.all()),
    earlier: watching(earlier.get),
    saveEarlier: watching(earlier.save),
    whole: wholes.get,
    close: () => {
      try {
        files.restoreLast()
      } catch (error) {
        // The next start creates the cache again.
        if (storageTroubleOf(error) === undefined) throw error
      } finally {
        db.close()
      }
    },
  }
  return {
    cache,
    unread: { ...unread, update: watching(unread.update) },
    taps: { ...taps, record: watching(taps.record), remove: watching(taps.remove) },
    restoreFiles: watching(files.restore),
    hasFoundDamage: () => hasFoundDamage,
    purge: cachePurge(db, bodies, unread, [wholes, earlier], watching),
    optimize() {
      db.pragma(`analysis_limit = ${ANALYSED_ROWS}`)
      db.pragma('optimize')
    },
  }
}

type Watching = <Args extends readonly unknown[], T>(work: (...args: Args) => T) => (...args: Args) => T

/** Makes the purge of a cache. @param texts further texts of orders, removed with names and notes */
function cachePurge(
  db: Database,
  bodies: SealedTable<(typeof BODIES)['fields']>,
  unread: UnreadOrders,
  texts: readonly { remove(orderId: string): void }[],
  watching: Watching,
): CacheStore['purge'] {
  const byId = bodies.select<[string]>('WHERE order_id = ?')
  const remove = bodies.remove<[string]>('order_id = ?')
  const ids = db.prepare<[], string>('SELECT order_id FROM bodies ORDER BY order_id').pluck()
  const named = db.prepare<[], string>('SELECT order_id FROM bodies WHERE stripped = 0').pluck()

  const strip = (orderId: string): void => {
    const row = byId.first(orderId)
    // A damaged body is useless and may still hold a name.
    if (!row) remove(orderId)
    else bodies.put({ ...row, body: JSON.stringify(stripOrder(JSON.parse(row.body))), stripped: 1 })
  }
  const dropAddress = (orderId: string): number => {
    const row = byId.first(orderId)
    const body: unknown = row && JSON.parse(row.body)
    const rest = withoutAddress(body)
    if (row === undefined || rest === body) return 0
    bodies.put({ ...row, body: JSON.stringify(rest) })
    return 1
  }

  return function* purge(keptPart) {
    const withNames = new Set(named.all())
    const leave = (orderId: string): number => {
      const kept = keptPart(orderId)
      if (kept === 'all' || (kept !== 'nothing' && !withNames.has(orderId))) return 0
      if (kept === 'no-address') return dropAddress(orderId)
      for (const text of texts) text.remove(orderId)
      if (kept === 'no-texts') strip(orderId)
      else remove(orderId)
      return 1
    }
    const leaveAll = watching((orderIds: readonly string[]): number =>
      db.transaction(() => orderIds.reduce((sum, orderId) => sum + leave(orderId), 0)).immediate(),
    )
    const all = ids.all()
    let changes = 0
    for (let from = 0; from < all.length; from += BODIES_AT_ONCE) {
      changes += leaveAll(all.slice(from, from + BODIES_AT_ONCE))
      yield
    }
    for (const orderId of unread.receivedTimes().keys()) if (keptPart(orderId) === 'nothing') unread.remove(orderId)
    yield
    eraseLog(db)
    return changes
  }
}

/**
 * Opens or creates the cache. A damaged one, or one of a newer program, is created again: the platform sends its orders
 * again, and the ledger has the ids and the open taps.
 */
export function openCacheStore(path: string, onDamage?: OnDamage): Result<CacheStore, OpenFailure> {
  removeUnplaced(path)
  return openOrRecreate(path, CACHE, (db) => cacheStoreOn(db, onDamage))
}
