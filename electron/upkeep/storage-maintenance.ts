import { join } from 'node:path'
import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import { probeDisk } from '../storage/disk-probe.ts'
import { type Backup, isLedgerUnreadable } from '../storage/repair.ts'
import { LEDGER_FILE, type Storage } from '../storage/storage.ts'
import type { Clock, TimeService } from '../sync/clock.ts'
import { createExpiryTime, startUpkeep } from './upkeep.ts'

/** The hourly copies of the ledger, every row of which was checked. */
export type Backups = {
  /** Makes one now. */
  renew(): Promise<void>
  /** Returns the function that removes the listener. */
  onRenewed(listener: (backup: Backup) => void): () => void
}

export const NO_BACKUPS: Backups = { renew: async () => undefined, onRenewed: () => () => undefined }

export type StorageMaintenance = { readonly backups: Backups; readonly end: () => Promise<void> }

/**
 * Restarts the program. `damaged`: it must end without closing the databases, because that would move damaged pages of a log
 * into the file.
 */
export type Restart = (why?: 'damaged') => void

type MaintenanceParts = {
  readonly clock: TimeService
  readonly log: Log
  readonly restart?: Restart | undefined
  readonly removeOldLogs?: (() => Promise<void>) | undefined
}

const CHECK_FILES_EVERY_MS = 2_000

/**
 * Restarts the program after files of a database were deleted or replaced, or after a step has found one damaged. Returns the
 * function that ends the watch.
 */
function watchFiles(parts: {
  readonly storage: Pick<Storage, 'restoreFiles' | 'checkDamage'>
  readonly clock: TimeService
  readonly log: Log
  readonly restart: Restart
}): () => void {
  const { storage, clock, log, restart } = parts
  let cancel = clock.setTimer(CHECK_FILES_EVERY_MS, check)
  let hasFailed = false
  let isDamaged = false

  function check(): void {
    cancel = clock.setTimer(CHECK_FILES_EVERY_MS, check)
    if (storage.checkDamage()) {
      if (!isDamaged) log.error('storage-damaged')
      isDamaged = true
      // Again at each check: the program restarts only a few times in ten minutes.
      restart('damaged')
      return
    }
    try {
      const isRestored = storage.restoreFiles(clock.wall())
      hasFailed = false
      if (!isRestored) return
      log.error('storage-files-restored')
      restart()
    } catch (error) {
      if (!hasFailed) log.error('storage-refused', { error: messageOf(error) })
      hasFailed = true
    }
  }

  return () => cancel()
}

/** Starts the hourly maintenance and the watch of the files. */
export function startStorageMaintenance(parts: MaintenanceParts, storage: Storage): StorageMaintenance {
  const { clock, log, restart = () => undefined, removeOldLogs = async () => undefined } = parts
  const listeners = new Set<(backup: Backup) => void>()
  const upkeep = startUpkeep({
    storage,
    clock,
    expiryTime: createExpiryTime(clock, storage.ledger),
    removeOldLogs,
    log,
    onDamaged: () => restart('damaged'),
    onCopied(backup) {
      for (const listener of listeners) listener(backup)
    },
  })
  const endFileWatch = watchFiles({ storage, clock, log, restart })
  return {
    backups: {
      renew: upkeep.copy,
      onRenewed(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    async end() {
      endFileWatch()
      await upkeep.end()
    },
  }
}

const CHECK_EVERY_MS = 10_000
/** Bytes that a start needs at least: the first pages of the databases and their logs. */
const NEEDED_BYTES = 1_048_576

/** Whether the disk accepts and keeps what a start would write, and the ledger may be read. */
function allowsStart(folder: string): boolean {
  try {
    probeDisk(folder, NEEDED_BYTES)
    return !isLedgerUnreadable(join(folder, LEDGER_FILE))
  } catch {
    return false
  }
}

/**
 * Checks every ten seconds whether a folder that could not be used can be used again. Returns the function that ends it.
 */
export function watchDisk(folder: string, clock: Clock, onBack: () => void): () => void {
  let cancel = clock.setTimer(CHECK_EVERY_MS, check)

  function check(): void {
    cancel = clock.setTimer(CHECK_EVERY_MS, check)
    if (allowsStart(folder)) onBack()
  }

  return () => cancel()
}
