import { isOpen } from '../../shared/open-ticket.ts'
import type { Log } from '../logging/log-port.ts'
import type { Station } from '../station/station-port.ts'
import type { Backup } from '../storage/backup.ts'
import type { Storage } from '../storage/storage.ts'
import type { TimeService } from '../sync/clock.ts'
import { createExpiryTime } from './expiry-time.ts'
import { startNightWork } from './night-work.ts'
import { startUpkeep } from './upkeep.ts'

/** The hourly copies of the ledger, every row of which was checked. */
export type Backups = {
  /** Makes one now. */
  renew(): Promise<void>
  /** Returns the function that removes the listener. */
  onRenewed(listener: (backup: Backup) => void): () => void
}

export const NO_BACKUPS: Backups = { renew: async () => undefined, onRenewed: () => () => undefined }

export type StorageMaintenance = { readonly backups: Backups; readonly end: () => Promise<void> }

type MaintenanceParts = {
  readonly clock: TimeService
  readonly log: Log
  /** A practice ends before its first night. */
  readonly isPractice?: boolean | undefined
  /** Restarts the program. */
  readonly restart?: (() => void) | undefined
  readonly removeOldLogs?: (() => Promise<void>) | undefined
}

/** Starts the hourly maintenance and the night tasks. */
export function startStorageMaintenance(
  parts: MaintenanceParts,
  storage: Storage,
  station: Pick<Station, 'tickets'>,
): StorageMaintenance {
  const { clock, log, restart = () => undefined, removeOldLogs = () => undefined } = parts
  const { ledger } = storage
  const listeners = new Set<(backup: Backup) => void>()
  const onCopied = (backup: Backup): void => {
    for (const listener of listeners) listener(backup)
  }
  const expiryTime = createExpiryTime(clock, ledger)
  const upkeep = startUpkeep({ storage, clock, expiryTime, log, onDamaged: restart, onCopied })
  const backups: Backups = {
    renew: upkeep.copy,
    onRenewed(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  // A practice ends before its first night.
  if (parts.isPractice) return { backups, end: upkeep.end }
  const endNightWork = startNightWork({
    tasks: [
      { name: 'purge', run: upkeep.purge },
      { name: 'copy', run: upkeep.copy },
      { name: 'optimize', run: storage.optimize },
      { name: 'logs', run: removeOldLogs },
    ],
    clock,
    log,
    isAlarmActive: () => station.tickets().some(({ alarm }) => alarm !== undefined),
    isBusy: () => station.tickets().some(isOpen),
    last: ledger.nightWork,
    save: ledger.saveNightWork,
  })
  return {
    backups,
    async end() {
      await endNightWork()
      await upkeep.end()
    },
  }
}
