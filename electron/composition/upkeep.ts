import type { Log } from '../logging/log-port.ts'
import type { Storage } from '../storage/storage.ts'
import type { Clock } from '../sync/clock.ts'

const MINUTE_MS = 60_000
/** The board comes first; what can wait begins after it. */
const AFTER_START_MS = MINUTE_MS
const EVERY_MS = 60 * MINUTE_MS

export type UpkeepParts = {
  readonly storage: Pick<Storage, 'purge' | 'backup'>
  readonly clock: Clock
  readonly log: Log
  /** The ledger has rotted while it was open: it is to be opened again, which mends it. */
  readonly onDamaged: () => void
}

/**
 * The databases' housekeeping: removes what may be kept no longer, then copies the ledger; soon after each start, so that
 * missed nights are made up for, and every hour. Gives the function that ends it.
 */
export function startUpkeep({ storage, clock, log, onDamaged }: UpkeepParts): () => void {
  let cancel = clock.setTimer(AFTER_START_MS, keep)

  const attempt = (task: () => void): void => {
    try {
      task()
    } catch (error) {
      log.error('upkeep-failed', { error: error instanceof Error ? error.message : String(error) })
    }
  }

  /** One does not wait for the other: a disk too full to purge on may still be copied, and the other way round. */
  function keep(): void {
    cancel = clock.setTimer(EVERY_MS, keep)
    attempt(() => {
      storage.purge(clock.now())
    })
    attempt(() => {
      const backup = storage.backup(clock.now())
      if (backup.ok) return
      log.warn('backup-failed', { code: backup.code })
      if (backup.code === 'damaged') onDamaged()
    })
  }

  return () => cancel()
}
