import { randomUUID } from 'node:crypto'
import { isOpen } from '../../shared/open-ticket.ts'
import { fail } from '../../shared/result.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import { isSetupUnderWay } from '../../shared/setup-steps.ts'
import { createLock, type Lock } from '../lock/lock.ts'
import type { Log } from '../logging/log-port.ts'
import { watchPromise } from '../logging/watch-promise.ts'
import { createBodyThread } from '../platform/body-thread.ts'
import { createPlatformClient } from '../platform/client.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { createDeclarationReader } from '../platform/discovery.ts'
import type { Fetch } from '../platform/fetch.ts'
import { createHttp } from '../platform/http.ts'
import { createPrintMarks, NO_PRINT_MARKS, type PrintMarks } from '../printing/print-marks.ts'
import type { Attention } from '../station/alarms.ts'
import type { SaveFile } from '../station/history.ts'
import { createStation } from '../station/station.ts'
import type { Station } from '../station/station-port.ts'
import type { OpenFailure } from '../storage/open-database.ts'
import type { Ledger, NightReport } from '../storage/ports.ts'
import { openStorage, type Storage } from '../storage/storage.ts'
import type { TimeService } from '../sync/clock.ts'
import { restoreLedger } from '../updates/ledger-copy.ts'
import { watchDisk } from './disk-watch.ts'
import { leaseConnection } from './leased-connection.ts'
import { startNightWork } from './night-work.ts'
import { createStandInStation, type StandInNotice } from './stand-in-station.ts'
import { startUpkeep } from './upkeep.ts'

export type KitchenParts = {
  /** Where the databases are, or are to be made. */
  readonly folder: string
  readonly connection: ConnectionSource
  /** Where all profiles of this user keep the leases of their credentials; absent: the credentials are used by this profile alone. */
  readonly leaseFolder?: string | undefined
  /** The orders are invented, there is nothing to connect, and the storage is gone with the program. */
  readonly isPractice?: boolean | undefined
  /** Settings to apply as soon as they come. */
  readonly settings: Promise<SettingsPatch | undefined>
  readonly fetch: Fetch
  /** Whether the operating system sees a network at all. */
  readonly isOnline: () => boolean
  readonly clock: TimeService
  readonly log: Log
  /** How the desktop is heard and seen while no window is; absent: not at all. */
  readonly attention?: Attention | undefined
  readonly saveFile?: SaveFile | undefined
  /** Wipes this secret from the clipboard, if it is there. */
  readonly wipeCopied?: ((secret: string) => void) | undefined
  /** Removes log files that are too old; absent: the caller has none. */
  readonly removeOldLogs?: (() => Promise<void>) | undefined
  /** Starts the program afresh: the storage can be had again, or has to be mended. Absent: the next start does it. */
  readonly restart?: (() => void) | undefined
}

/** The station, the PIN that is kept beside its data, and what of it went to paper. */
export type Kitchen = Station & {
  readonly lock: Lock
  /** Where the list of screens and the link for customers are kept. */
  readonly devices: Pick<
    Ledger,
    'devices' | 'saveDevices' | 'screensPort' | 'saveScreensPort' | 'customersLink' | 'saveCustomersLink'
  >
  readonly printMarks: PrintMarks
  /** What the last night's work came to. */
  nightWork(): NightReport | undefined
}

const HANDED_OVER = fail('handed-over', 'the queue of orders was handed to another station')

/** Without storage no PIN is known, and nothing is left to guard: every call that would change something is refused. */
const NO_STORE = {
  lockRecord: () => undefined,
  devices: () => undefined,
  saveDevices: () => {
    throw new Error('there is no storage')
  },
  screensPort: () => undefined,
  saveScreensPort: () => undefined,
  customersLink: () => undefined,
  saveCustomersLink: () => {
    throw new Error('there is no storage')
  },
  saveLockRecord: () => {
    throw new Error('there is no storage')
  },
}

/**
 * Opens the storage, mended if need be, and builds the station on it. Always gives a station: where the storage refuses,
 * one that says so on the screen and does nothing else. Stopping the station closes the databases.
 */
export function openKitchen(parts: KitchenParts): Kitchen {
  const { folder, clock, log } = parts
  const onDamage = ({ table }: { readonly table: string }): void => log.error('row-damaged', { name: table })
  const onNoThread = (error: unknown): void => log.warn('copy-thread-refused', { error: String(error) })
  const open = () => openStorage(folder, { now: clock.platform(), onDamage, onNoThread })
  let opened = open()
  // A new version that was given up has left a ledger that this one refuses.
  if (!opened.ok && opened.code === 'newer-version' && restoreLedger(folder)) {
    log.warn('ledger-taken-back')
    opened = open()
  }
  if (!opened.ok) return standIn(parts, opened.code)
  const storage = opened.value
  const { repaired, cause, lostRows } = storage.repair
  if (repaired !== 'none') log.error('ledger-mended', { name: repaired, problem: cause, count: lostRows })
  try {
    return closingStation(parts, storage)
  } catch (error) {
    // Whatever stands in the tables, a screen that says so is better than a program that ends at every start.
    log.error('station-not-built', { name: error instanceof Error ? error.name : typeof error })
    storage.close()
    return standIn(parts, 'damaged')
  }
}

