import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DEFAULT_SETTINGS, type Locale } from '../../shared/contract/settings.ts'
import { isOver } from '../../shared/order/lifecycle.ts'
import { parseOrder } from '../../shared/order/order.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { forMemory, readImage, withLog } from './file-image.ts'
import { ledgerStoreOn } from './ledger.ts'
import { migrate } from './migration.ts'
import { LEDGER } from './migrations/ledger-migrations.ts'
import type { OpenFailure } from './open-database.ts'
import { CACHE, type CacheStore, cacheStoreOn, openCacheStore } from './order-cache.ts'
import { isSettled } from './outbox.ts'
import type { Ledger, OrderCache, Tap } from './ports.ts'
import { type Backup, CACHE_REMAINS, HEALTHY, type Repair, recoverLedger, renewCopiesAside } from './repair.ts'
import { type LedgerPurge, TEXTS_KEPT_MS } from './retention.ts'
import type { OnDamage } from './sealed-table.ts'
import { markSuspect } from './storage-layout.ts'
import { readWitness, type WitnessedTap } from './tap-witness.ts'
import type { StorageTrouble } from './trouble.ts'

/** The parts of the cache from which orders are restored. */
type CacheContent = Pick<CacheStore, 'cache' | 'unread' | 'taps'>

const CANCELLED = 'CANCELLED'

/** The status of the order as the cache has read it; `undefined` without a body that makes a ticket. */
function statusIn({ cache }: CacheContent, orderId: string): string | undefined {
  const parsed = parseOrder(cache.body(orderId))
  return parsed.ok ? parsed.order.status : undefined
}

/**
 * Stores cancellations that the cache has read and the ledger has lost. The next read may answer `CONCLUDED`, which does not
 * name the cancellation, and staff may not have seen the stop.
 */
function restoreCancellations(ledger: Ledger, content: CacheContent, orderIds: readonly string[]): void {
  const readTimes = content.cache.readTimes()
  for (const orderId of orderIds) {
    const at = readTimes.get(orderId)
    if (at === undefined || at <= (ledger.order(orderId)?.lastReadAt ?? Number.NEGATIVE_INFINITY)) continue
    if (statusIn(content, orderId) !== CANCELLED) continue
    ledger.recordRead({ orderId, generation: undefined, status: CANCELLED, at, readAt: at, settlements: [] })
  }
}

/**
 * Queues a read of the orders on the board whose body in the cache is missing, or was not read when the ledger says: the
 * cache was created again, or one of the two files lacks its last commits.
 */
function refill(ledger: Ledger, content: CacheContent, now: number): void {
  const readAt = content.cache.readTimes()
  const different = ledger
    .boardOrders(now - TEXTS_KEPT_MS)
    .filter(({ orderId, lastReadAt }) => readAt.get(orderId) !== lastReadAt)
  const missing = different.flatMap(({ orderId, lastReadAt }) => (lastReadAt === undefined ? [] : [orderId]))
  restoreCancellations(
    ledger,
    content,
    different.map(({ orderId }) => orderId),
  )
  if (missing.length > 0) ledger.markToRead(missing, now)
}

/**
 * The orders that the cache has and the ledger does not: unread, open, or cancelled, because staff may not have seen the
 * stop. Only those that were received or read since then.
 */
function unknownOrders(
  ledger: Ledger,
  content: CacheContent,
  since: { open: number; cancelled: number },
): readonly string[] {
  const isUnknown = (orderId: string): boolean => ledger.order(orderId) === undefined
  const isShown = (orderId: string, readAt: number): boolean => {
    const status = statusIn(content, orderId)
    if (status === undefined) return false
    return status === CANCELLED ? readAt >= since.cancelled : !isOver(status)
  }
  const unread = [...content.unread.receivedTimes()].filter(([orderId, at]) => at >= since.open && isUnknown(orderId))
  const read = [...content.cache.readTimes()].filter(
    ([orderId, at]) => at >= since.open && isUnknown(orderId) && isShown(orderId, at),
  )
  return [...unread, ...read].map(([orderId]) => orderId)
}

/** Whether the cache shows that the ledger has lost rows: no rule removes them from a ledger within this time. */
function lacksRowsOfCache(ledger: Ledger, content: CacheContent, now: number): boolean {
  const since = now - TEXTS_KEPT_MS
  const isMissing = ({ tapId, action, state, tappedAt }: WitnessedTap): boolean => {
    const tap = ledger.tap(tapId)
    if (state === 'open') return tappedAt >= since && tap === undefined
    // A refused request to cancel may be open again, which a cache after a power cut does not know.
    const isNotSent = state === 'undone' || (state === 'conflict' && action !== 'requestCancellation')
    return isNotSent && tap !== undefined && !isSettled(tap.state)
  }
  return (
    content.taps.all().some(isMissing) || unknownOrders(ledger, content, { open: since, cancelled: since }).length > 0
  )
}

/**
 * Queues a read of the orders that only the cache has: the platform does not name them again. Open ones of any age, because
 * the clock may be wrong; cancelled ones for `TEXTS_KEPT_MS`, also those that staff have seen.
 */
