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

/** Said in the log already. */
class BackupRefused extends Error {}

export type Upkeep = {
  /** Purges between the hours, once no copy is being made. Throws what the storage throws. */
  purge(): Promise<void>
  /** Makes a copy between the hours, after one that is being made. Rejects where there is none. */
  copy(): Promise<void>
  /** Resolves when a copy that is being made is done. */
  end(): Promise<void>
}

/**
 * The databases' housekeeping: removes what may be kept no longer, then copies the ledger; soon after each start, so that
 * missed nights are made up for, and every hour.
 */
export function startUpkeep({ storage, clock, log, onDamaged }: UpkeepParts): Upkeep {
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

  const copyOnce = async (): Promise<void> => {
    const renewed = await storage.renewCopies(clock.wall())
    if (renewed.ok) return
    log.warn('backup-failed', { code: renewed.code })
    if (renewed.code === 'damaged' && !isOver) onDamaged()
    throw new BackupRefused(renewed.code)
  }
  const copy = (): Promise<void> => {
    const made = copyOnce()
    copying = made
      .catch((error: unknown) => {
        if (!(error instanceof BackupRefused)) failed(error)
      })
      .finally(() => {
        copying = undefined
      })
    return made
  }

  /** One needs not the other's success: a disk too full to purge on may still be copied, and the other way round. */
  function keep(): void {
    cancel = clock.setTimer(EVERY_MS, keep)
    // The purge cuts the log and would wait for its readers.
    if (copying !== undefined) return
    purge()
    copy().catch(() => undefined)
  }

  return {
    async purge() {
      await copying
      storage.purge(clock.platform())
    },
    async copy() {
      await copying
      await copy()
    },
    async end() {
      isOver = true
      cancel()
      await copying
    },
  }
}