function standIn({ folder, connection, clock, log, restart }: KitchenParts, failure: OpenFailure): Kitchen {
  log.error('storage-refused', { code: failure })
  const notice = noticeOf(failure)
  const endWatch = notice === 'storage-failing' && restart ? watchDisk(folder, clock, restart) : undefined
  return {
    ...createStandInStation(notice, clock.platform),
    lock: createLock({ store: NO_STORE, clock, isSetupUnderWay: () => true, connection, log }),
    devices: NO_STORE,
    printMarks: NO_PRINT_MARKS,
    nightWork: () => undefined,
    stop: async () => endWatch?.(),
  }
}

/** What staff are told of the state in which the storage was found; a key of the screen's texts. */
function noticeAbout({ repair, trouble }: Storage): string | undefined {
  if (trouble !== undefined) return trouble === 'disk-full' ? 'storage-full' : 'storage-failing'
  switch (repair.repaired) {
    case 'none':
      return undefined
    case 'salvaged':
    case 'restored':
      return 'storage-repaired'
    case 'fresh':
      return 'storage-lost'
  }
}

/** The hourly care and the night's work. Gives the function that ends both. */
function keepStorage(parts: KitchenParts, storage: Storage, station: Station): () => Promise<void> {
  const { clock, log, restart = () => undefined, removeOldLogs = () => undefined } = parts
  const { ledger } = storage
  const upkeep = startUpkeep({ storage, clock, log, onDamaged: restart })
  // A practice ends before its first night.
  if (parts.isPractice) return upkeep.end
  const endNightWork = startNightWork({
    tasks: [
      { name: 'purge', run: upkeep.purge },
      { name: 'copy', run: upkeep.copy },
      { name: 'optimize', run: storage.optimize },
      { name: 'logs', run: removeOldLogs },
    ],
    clock,
    log,
    isCalling: () => station.tickets().some(({ alarm }) => alarm !== undefined),
    isBusy: () => station.tickets().some(isOpen),
    last: ledger.nightWork,
    save: ledger.saveNightWork,
  })
  return async () => {
    await endNightWork()
    await upkeep.end()
  }
}

function closingStation(parts: KitchenParts, storage: Storage): Kitchen {
  const { folder, clock, log, restart = () => undefined } = parts
  const { ledger, cache } = storage
  const handedOverAt = ledger.handedOverAt()
  if (handedOverAt !== undefined) log.warn('handed-over')
  const lease =
    parts.leaseFolder === undefined || handedOverAt !== undefined
      ? undefined
      : leaseConnection({
          source: parts.connection,
          folder: parts.leaseFolder,
          clock,
          log,
          onTaken: () => station.pollNow(),
        })
  const bodies = createBodyThread({
    onNoThread: (error) => log.warn('body-thread-refused', { error: String(error) }),
  })
  // Two stations with one credential lose each other's orders, so only a person undoes a hand-over.
  const connection = handedOverAt === undefined ? (lease?.connection ?? parts.connection) : async () => HANDED_OVER
  const client = createPlatformClient({
    readBody: bodies.read,
    fetch: parts.fetch,
    connection,
    dialect: () => ledger.settings().dialect,
    now: clock.wall,
    monotonicNow: clock.monotonic,
    onPlatformTime: clock.learn,
    log,
  })
  const station = createStation({
    ledger,
    cache,
    client,
    clock,
    random: Math.random,
    newId: randomUUID,
    log,
    isOnline: parts.isOnline,
    notice: noticeAbout(storage),
    isPractice: parts.isPractice,
    attention: parts.attention,
    saveFile: parts.saveFile,
    readDeclaration: createDeclarationReader(
      createHttp({ fetch: parts.fetch, now: clock.wall, monotonicNow: clock.monotonic, log }),
      connection,
    ),
  })
  const endUpkeep =
    storage.trouble === undefined ? keepStorage(parts, storage, station) : watchDisk(folder, clock, restart)
  let isStopped = false
  const provisioned = parts.settings.then((settings) => {
    if (settings !== undefined && !isStopped) station.changeSettings(settings)
  })
  watchPromise(provisioned, log, 'provisioned-settings-not-saved')
  return {
    ...station,
    lock: createLock({
      store: ledger,
      clock,
      // The credentials of a practice exist in this process only.
      isSetupUnderWay: () =>
        parts.isPractice === true ||
        isSetupUnderWay({ setupStep: ledger.settings().setupStep, hasPolled: ledger.lastPollAt() !== undefined }),
      connection: parts.connection,
      onSecretUsed: parts.wipeCopied,
      log,
    }),
    devices: ledger,
    printMarks: createPrintMarks(ledger, clock, log),
    nightWork: ledger.nightWork,
    async stop() {
      if (isStopped) return
      isStopped = true
      await Promise.all([endUpkeep(), station.stop()])
      bodies.stop()
      lease?.release()
      storage.close()
    },
  }
}

function noticeOf(failure: OpenFailure): StandInNotice {
  switch (failure) {
    case 'newer-version':
      return 'storage-newer'
    case 'damaged':
      return 'storage-damaged'
    case 'sqlite-too-old':
    case 'pragma-refused':
    case 'disk-full':
    case 'read-only':
    case 'in-use':
    case 'io':
      return 'storage-failing'
  }
}