function restoreFromCache(ledger: Ledger, content: CacheContent, now: number): void {
  const since = { open: Number.NEGATIVE_INFINITY, cancelled: now - TEXTS_KEPT_MS }
  const lost = unknownOrders(ledger, content, since)
  restoreCancellations(ledger, content, lost)
  if (lost.length > 0) ledger.markToRead(lost, now)
}

/** A cache that refuses a write stops nothing: the ledger has the events and taps. The next purge or start adds them. */
function tryWrite(write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  }
}

/**
 * Adds the ids of the board's orders that have no body in the cache: the cache was created again, or has refused a write. An
 * order that was read before counts as well, because its next read may take hours.
 */
function copyUnread(ledger: Ledger, { unread }: CacheContent, now: number): void {
  const shown = ledger.boardOrders(now).filter(({ status, endedAt }) => endedAt === undefined || status === CANCELLED)
  const ids = shown.map(({ orderId }) => orderId)
  tryWrite(() => unread.update(ids, [], now))
}

/** Brings the taps of the cache to what the ledger has. Ended ones stay for as long as an older ledger may come back. */
function copyTaps(ledger: Ledger, { taps }: CacheContent, now: number): void {
  const known = taps.all().map(({ tapId }) => ({ tapId, tap: ledger.tap(tapId) }))
  const isGone = (tap: Tap | undefined): boolean => tap === undefined || (tap.settledAt ?? now) <= now - TEXTS_KEPT_MS
  const kept = known.flatMap(({ tap }) => (tap === undefined || isGone(tap) ? [] : [tap]))
  tryWrite(() => {
    taps.remove(known.filter(({ tap }) => isGone(tap)).map(({ tapId }) => tapId))
    taps.record([...kept, ...ledger.openTaps()])
  })
}

/**
 * The ledger, whose `receiveEvents` also keeps the ids of unread orders in the cache. Both are stored before it returns, so
 * before the events are acknowledged. The ledger is written first: an id that only the cache has means that the ledger has
 * lost rows.
 */
function keepingUnread(ledger: Ledger, { unread }: CacheContent): Ledger {
  return {
    ...ledger,
    receiveEvents: (events, unreadable, source, at, askedAt) => {
      const page = ledger.receiveEvents(events, unreadable, source, at, askedAt)
      const dropped = new Set(page.droppedOrderIds)
      const received = [...events, ...unreadable].flatMap(({ orderId }) =>
        orderId === undefined || dropped.has(orderId) ? [] : [orderId],
      )
      tryWrite(() => unread.update(received, dropped, at))
      return page
    },
  }
}

function loaded(path: string): Database.Database | undefined {
  let db: Database.Database | undefined
  try {
    db = new Database(forMemory(withLog(readImage(path))))
    if (db.pragma('integrity_check', { simple: true }) === 'ok') {
      if (migrate(db, CACHE.migrations, CACHE.applicationId) === undefined) return db
    }
  } catch {
    // The file is unreadable: the orders are read from the platform again.
  }
  db?.close()
  return undefined
}

/** A cache in memory for a disk that refuses writes, with the bodies that could be read. */
export function cacheInMemory(path: string, onDamage?: OnDamage): CacheStore {
  const found = loaded(path)
  if (found) return cacheStoreOn(found, onDamage)
  const db = new Database(':memory:')
  migrate(db, CACHE.migrations, CACHE.applicationId)
  return cacheStoreOn(db, onDamage)
}

export const LEDGER_FILE = 'ledger.db'
export const CACHE_FILE = 'cache.db'

/** Both databases of a profile and their maintenance. */
export interface Storage {
  readonly ledger: Ledger
  readonly cache: OrderCache
  /** How the ledger was repaired. The screen shows one banner unless no repair was needed. */
  readonly repair: Repair
  /** The disk refuses writes: see `emergencyLedger`. Open the storage again when the disk works. */
  readonly trouble: StorageTrouble | undefined
  /** Call at the start and then every hour, one part in a turn of the main loop: removes expired data from both databases. */
  purge(now: number): Generator<void, LedgerPurge>
  /**
   * Call after each purge, and await it before the next: makes a verified copy of the ledger on another thread and
   * removes expired copies. `damaged`: the ledger was damaged while it was open; open the storage again to repair it.
   */
  renewCopies(now: number): Promise<Result<Backup, StorageTrouble>>
  /** Call every few seconds: see `keepFiles`. True: files of the ledger or of the cache were written again. */
  restoreFiles(now: number): boolean
  /**
   * Call every few seconds. True: a step has found that an open database is damaged. Open the storage again: the ledger is
   * then repaired, with a check of every row, and the cache is created again.
   */
  checkDamage(): boolean
  /**
   * Renews the planner's statistics of the cache. Not of the ledger: its plans are fixed by its indexes and tested, and
   * a table of statistics would differ from the schema that a ledger is checked against.
   */
  optimize(): void
  close(): void
}

