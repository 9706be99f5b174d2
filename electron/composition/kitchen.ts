import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { SettingsPatch } from '../../shared/settings.ts'
import { createLock, type Lock } from '../lock/lock.ts'
import type { Log } from '../logging/log-port.ts'
import { createPlatformClient } from '../platform/client.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import type { Fetch } from '../platform/http.ts'
import type { Attention } from '../station/alarms.ts'
import type { SaveFile } from '../station/history.ts'
import { createStation, type Station } from '../station/station.ts'
import { openLedger } from '../storage/ledger.ts'
import type { OpenFailure } from '../storage/open-database.ts'
import { openCache } from '../storage/order-cache.ts'
import type { Ledger, OrderCache } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import { leaseConnection } from './leased-connection.ts'
import { createStandInStation, type StandInNotice } from './stand-in-station.ts'

const LEDGER_FILE = 'ledger.db'
const CACHE_FILE = 'cache.db'

export type KitchenParts = {
  /** Where the databases are, or are to be made. */
  readonly folder: string
  readonly connection: ConnectionSource
  /** Where all profiles of this user keep the leases of their credentials; absent: nobody else can have this one. */
  readonly leaseFolder?: string | undefined
  /** Settings to apply as soon as they come. */
  readonly settings: Promise<SettingsPatch | undefined>
  readonly fetch: Fetch
  /** Whether the operating system sees a network at all. */
  readonly isOnline: () => boolean
  readonly clock: Clock
  readonly log: Log
  /** How the desktop is heard and seen while no window is; absent: not at all. */
  readonly attention?: Attention | undefined
  readonly saveFile?: SaveFile | undefined
}

/** The station, and the PIN that is kept beside its data. */
export type Kitchen = Station & { readonly lock: Lock }

/** Without storage no PIN is known, and nothing is left to guard: every call that would change something is refused. */
const NO_STORE = {
  lockRecord: () => undefined,
  saveLockRecord: () => {
    throw new Error('there is no storage')
  },
}

/**
 * Opens the storage and builds the station on it. Always gives a station: where the storage refuses, one that says so on
 * the screen and does nothing else. Stopping the station closes the databases.
 */
export function openKitchen(parts: KitchenParts): Kitchen {
  const { folder, clock, log } = parts
  const onDamage = ({ table }: { readonly table: string }): void => log.error('row-damaged', { name: table })

  const standIn = (database: string, failure: OpenFailure): Kitchen => {
    log.error('storage-refused', { name: database, code: failure })
    return { ...createStandInStation(noticeOf(failure), clock.now), lock: createLock({ store: NO_STORE, clock, log }) }
  }

  const ledger = openLedger(join(folder, LEDGER_FILE), { onDamage })
  if (!ledger.ok) return standIn('ledger', ledger.code)
  const cache = openCache(join(folder, CACHE_FILE), { onDamage })
  if (!cache.ok) {
    ledger.value.close()
    return standIn('cache', cache.code)
  }
  try {
    return closingStation(parts, ledger.value, cache.value)
  } catch (error) {
    // Whatever stands in the tables, a screen that says so is better than a program that ends at every start.
    log.error('station-not-built', { name: error instanceof Error ? error.name : typeof error })
    cache.value.close()
    ledger.value.close()
    return standIn('ledger', 'damaged')
  }
}

function closingStation(parts: KitchenParts, ledger: Ledger, cache: OrderCache): Kitchen {
  const { clock, log } = parts
  const lease =
    parts.leaseFolder === undefined
      ? undefined
      : leaseConnection({
          source: parts.connection,
          folder: parts.leaseFolder,
          clock,
          log,
          onTaken: () => station.pollNow(),
        })
  const client = createPlatformClient({
    fetch: parts.fetch,
    connection: lease?.connection ?? parts.connection,
    dialect: () => ledger.settings().dialect,
    now: clock.now,
    monotonicNow: clock.monotonic,
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
    attention: parts.attention,
    saveFile: parts.saveFile,
  })
  let isStopped = false
  void parts.settings.then((settings) => {
    if (settings !== undefined && !isStopped) station.changeSettings(settings)
  })
  return {
    ...station,
    lock: createLock({ store: ledger, clock, log }),
    async stop() {
      if (isStopped) return
      isStopped = true
      await station.stop()
      lease?.release()
      cache.close()
      ledger.close()
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
