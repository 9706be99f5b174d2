import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Backup } from '../storage/backup.ts'
import type { Storage } from '../storage/storage.ts'
import type { Clock } from '../sync/clock.ts'

const MINUTE_MS = 60_000
/** The board comes first; upkeep begins after it. */
const AFTER_START_MS = MINUTE_MS
const EVERY_MS = 60 * MINUTE_MS

export type UpkeepParts = {
  readonly storage: Pick<Storage, 'purge' | 'renewCopies'>
  readonly clock: Pick<Clock, 'wall' | 'setTimer'>
  /** The time by which stored data has expired, in epoch ms. */
  readonly expiryTime: () => number
  readonly log: Log
  /** Called when the ledger was damaged while it was open. Opening it again repairs it. */
  readonly onDamaged: () => void
  /** Called with a new copy whose every row was checked. */
  readonly onCopied?: ((copy: Backup) => void) | undefined
}

/** Thrown for a failure that is already in the log. */
class BackupRefused extends Error {}

export type Upkeep = {
  /** Purges now, after a copy that is being made. Throws what the storage throws. */
  purge(): Promise<void>
  /** Purges and makes a copy now, after one that is being made. Rejects when the copy fails. */
  copy(): Promise<void>
  /** Resolves when a copy that is being made is done. */
  end(): Promise<void>
}

/**
 * Maintenance of the databases: removes expired data, then copies the ledger. Runs soon after each start, which makes
 * up for missed nights, and every hour.
 */
export function startUpkeep({ storage, clock, expiryTime, log, onDamaged, onCopied }: UpkeepParts): Upkeep {
  let cancel = clock.setTimer(AFTER_START_MS, purgeAndCopy)
  let isOver = false
  let copying: Promise<void> | undefined

  const logFailure = (error: unknown): void => log.error('upkeep-failed', { error: messageOf(error) })

  const purge = (): void => {
    try {
      storage.purge(expiryTime())
    } catch (error) {
      logFailure(error)
    }
  }

  /** Purges first: a copy must not have a text that should be gone. The disk may allow the copy when it refuses the purge. */
  const copyOnce = async (): Promise<void> => {
    purge()
    const renewed = await storage.renewCopies(clock.wall())
    if (renewed.ok) {
      if (!isOver) onCopied?.(renewed.value)
      return
    }
    log.warn('backup-failed', { code: renewed.code })
    if (renewed.code === 'damaged' && !isOver) onDamaged()
    throw new BackupRefused(renewed.code)
  }
  const copy = (): Promise<void> => {
    const made = copyOnce()
    copying = made
      .catch((error: unknown) => {
        if (!(error instanceof BackupRefused)) logFailure(error)
      })
      .finally(() => {
        copying = undefined
      })
    return made
  }

  function purgeAndCopy(): void {
    cancel = clock.setTimer(EVERY_MS, purgeAndCopy)
    // The purge truncates the log and would wait for its readers.
    if (copying !== undefined) return
    copy().catch(() => undefined)
  }

  return {
    async purge() {
      await copying
      storage.purge(expiryTime())
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