export type StorageOptions = {
  /** Epoch ms. */
  readonly now: number
  readonly onDamage?: OnDamage
  /** Called with the reason when no thread can be started; copies are then made on this thread. */
  readonly onNoThread?: (error: unknown) => void
}

/** Also true for a file that cannot be examined. */
function hasContent(path: string): boolean {
  try {
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
  } catch {
    return true
  }
}

const FROM_CACHE: Repair = { ...HEALTHY, repaired: 'fresh', lostRows: undefined, cause: CACHE_REMAINS.message }

/**
 * Opens the ledger (repaired if necessary) and the cache (created again if necessary, in memory if the disk refuses
 * writes) in `folder`. Fails only when the files must not be changed: see `recoverLedger`.
 */
export function openStorage(folder: string, options: StorageOptions): Result<Storage, OpenFailure> {
  const ledgerPath = join(folder, LEDGER_FILE)
  const cachePath = join(folder, CACHE_FILE)
  const hadLedger = hasContent(ledgerPath)
  // Its rows may be lost as well.
  const hadCache = [cachePath, `${cachePath}-wal`].some(hasContent)
  let recovered = recoverLedger(ledgerPath, { ...options, witness: () => readWitness(cachePath) })
  if (!recovered.ok) return recovered
  const opened = openCacheStore(cachePath, options.onDamage)
  const cached = opened.ok ? opened.value : cacheInMemory(cachePath, options.onDamage)
  const { cache } = cached
  const isIntact = hadLedger && recovered.value.trouble === undefined && recovered.value.repair.repaired === 'none'
  if (isIntact && lacksRowsOfCache(recovered.value.ledger, cached, options.now)) {
    recovered.value.ledger.close()
    recovered = recoverLedger(ledgerPath, { ...options, lacksRows: true, witness: cached.taps.all })
    if (!recovered.ok) {
      cache.close()
      return recovered
    }
  }
  const { ledger: stored, trouble, repair: ledgerRepair, purge, hasFoundDamage } = recovered.value
  const { restoreFiles, onTap } = recovered.value
  refill(stored, cached, options.now)
  const hasVanished = !hadLedger && trouble === undefined && hadCache
  const repair = hasVanished && ledgerRepair.repaired === 'none' ? FROM_CACHE : ledgerRepair
  if (repair.repaired !== 'none' || trouble !== undefined) restoreFromCache(stored, cached, options.now)
  // What a ledger in memory receives is not acknowledged, so it comes again.
  const ledger = trouble === undefined ? keepingUnread(stored, cached) : stored
  const copyToCache = (now: number): void => {
    if (trouble !== undefined) return
    copyUnread(stored, cached, now)
    copyTaps(stored, cached, now)
  }
  copyToCache(options.now)
  onTap((tap) => tryWrite(() => cached.taps.record([tap])))
  return ok({
    ledger,
    cache,
    repair,
    trouble,
    *purge(now) {
      const purged = yield* purge(now, cache.body)
      yield
      copyToCache(now)
      yield
      yield* cached.purge((orderId) => {
        const order = ledger.order(orderId)
        if (order === undefined) return 'nothing'
        const { endedAt = Number.POSITIVE_INFINITY } = order
        if (endedAt <= purged.textsBefore) return 'no-texts'
        return endedAt <= purged.shownBefore ? 'no-address' : 'all'
      })
      return purged
    },
    renewCopies: (now) => renewCopiesAside(ledgerPath, now, { onNoThread: options.onNoThread }),
    restoreFiles(now) {
      const isLedgerRestored = restoreFiles(now)
      try {
        return cached.restoreFiles(now) || isLedgerRestored
      } catch (error) {
        // The restart that follows creates the cache again.
        if (isLedgerRestored) return true
        throw error
      }
    },
    checkDamage() {
      const isLedgerDamaged = hasFoundDamage()
      if (isLedgerDamaged) markSuspect(ledgerPath)
      return isLedgerDamaged || cached.hasFoundDamage()
    },
    optimize: cached.optimize,
    close() {
      cache.close()
      ledger.close()
    },
  })
}

/**
 * An empty storage in memory, for a program that shows why its storage cannot be opened.
 * @param locale the kitchen's language, if it is known
 */
export function storageInMemory(locale: Locale | undefined): Storage {
  const [db, cacheDb] = [new Database(':memory:'), new Database(':memory:')]
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  migrate(cacheDb, CACHE.migrations, CACHE.applicationId)
  const { ledger, purge } = ledgerStoreOn(db)
  const { cache } = cacheStoreOn(cacheDb)
  if (locale !== undefined) ledger.facts.settings.set({ ...DEFAULT_SETTINGS, locale })
  return {
    ledger,
    cache,
    repair: HEALTHY,
    trouble: undefined,
    purge,
    renewCopies: () => Promise.resolve(fail('io', 'There are no files')),
    restoreFiles: () => false,
    checkDamage: () => false,
    optimize: () => undefined,
    close: () => {
      cache.close()
      ledger.close()
    },
  }
}
