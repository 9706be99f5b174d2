import { join } from 'node:path'
import { messageOf } from '../../shared/result.ts'
import { runInTurns } from '../liveness/turns.ts'
import type { Log } from '../logging/log-port.ts'
import { probeDisk } from '../storage/disk-probe.ts'
import { isInUse } from '../storage/open-database.ts'
import type { Facts } from '../storage/ports.ts'
import { type Backup, isLedgerUnreadable } from '../storage/repair.ts'
import { LEDGER_FILE, type Storage } from '../storage/storage.ts'
import type { Clock, TimeService } from '../sync/clock.ts'

/** The hourly copies of the ledger, every row of which was checked. */
export interface Backups {
  /** Purges and makes a copy now, after one that is being made. Rejects when the copy fails. */
  renew(): Promise<void>
  /** Returns the function that removes the listener. */
  onRenewed(listener: (backup: Backup) => void): () => void
}

export const NO_BACKUPS: Backups = { renew: async () => undefined, onRenewed: () => () => undefined }

export interface StorageMaintenance {
  readonly backups: Backups
  /** Resolves when a copy that is being made is done. */
  end(): Promise<void>
}

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
function watchFiles(storage: Storage, clock: TimeService, log: Log, restart: Restart): () => void {
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
  const expiryTime = createExpiryTime(clock, storage.ledger)
  const onDamaged = (): void => restart('damaged')
  const upkeep = startUpkeep({ storage, clock, expiryTime, removeOldLogs, log, onDamaged })
  const endFileWatch = watchFiles(storage, clock, log, restart)
  return {
    backups: upkeep.backups,
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
    const ledger = join(folder, LEDGER_FILE)
    return !isLedgerUnreadable(ledger) && !isInUse(ledger)
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

const MINUTE_MS = 60_000
/** The board comes first; upkeep begins after it. */
const AFTER_START_MS = MINUTE_MS
const EVERY_MS = 60 * MINUTE_MS

/** Thrown for a failure that is already in the log. */
class BackupRefused extends Error {}

/**
 * Maintenance of the databases and the log: removes what has expired, then copies the ledger. Runs soon after each start and
 * every hour.
 */
export function startUpkeep(parts: {
  readonly storage: Pick<Storage, 'purge' | 'optimize' | 'renewCopies'>
  readonly clock: Pick<Clock, 'wall' | 'setTimer'>
  /** The time by which stored data has expired, in epoch ms. */
  readonly expiryTime: () => number
  readonly removeOldLogs: () => Promise<void>
  readonly log: Log
  /** Called when the ledger was damaged while it was open. Opening it again repairs it. */
  readonly onDamaged: () => void
}): StorageMaintenance {
  const { storage, clock, expiryTime, removeOldLogs, log, onDamaged } = parts
  const listeners = new Set<(backup: Backup) => void>()
  let cancel = clock.setTimer(AFTER_START_MS, maintain)
  let isOver = false
  let copying: Promise<void> | undefined

  const logFailure = (error: unknown): void => log.error('upkeep-failed', { error: messageOf(error) })

  const purge = async (): Promise<void> => {
    try {
      await runInTurns(storage.purge(expiryTime()))
      storage.optimize()
    } catch (error) {
      logFailure(error)
    }
  }

  /** Purges first: a copy must not have a text that should be gone. The disk may allow the copy when it refuses the purge. */
  const copyOnce = async (): Promise<void> => {
    await purge()
    const renewed = await storage.renewCopies(clock.wall())
    if (renewed.ok) {
      for (const listener of isOver ? [] : listeners) listener(renewed.value)
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

  function maintain(): void {
    cancel = clock.setTimer(EVERY_MS, maintain)
    removeOldLogs().catch(logFailure)
    // The purge truncates the log and would wait for its readers.
    if (copying !== undefined) return
    copy().catch(() => undefined)
  }

  return {
    backups: {
      async renew() {
        await copying
        await copy()
      },
      onRenewed(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    async end() {
      isOver = true
      cancel()
      await copying
    },
  }
}

const HOUR_MS = 60 * 60_000
/** A larger step forward of the platform's time counts only after it has lasted for `CONFIRMED_AFTER_MS`. */
const LARGE_STEP_MS = 24 * HOUR_MS
const CONFIRMED_AFTER_MS = HOUR_MS

/**
 * How far the platform's time is ahead of its smallest value of the last hour, steps alone. One server of a platform may have
 * a wrong clock: its dates alternate with right ones.
 */
function trackLead(clock: Pick<TimeService, 'monotonic' | 'onStep'>): () => number {
  let steps: { readonly at: number; readonly deltaMs: number }[] = []
  const dropOld = (): void => {
    const since = clock.monotonic() - CONFIRMED_AFTER_MS
    steps = steps.filter(({ at }) => at > since)
  }
  clock.onStep((deltaMs) => {
    dropOld()
    steps.push({ at: clock.monotonic(), deltaMs })
  })
  return () => {
    dropOld()
    let ahead = 0
    return steps.reduceRight((lead, { deltaMs }) => {
      ahead += deltaMs
      return Math.max(lead, ahead)
    }, 0)
  }
}

/**
 * The time by which stored data has expired, epoch ms. A computer's clock can be wrong by years: until the platform's clock
 * is known in this run, only the time since the last successful poll counts.
 */
export function createExpiryTime(
  clock: Pick<TimeService, 'platform' | 'monotonic' | 'source' | 'onStep'>,
  ledger: { readonly facts: { readonly lastPollAt: Pick<Facts['lastPollAt'], 'get'> } },
): () => number {
  const startedAt = clock.monotonic()
  const leadMs = trackLead(clock)
  return () => {
    const now = clock.platform()
    const lastPollAt = ledger.facts.lastPollAt.get()
    if (clock.source() !== 'platform' && lastPollAt !== undefined)
      return Math.min(now, lastPollAt + (clock.monotonic() - startedAt))
    const lead = leadMs()
    return lead > LARGE_STEP_MS ? now - lead : now
  }
}
