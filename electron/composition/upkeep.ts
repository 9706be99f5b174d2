import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Storage } from '../storage/storage.ts'
import type { Clock } from '../sync/clock.ts'

const MINUTE_MS = 60_000
/** The board comes first; what can wait begins after it. */
const AFTER_START_MS = MINUTE_MS
const EVERY_MS = 60 * MINUTE_MS

export type UpkeepParts = {
  readonly storage: Pick<Storage, 'purge' | 'renewCopies'>
  readonly clock: Clock
  readonly log: Log
  /** The ledger has rotted while it was open: it is to be opened again, which mends it. */
  readonly onDamaged: () => void
}

/**
 * The databases' housekeeping: removes what may be kept no longer, then copies the ledger; soon after each start, so that
 * missed nights are made up for, and every hour. Gives the function that ends it, which resolves when a copy that is being
 * made is done.
 */
export function startUpkeep({ storage, clock, log, onDamaged }: UpkeepParts): () => Promise<void> {
  let cancel = clock.setTimer(AFTER_START_MS, keep)
  let isOver = false
  let copying: Promise<void> | undefined

  const failed = (error: unknown): void => log.error('upkeep-failed', { error: messageOf(error) })

  const purge = (): void => {
    try {
      storage.purge(clock.platform())
    } catch (error) {
      failed(error)
    }
  }

  const copy = async (): Promise<void> => {
    try {
      const renewed = await storage.renewCopies(clock.wall())
      if (renewed.ok) return
      log.warn('backup-failed', { code: renewed.code })
      if (renewed.code === 'damaged' && !isOver) onDamaged()
    } catch (error) {
      failed(error)
    }
  }

  /** One needs not the other's success: a disk too full to purge on may still be copied, and the other way round. */
  function keep(): void {
    cancel = clock.setTimer(EVERY_MS, keep)
    // The purge cuts the log and would wait for its readers.
    if (copying !== undefined) return
    purge()
    copying = copy().finally(() => {
      copying = undefined
    })
  }

  return async () => {
    isOver = true
    cancel()
    await copying
  }
}
