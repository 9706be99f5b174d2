import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import { isSetupUnderWay } from '../../shared/contract/values.ts'
import { fail } from '../../shared/result.ts'
import { type Admit, createAdmission } from '../core/admission.ts'
import type { Attention } from '../core/alarms.ts'
import { type Core, createCore } from '../core/core.ts'
import type { CoreParts } from '../core/core-parts.ts'
import type { SaveFile } from '../core/order-history.ts'
import { guardedBodies, markOfSlot, NO_STUCK_ORDERS, openStuckOrders, type StuckOrders } from '../core/stuck-orders.ts'
import type { LoopWatch } from '../liveness/loop-watch.ts'
import type { WorkMark } from '../liveness/work-mark.ts'
import { createLock, type Lock } from '../lock/pin-lock.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import { createBodyThread } from '../platform/body-thread.ts'
import { createPlatformClient } from '../platform/client.ts'
import { type Connection, type ConnectionSource, spokenOf } from '../platform/connection.ts'
import { acceptMinutesOf, conductOf } from '../platform/dialects/dialects.ts'
import { createDeclarationReader } from '../platform/discovery.ts'
import { createHttp } from '../platform/http.ts'
import { deliveryIn } from '../platform/shaped-body.ts'
import type { Fetch } from '../platform/web-fetch.ts'
import { createPrintMarks, type PrintMarks } from '../printing/print-service.ts'
import { type HandOver, openHandOver } from '../screens/moving/hand-over.ts'
import { leaseConnection } from '../secrets/leased-connection.ts'
import { openLanguageFile } from '../storage/language-file.ts'
import type { OpenFailure } from '../storage/open-database.ts'
import type { Facts } from '../storage/ports.ts'
import { LEDGER_FILE, openStorage, type Storage, storageInMemory } from '../storage/storage.ts'
import type { TimeService } from '../sync/clock.ts'
import {
  type Backups,
  NO_BACKUPS,
  type Restart,
  type StorageMaintenance,
  startStorageMaintenance,
  watchDisk,
} from '../upkeep/upkeep.ts'
import type { ReadDelivery } from '../webhook/delivery.ts'
import { isLasting, NOTICE_OF_FAILURE, NOTICE_OF_TROUBLE } from './storage-notices.ts'

/** What ends the program when its main loop stands, and remembers the order that caused it. */
export type Liveness = { readonly watch: Pick<LoopWatch, 'arm'>; readonly mark: WorkMark; readonly version: string }

export type OpenCoreParts = Pick<CoreParts, 'slot' | 'versions' | 'inKitchen' | 'lastBeep'> & {
  /** Where the databases are, or are to be made. */
  readonly folder: string
  readonly connection: ConnectionSource
  /** Where all profiles of this user keep the leases of their credentials; absent: the credentials are used by this profile alone. */
  readonly leaseFolder?: string | undefined
  /** The orders are invented, there is nothing to connect, and the storage is gone with the program. */
  readonly isPractice?: boolean | undefined
  /** Settings to apply when the promise resolves. */
  readonly settings: Promise<SettingsPatch | undefined>
  readonly fetch: Fetch
  /** Whether the operating system reports a network. */
  readonly isOnline: () => boolean
  readonly clock: TimeService
  readonly log: Log
  /** Beep and notification of the desktop while no window can ring; absent: none. */
  readonly attention?: Attention | undefined
  readonly saveFile?: SaveFile | undefined
  /** Wipes this secret from the clipboard, if it is there. */
  readonly wipeCopied?: ((secret: string) => void) | undefined
  /** Removes log files that are too old; absent: the caller has none. */
  readonly removeOldLogs?: (() => Promise<void>) | undefined
  /** Restarts the program: the storage works again, or has to be repaired. Absent: the next start repairs it. */
  readonly restart?: Restart | undefined
  /** Absent: the main loop is not watched. */
  readonly liveness?: Liveness | undefined
  /** It had a ledger, which is gone: this is no first start. */
  readonly isLost?: boolean | undefined
}

/** The core with its lock, its list of screens, its copies and its print marks. */
export type OpenCore = Core & {
  /** Ask before each call, tap of a screen and delivery. */
  readonly admit: Admit
  readonly lock: Lock
  /** Single values in its storage: for the screens, the customers' link, the copies and the report. */
  readonly facts: Facts
  readonly backups: Backups
  readonly handOver: HandOver
  readonly printMarks: PrintMarks
  /** Reads large deliveries on another thread. */
  readonly readDelivery: ReadDelivery
  /** Its settings are not those that were stored last: its ledger is new, was repaired, or cannot be opened. */
  readonly areSettingsLost: boolean
}

