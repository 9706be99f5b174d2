import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { fail, ok, type Result } from '../../shared/result.ts'
import { DEFAULT_SETTINGS, type Locale } from '../../shared/settings.ts'
import type { Backup } from './backup.ts'
import { cacheInMemory } from './cache-in-memory.ts'
import { renewCopiesAside } from './copy-thread.ts'
import type { OnDamage } from './damage.ts'
import { LEDGER, ledgerStoreOn } from './ledger.ts'
import { copyUnread, keepingUnread, lacksRowsOfCache, refill, restoreFromCache } from './lost-orders.ts'
import { migrate } from './migration.ts'
import type { OpenFailure } from './open-database.ts'
import { CACHE, cacheStoreOn, openCacheStore } from './order-cache.ts'
import type { Ledger, OrderCache } from './ports.ts'
import { HEALTHY, type Repair, recoverLedger } from './recover-ledger.ts'
import type { LedgerPurge } from './retention.ts'
import { markSuspect } from './suspect-mark.ts'
import type { StorageTrouble } from './trouble.ts'

export const LEDGER_FILE = 'ledger.db'
export const CACHE_FILE = 'cache.db'

/** Both databases of a profile and their maintenance. */
export type Storage = {
  readonly ledger: Ledger
  readonly cache: OrderCache
  /** How the ledger was repaired. The screen shows one banner unless no repair was needed. */
  readonly repair: Repair
  /** The disk refuses writes: see `emergencyLedger`. Open the storage again when the disk works. */
  readonly trouble: StorageTrouble | undefined
  /** Call at the start and then every hour: removes expired data from both databases. */
  purge(now: number): LedgerPurge
  /**
   * Call after each purge, and await it before the next: makes a verified copy of the ledger on another thread and
   * removes expired copies. `damaged`: the ledger was damaged while it was open; open the storage again to repair it.
   */
  renewCopies(now: number): Promise<Result<Backup, StorageTrouble>>
  /** Call every few seconds: see `KeptFiles.restore`. True: files of the ledger or of the cache were written again. */
  restoreFiles(now: number): boolean
  /**
   * Call every few seconds. True: a step has found that an open database is damaged. Open the storage again: the ledger is then
   * repaired, with a check of every row, and the cache is created again.
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

/** The ledger had no file, or an empty one, and no backup either: it looks like a first start. */
const CACHE_REMAINS: Repair = {
  repaired: 'fresh',
  salvagedRows: 0,
  restoredRows: 0,
  lostRows: undefined,
  cause: 'The ledger is gone, the cache is not',
  quarantine: undefined,
}

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
  let recovered = recoverLedger(ledgerPath, options)
  if (!recovered.ok) return recovered
  const damageOption = options.onDamage ? { onDamage: options.onDamage } : {}
  const opened = openCacheStore(cachePath, damageOption)
  const cached = opened.ok ? opened.value : cacheInMemory(cachePath, damageOption)
  const { cache } = cached
  const isIntact = hadLedger && recovered.value.trouble === undefined && recovered.value.repair.repaired === 'none'
  if (isIntact && lacksRowsOfCache(recovered.value.ledger, cached, options.now)) {
    recovered.value.ledger.close()
    recovered = recoverLedger(ledgerPath, { ...options, lacksRows: true })
    if (!recovered.ok) {
      cache.close()
      return recovered
    }
  }
  const { ledger: stored, trouble, repair: ledgerRepair, purge, hasFoundDamage } = recovered.value
  const { restoreFiles } = recovered.value
  refill(stored, cached, options.now)
  const hasVanished = !hadLedger && trouble === undefined && hadCache
  const repair = hasVanished && ledgerRepair.repaired === 'none' ? CACHE_REMAINS : ledgerRepair
  if (repair.repaired !== 'none' || trouble !== undefined) restoreFromCache(stored, cached, options.now)
  // What a ledger in memory receives is not acknowledged, so it comes again.
  const ledger = trouble === undefined ? keepingUnread(stored, cached) : stored
  if (trouble === undefined) copyUnread(stored, cached, options.now)
  return ok({
    ledger,
    cache,
    repair,
    trouble,
    purge: (now) => {
      const purged = purge(now)
      if (trouble === undefined) copyUnread(stored, cached, now)
      const isKnown = (orderId: string): boolean => ledger.order(orderId) !== undefined
      cached.purge({ ...purged, isKnown })
      return purged
    },
    renewCopies: (now) => renewCopiesAside(ledgerPath, now, { onNoThread: options.onNoThread }),
    restoreFiles: (now) => {
      const isLedgerRestored = restoreFiles(now)
      try {
        return cached.restoreFiles(now) || isLedgerRestored
      } catch (error) {
        // The restart that follows creates the cache again.
        if (isLedgerRestored) return true
        throw error
      }
    },
    checkDamage: () => {
      const isLedgerDamaged = hasFoundDamage()
      if (isLedgerDamaged) markSuspect(ledgerPath)
      return isLedgerDamaged || cached.hasFoundDamage()
    },
    optimize: cached.optimize,
    close: () => {
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
  const { cache } = cacheStoreOn(cacheDb, {})
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
