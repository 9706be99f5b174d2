import { join } from 'node:path'
import { ok, type Result } from '../../shared/result.ts'
import type { Backup } from './backup.ts'
import { cacheInMemory } from './cache-in-memory.ts'
import { renewCopiesAside } from './copy-thread.ts'
import type { OnDamage } from './damage.ts'
import type { OpenFailure } from './open-database.ts'
import { openCacheStore } from './order-cache.ts'
import type { Ledger, OrderCache } from './ports.ts'
import { type Repair, recoverLedger } from './recover-ledger.ts'
import { type LedgerPurge, TEXTS_KEPT_MS } from './retention.ts'
import type { StorageTrouble } from './trouble.ts'

export const LEDGER_FILE = 'ledger.db'
export const CACHE_FILE = 'cache.db'

/** Both databases of a profile and their keeping. */
export type Storage = {
  readonly ledger: Ledger
  readonly cache: OrderCache
  /** What had to be done to the ledger; the screen shows one banner unless it was nothing. */
  readonly repair: Repair
  /** The disk takes nothing: see `emergencyLedger`. Open again once it does. */
  readonly trouble: StorageTrouble | undefined
  /** To be called at the start and then every hour: removes what may be kept no longer from both databases. */
  purge(now: number): LedgerPurge
  /**
   * To be called after each purge, and awaited before the next: makes a verified copy of the ledger on another thread and
   * removes older copies that may be kept no longer. `damaged`: the ledger has rotted while it was open; open the storage
   * again to have it mended.
   */
  renewCopies(now: number): Promise<Result<Backup, StorageTrouble>>
  /**
   * Renews the statistics by which queries of the cache are planned. Not those of the ledger: its plans are fixed by its
   * indexes and tested, and a table of statistics would be a difference to the schema that a ledger is checked against.
   */
  optimize(): void
  close(): void
}

export type StorageOptions = {
  /** Epoch ms. */
  readonly now: number
  readonly onDamage?: OnDamage
  /** Told why there is no thread for the copies, which are then made on this one. */
  readonly onNoThread?: (error: unknown) => void
}

/**
 * Orders on the board whose body the cache has not, or not as it was last read (it was made anew, or a power cut took its
 * last commits back), are read again.
 */
function refill(ledger: Ledger, cache: OrderCache, now: number): void {
  const readAt = cache.readTimes()
  const missing = ledger
    .boardOrders(now - TEXTS_KEPT_MS)
    .filter(({ orderId, lastReadAt }) => lastReadAt !== undefined && (readAt.get(orderId) ?? -1) < lastReadAt)
    .map(({ orderId }) => orderId)
  if (missing.length > 0) ledger.markToRead(missing, now)
}

/**
 * Opens the ledger (repaired if need be) and the cache (made anew if need be, in memory if the disk takes none) in `folder`.
 * Fails only where nothing may be touched: see `recoverLedger`.
 */
export function openStorage(folder: string, options: StorageOptions): Result<Storage, OpenFailure> {
  const ledgerPath = join(folder, LEDGER_FILE)
  const recovered = recoverLedger(ledgerPath, options)
  if (!recovered.ok) return recovered
  const { ledger, repair, trouble } = recovered.value
  const damageOption = options.onDamage ? { onDamage: options.onDamage } : {}
  const cachePath = join(folder, CACHE_FILE)
  const opened = openCacheStore(cachePath, damageOption)
  const cached = opened.ok ? opened.value : cacheInMemory(cachePath, damageOption)
  const { cache } = cached
  refill(ledger, cache, options.now)
  return ok({
    ledger,
    cache,
    repair,
    trouble,
    purge: (now) => {
      const purged = recovered.value.purge(now)
      const isKnown = (orderId: string): boolean => ledger.order(orderId) !== undefined
      cached.purge({ ...purged, isKnown })
      return purged
    },
    renewCopies: (now) => renewCopiesAside(ledgerPath, now, { onNoThread: options.onNoThread }),
    optimize: cached.optimize,
    close: () => {
      cache.close()
      ledger.close()
    },
  })
}