/**
 * Opens the storage, repaired if necessary, and builds the core on it. Storage that cannot be opened is replaced by an empty
 * one in memory: it shows the reason, admits no work and changes nothing on disk.
 */
export function openCore(parts: OpenCoreParts): OpenCore {
  const { folder, clock, log } = parts
  const isNew = !existsSync(join(folder, LEDGER_FILE))
  const onDamage = ({ table }: { readonly table: string }): void => log.error('row-damaged', { name: table })
  const onNoThread = (error: unknown): void => log.warn('copy-thread-refused', { error: String(error) })
  const opened = openStorage(folder, { now: clock.platform(), onDamage, onNoThread })
  // A repair of the storage may take long.
  parts.liveness?.watch.arm()
  if (!opened.ok) return coreWithoutStorage(parts, opened.code)
  const storage = opened.value
  const { repaired, cause, lostRows } = storage.repair
  if (repaired !== 'none') log.error('ledger-mended', { name: repaired, problem: cause, count: lostRows })
  try {
    return { ...coreOn(parts, storage), areSettingsLost: isNew || repaired !== 'none' }
  } catch (error) {
    // Invalid rows must not end the program at every start: the window shows the reason.
    log.error('core-not-built', { name: error instanceof Error ? error.name : typeof error })
    storage.close()
    return coreWithoutStorage(parts, 'damaged')
  }
}

/** It never polls: an event acknowledged without being stored would be lost for ever. */
function coreWithoutStorage(parts: OpenCoreParts, failure: OpenFailure): OpenCore {
  parts.log.error('storage-refused', { code: failure })
  const core = coreOn(parts, storageInMemory(openLanguageFile(parts.folder).read()), failure)
  return {
    ...core,
    areSettingsLost: true,
    // The notice gives the reason; the badge's own words for storage are about room on the disk.
    snapshot: () => ({ ...core.snapshot(), freshness: { state: 'stale' } }),
    start: () => undefined,
    pollNow: () => undefined,
    retryNow: () => undefined,
    // The missing storage is the more important notice.
    showNotice: () => undefined,
  }
}

/** The notice about the state of the storage; a key of the screen's texts. */
function repairNotice({ repair, trouble }: Storage, isLost: boolean): string | undefined {
  if (trouble !== undefined) return NOTICE_OF_TROUBLE[trouble]
  switch (repair.repaired) {
    case 'none':
      return isLost ? 'storage-lost' : undefined
    case 'salvaged':
    case 'restored':
      return 'storage-repaired'
    case 'fresh':
      return 'storage-lost'
  }
}

function stuckOrdersOf({ liveness, slot, log }: OpenCoreParts, { ledger, cache }: Storage): StuckOrders {
  if (liveness === undefined) return NO_STUCK_ORDERS
  const { version } = liveness
  const mark = markOfSlot(liveness.mark, slot ?? 1)
  return openStuckOrders({ mark, version, stored: ledger.facts.stuckOrders, cache, ledger, log })
}

/** The connection while this computer may use it: it has the lease, and did not hand the queue of orders over. */
function usedConnection(
  { connection, leaseFolder: folder, clock, log }: OpenCoreParts,
  handOver: HandOver,
  mayUse: boolean,
  { onTaken, onUsed }: { readonly onTaken: () => void; readonly onUsed: (connection: Connection) => void },
) {
  const lease =
    mayUse && folder !== undefined ? leaseConnection({ source: connection, folder, clock, log, onTaken }) : undefined
  return {
    lease,
    connection: async (): ReturnType<ConnectionSource> => {
      // Two main computers with one credential lose each other's orders, so only a person undoes a hand-over.
      if (handOver.state() !== undefined) {
        return fail('handed-over', 'the queue of orders was handed to another main computer')
      }
      const answer = await (lease?.connection ?? connection)()
      if (answer.ok) onUsed(answer.value)
      return answer
    },
  }
}

