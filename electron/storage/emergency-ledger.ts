import Database from 'better-sqlite3'
import { type LedgerStore, ledgerStoreOn } from './ledger.ts'
import { rebuild } from './rebuild.ts'
import type { Salvage } from './salvage.ts'
import { type StorageTrouble, StorageUnavailable } from './trouble.ts'

/**
 * A ledger in memory for a disk that refuses writes (full, read-only, failing). The board shows what was readable and
 * follows the platform. Polled events are received but never acknowledged, so the platform sends them again, to the real
 * ledger. A delivery by webhook is refused: its answer is its acknowledgment. A tap is refused (`StorageUnavailable`) instead of lost.
 */
export function emergencyLedger(salvaged: Salvage, trouble: StorageTrouble, at: number): LedgerStore {
  const db = new Database(':memory:')
  rebuild(db, salvaged, at)
  const { ledger, purge } = ledgerStoreOn(db)
  const refuse = (): never => {
    throw new StorageUnavailable(trouble)
  }
  return {
    ledger: {
      ...ledger,
      // Stored like those of a webhook: received with all effects, without a pending acknowledgment.
      receiveEvents: (events, unreadable, source, now) =>
        source === 'webhook' ? refuse() : ledger.receiveEvents(events, unreadable, 'webhook', now),
      addTap: refuse,
      addTaps: refuse,
      undoTap: refuse,
    },
    purge,
    restoreFiles: () => false,
    hasFoundDamage: () => false,
  }
}