/** @param failure why the storage is an empty one in memory */
function coreOn(parts: OpenCoreParts, storage: Storage, failure?: OpenFailure): Omit<OpenCore, 'areSettingsLost'> {
  const { folder, clock, log, restart = () => undefined } = parts
  const { ledger, cache } = storage
  const handOver = openHandOver(folder, ledger, clock)
  const admit = createAdmission(failure === undefined, () => handOver.state() !== undefined)
  const wasHandedOver = handOver.state() !== undefined
  if (wasHandedOver) log.warn('handed-over')
  const bodies = createBodyThread({
    onNoThread: (error) => log.warn('body-thread-refused', { error: String(error) }),
  })
  const { connection, lease } = usedConnection(parts, handOver, failure === undefined && !wasHandedOver, {
    onTaken: () => core.pollNow(),
    onUsed(used) {
      const isOther = core.setConnection(spokenOf(used), URL.parse(used.apiUrl)?.hostname ?? '')
      if (isOther) watchPromise(takeDeadlineOf(used), log, 'deadline-not-saved')
    },
  })
  const stuck = failure === undefined ? stuckOrdersOf(parts, storage) : NO_STUCK_ORDERS
  const client = createPlatformClient({
    readBody: guardedBodies(bodies.read, stuck),
    fetch: parts.fetch,
    connection,
    dialect: () => ledger.facts.settings.get().dialect,
    now: clock.wall,
    monotonicNow: clock.monotonic,
    onPlatformTime: clock.applyReading,
    log,
    lessons: { has: (lesson) => core.lessons.has(lesson), learn: (lesson) => core.lessons.learn(lesson) },
  })
  const core = createCore({
    ...parts,
    ledger,
    cache,
    client,
    stuck,
    conduct: () => conductOf(ledger.facts.spoken.get(), ledger.facts.spoken.get().host),
    random: Math.random,
    newId: randomUUID,
    notice: failure === undefined ? repairNotice(storage, parts.isLost === true) : NOTICE_OF_FAILURE[failure],
    readDeclaration: createDeclarationReader(
      createHttp({ fetch: parts.fetch, now: clock.wall, monotonicNow: clock.monotonic, log }),
      connection,
    ),
  })
  if (failure === undefined) keepLanguage(folder, core, storage.repair.repaired === 'fresh')
  const isDiskFailing = storage.trouble !== undefined || (failure !== undefined && !isLasting(failure))
  const endWatch = isDiskFailing ? watchDisk(folder, clock, restart) : () => undefined
  const maintenance: StorageMaintenance =
    storage.trouble === undefined && failure === undefined
      ? startStorageMaintenance(parts, storage)
      : { backups: NO_BACKUPS, end: async () => endWatch() }
  let isStopped = false
  /** A known platform says how long it waits for an acceptance, unless the file of credentials does. */
  const takeDeadlineOf = async (used: Connection): Promise<void> => {
    const minutes = acceptMinutesOf(used.spoken)
    const given = await parts.settings
    if (minutes !== undefined && given?.confirmDeadlineMinutes === undefined && !isStopped)
      core.changeSettings({ confirmDeadlineMinutes: minutes })
  }
  const provisioned = parts.settings.then((settings) => {
    if (settings !== undefined && !isStopped) core.changeSettings(settings)
  })
  watchPromise(provisioned, log, 'provisioned-settings-not-saved')
  return {
    ...core,
    admit,
    lock: createLock({
      store: ledger.facts.lock,
      clock,
      // The credentials of a practice exist in this process only.
      isSetupUnderWay: () =>
        parts.isPractice === true ||
        isSetupUnderWay({
          setupStep: ledger.facts.settings.get().setupStep,
          hasPolled: ledger.facts.lastPollAt.get() !== undefined,
        }),
      connection: parts.connection,
      onSecretUsed: parts.wipeCopied,
      log,
    }),
    facts: ledger.facts,
    backups: maintenance.backups,
    handOver,
    readDelivery: async (text, now, isWhole = false) =>
      deliveryIn(await bodies.read(text, null, { deliveredAt: now, isWhole })),
    printMarks: createPrintMarks(ledger, clock, log),
    async stop() {
      if (isStopped) return
      isStopped = true
      await Promise.all([maintenance.end(), core.stop()])
      bodies.stop()
      lease?.release()
      storage.close()
    },
  }
}

/**
 * Keeps the main computer's language in its file, and restores it after the ledger was lost: the owner must be able to
 * read the message about it.
 */
function keepLanguage(folder: string, core: Pick<Core, 'settings' | 'changeSettings'>, isLedgerLost: boolean): void {
  const file = openLanguageFile(folder)
  const locale = isLedgerLost ? file.read() : undefined
  if (locale !== undefined) core.changeSettings({ locale })
  core.settings.onChange((settings) => file.save(settings.locale))
  file.save(core.settings.now().locale)
}
