import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { ok, type Result } from '../../../shared/result.ts'
import { isNameTaken } from '../../files/name-conflicts.ts'
import {
  isFile,
  mayNotRead,
  placeFile,
  removeDatabase,
  restorePermissions,
  setObstaclesAside,
} from '../durable-files.ts'
import { PAGE_BYTES, readImage } from '../file-image.ts'
import { type Ledger, type LedgerStore, ledgerStoreOn } from '../ledger.ts'
import { FACTS, LEDGER_TABLES, ORDERS } from '../ledger-tables.ts'
import { migrate } from '../migration.ts'
import { LEDGER } from '../migrations/ledger-migrations.ts'
import type { OpenFailure } from '../open-database.ts'
import { newOrderRow } from '../order-repository.ts'
import { queueRead } from '../read-marks.ts'
import { ORDERS_KEPT_MS } from '../retention.ts'
import { type OnDamage, type SealedShape, type SqlValue, seal, valuesOf } from '../sealed-table.ts'
import { clearSuspectMark, repairedPathOf, replaceLedger } from '../storage-layout.ts'
import type { WitnessedTap } from '../tap-witness.ts'
import { type StorageTrouble, StorageUnavailable, storageTroubleOf } from '../trouble.ts'
import { backupsOf, newestGoodBackup } from './backup.ts'
import { mergeBackup, type Witness, withoutHeldTaps, withWitness } from './merge-backup.ts'
import { openLedgerStore } from './open-ledger.ts'
import { numberOfRows, type Salvage, salvage } from './salvage.ts'

const insertion = ({ name, columns }: SealedShape): string =>
  `INSERT OR IGNORE INTO ${name} (${columns.join(', ')}, crc) VALUES (${columns.map(() => '?').join(', ')}, ?)`

const ORDER_ID = 'order_id'

/**
 * Order ids that occur only in rows of other tables. No call of the platform lists orders, so these ids must be kept.
 */
function missingOrders(salvage: Salvage): ReadonlySet<string> {
  const known = salvage.rows.get(ORDERS.name) ?? new Map()
  const named = LEDGER_TABLES.flatMap((shape) => {
    const column = shape.columns.indexOf(ORDER_ID)
    return [...(salvage.rows.get(shape.name)?.values() ?? [])].map((values) => values[column])
  })
  return new Set(named.filter((id): id is string => typeof id === 'string' && !known.has(JSON.stringify([id]))))
}

/** Rows of orders of which only the id is known, queued to be read. */
const placeholders = (orderIds: ReadonlySet<string>, at: number): readonly (readonly SqlValue[])[] =>
  [...orderIds].map((orderId) => valuesOf(ORDERS, queueRead(newOrderRow(orderId, at), at)))

/** Writes salvaged rows into an empty database. */
export function rebuild(db: Database.Database, salvage: Salvage, at: number): void {
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
  db.transaction(() => {
    // The identity of the new file is replaced by the salvaged one.
    if (salvage.rows.get(FACTS.name)?.has(JSON.stringify(['ledger_id']))) db.exec('DELETE FROM facts')
    const missing = missingOrders(salvage)
    for (const shape of LEDGER_TABLES) {
      const insert = db.prepare<SqlValue[]>(insertion(shape))
      const lost = shape === ORDERS ? placeholders(missing, at) : []
      for (const values of [...lost, ...(salvage.rows.get(shape.name)?.values() ?? [])]) {
        insert.run(...seal(shape.name, values))
      }
    }
  })()
}

/**
 * A ledger without its log is intact, only older. A clean end removes the log's index before the log, so an index alone
 * shows that the log was deleted. What is no file has replaced it.
 */
export const isLogGone = (ledgerPath: string): boolean =>
  existsSync(ledgerPath) &&
  !isFile(`${ledgerPath}-wal`) &&
  (isNameTaken(`${ledgerPath}-wal`) || existsSync(`${ledgerPath}-shm`))

/**
 * Whether the newest backup has an open tap, or an open order that can be read, which the ledger lacks. A backup older than
 * `ORDERS_KEPT_MS` proves nothing: they may have ended. `now` in epoch ms.
 */
function lacksRowsOfBackup(ledgerPath: string, ledger: Pick<Ledger, 'tap' | 'order'>, now: number): boolean {
  const [newest] = backupsOf(ledgerPath)
  if (!newest || newest.at <= now - ORDERS_KEPT_MS) return false
  let db: Database.Database | undefined
  try {
    db = new Database(newest.path, { readonly: true, fileMustExist: true })
    const ids = (query: string): readonly string[] => db?.prepare<[], string>(query).pluck().all() ?? []
    const taps = ids("SELECT tap_id FROM taps WHERE state NOT IN ('confirmed', 'concluded', 'conflict', 'undone')")
    const orders = ids('SELECT order_id FROM orders WHERE ended_at IS NULL AND status IS NOT NULL AND problem IS NULL')
    return taps.some((id) => !ledger.tap(id)) || orders.some((id) => !ledger.order(id))
  } catch {
    // A damaged backup, or one of another version, proves nothing.
    return false
  } finally {
    db?.close()
  }
}

/**
 * A ledger in memory for a disk that refuses writes. Polled events are shown and never acknowledged, so they come again. A
 * delivery is refused, because its answer acknowledges it, and so is a tap (`StorageUnavailable`).
 */
export function emergencyLedger(salvaged: Salvage, trouble: StorageTrouble, at: number): LedgerStore {
  const db = new Database(':memory:')
  rebuild(db, salvaged, at)
  const { ledger, purge } = ledgerStoreOn(db)
  const refuse = (): never => {
    throw new StorageUnavailable(trouble)
  }
  return {
    ledger: {
      ...ledger,
      failure: () => trouble,
      // Stored like those of a webhook: received with all effects, without a pending acknowledgment.
      receiveEvents: (events, unreadable, source, now) =>
        source === 'webhook' ? refuse() : ledger.receiveEvents(events, unreadable, 'webhook', now),
      addTap: refuse,
      addTaps: refuse,
      undoTap: refuse,
    },
    purge,
    onTap: () => undefined,
    restoreFiles: () => false,
    hasFoundDamage: () => false,
  }
}

/**
 * How the ledger was repaired. `salvaged`: a new ledger has the readable rows, completed from the newest good backup.
 * `restored`: nothing was readable; the rows are those of the backup. `fresh`: there was no backup either. The damaged
 * files are in `quarantine`.
 */
export type Repair = {
  readonly repaired: 'none' | 'salvaged' | 'restored' | 'fresh'
  readonly salvagedRows: number
  readonly restoredRows: number
  /** Rows of the ledger's own count that were not found; `undefined` when the count was lost too. */
  readonly lostRows: number | undefined
  /** What was wrong, for the log; no value of any row. */
  readonly cause: string | undefined
  readonly quarantine: string | undefined
}

export type RecoveredLedger = LedgerStore & {
  readonly repair: Repair
  /** Present when the disk refuses writes: the ledger is an `emergencyLedger`. Recover again when the disk works. */
  readonly trouble: StorageTrouble | undefined
}

export type RecoverOptions = {
  readonly onDamage?: OnDamage | undefined
  /** Epoch ms. */
  readonly now: number
  /** The caller has found that the intact ledger lacks rows. */
  readonly lacksRows?: boolean
  /** Reads the taps of the cache; called only for a repair. */
  readonly witness?: () => readonly WitnessedTap[]
}

export const HEALTHY: Repair = {
  repaired: 'none',
  salvagedRows: 0,
  restoredRows: 0,
  lostRows: 0,
  cause: undefined,
  quarantine: undefined,
}

const VANISHED = { code: 'damaged', message: 'The ledger is gone, its backups are not' } as const
/** The ledger had no file, or an empty one, and no backup either: it looks like a first start. */
export const CACHE_REMAINS = { code: 'damaged', message: 'The ledger is gone, the cache is not' } as const
const WITHOUT_LOG = { code: 'damaged', message: 'The last commits of the ledger are gone' } as const

const UNREADABLE = 'This user may not read the files of the ledger'

const OWNER_WRITES = 0o600
/** The files that have the rows. */
const CONTENT_SUFFIXES = ['', '-wal'] as const

type Rescue = { readonly rows: Salvage; readonly repair: Repair }

function lostOf({ counts, rows }: Salvage): number | undefined {
  if (counts.size === 0) return undefined
  return [...counts].reduce((sum, [name, count]) => sum + Math.max(0, count - (rows.get(name)?.size ?? 0)), 0)
}

type Table = ReadonlyMap<string, readonly SqlValue[]>
const SETTINGS_KEY = JSON.stringify(['settings'])

/** The rows with the settings of the newest copy that has them, even of a damaged one: each row proves itself. */
function withSettings(ledgerPath: string, rows: Salvage): Salvage {
  const facts: Table = rows.rows.get(FACTS.name) ?? new Map()
  if (facts.has(SETTINGS_KEY)) return rows
  for (const { path } of backupsOf(ledgerPath)) {
    const settings = salvage(readImage(path)).rows.get(FACTS.name)?.get(SETTINGS_KEY)
    if (settings === undefined) continue
    const completed: Table = new Map([...facts, [SETTINGS_KEY, settings]])
    return { ...rows, rows: new Map([...rows.rows, [FACTS.name, completed]]) }
  }
  return rows
}

function rescue(ledgerPath: string, cause: string, { witness: readTaps }: RecoverOptions): Rescue {
  const files = readImage(ledgerPath)
  const witness: Witness = new Map(readTaps?.().map((tap) => [tap.tapId, tap]))
  const salvaged = salvage(files)
  const lacksCommits = files.problem !== undefined || cause === WITHOUT_LOG.message
  const found = numberOfRows(salvaged.rows)
  const backup = newestGoodBackup(ledgerPath)
  const { salvage: merged, restored } = mergeBackup(salvaged, backup, lacksCommits, witness)
  const complete = withWitness(lacksCommits ? withoutHeldTaps(merged, witness) : merged, witness)
  const rows = withSettings(ledgerPath, complete)
  const repaired = found > 0 ? 'salvaged' : restored > 0 ? 'restored' : 'fresh'
  const lostRows = lostOf(rows)
  return {
    rows,
    repair: { repaired, salvagedRows: found, restoredRows: restored, lostRows, cause, quarantine: undefined },
  }
}

/** Writes the new ledger, complete and durable, under a separate name. The old files are not touched. */
function writeRepaired(ledgerPath: string, rows: Salvage, now: number): void {
  const unfinished = `${repairedPathOf(ledgerPath)}.part`
  removeDatabase(unfinished)
  try {
    closeSync(openSync(unfinished, 'w', OWNER_WRITES))
    write(unfinished, rows, now)
    placeFile(unfinished, repairedPathOf(ledgerPath))
  } finally {
    // On a full disk the unfinished file would take the last free space.
    removeDatabase(unfinished)
  }
}

function write(path: string, rows: Salvage, now: number): void {
  const db = new Database(path)
  try {
    // Split pages leave copies of their rows behind, which a later purge would not find.
    db.pragma('secure_delete = ON')
    db.pragma(`page_size = ${PAGE_BYTES}`)
    rebuild(db, rows, now)
  } finally {
    db.close()
  }
}

/** Completes a repair that was interrupted after the damaged files were set aside. */
function finishReplacement(ledgerPath: string, now: number): boolean {
  if (!existsSync(repairedPathOf(ledgerPath)) || existsSync(ledgerPath)) return false
  replaceLedger(ledgerPath, now)
  return true
}

/** What shows that a missing ledger has existed: its copies, or the taps of the cache. */
function remainsOf(
  ledgerPath: string,
  { witness }: RecoverOptions,
): typeof VANISHED | typeof CACHE_REMAINS | undefined {
  const stat = statSync(ledgerPath, { throwIfNoEntry: false })
  if (stat && (!stat.isFile() || stat.size > 0)) return undefined
  if (backupsOf(ledgerPath).length > 0) return VANISHED
  return (witness?.().length ?? 0) > 0 ? CACHE_REMAINS : undefined
}

function openWithRepair(
  ledgerPath: string,
  repair: Repair,
  options: RecoverOptions,
): Result<RecoveredLedger, OpenFailure> {
  const result = openLedgerStore(ledgerPath, options.onDamage)
  if (!result.ok) return result
  clearSuspectMark(ledgerPath)
  if (repair.repaired !== 'none') result.value.ledger.markOpenOrdersToRead(options.now)
  return ok({ ...result.value, repair, trouble: undefined })
}

function inEmergency({ rows, repair }: Rescue, trouble: StorageTrouble, now: number): Result<RecoveredLedger, never> {
  const store = emergencyLedger(rows, trouble, now)
  store.ledger.markOpenOrdersToRead(now)
  return ok({ ...store, repair, trouble })
}

function repaired(
  ledgerPath: string,
  failure: { readonly code: string; readonly message: string },
  options: RecoverOptions,
): Result<RecoveredLedger, OpenFailure> {
  const cause = failure.message
  const found = rescue(ledgerPath, cause, options)
  // A disk that refuses writes has not damaged the ledger.
  const repair = failure.code === 'damaged' ? found.repair : { ...HEALTHY, cause }
  const keepInMemory = (trouble: StorageTrouble) => inEmergency({ ...found, repair }, trouble, options.now)
  // A new file in the same folder would take the last free space at every start.
  if (failure.code === 'disk-full') return keepInMemory('disk-full')
  try {
    writeRepaired(ledgerPath, found.rows, options.now)
    const quarantine = replaceLedger(ledgerPath, options.now)
    const result = openWithRepair(ledgerPath, { ...found.repair, quarantine }, options)
    return !result.ok && isTrouble(result.code) ? keepInMemory(result.code) : result
  } catch (error) {
    const trouble = storageTroubleOf(error)
    if (!trouble) throw error
    return keepInMemory(trouble)
  }
}

const isTrouble = (code: OpenFailure): code is 'disk-full' | 'read-only' | 'io' =>
  code === 'disk-full' || code === 'read-only' || code === 'io'

/** Whether rows exist that this user may not read. Another ledger in their place would lose them. */
export const isLedgerUnreadable = (ledgerPath: string): boolean =>
  CONTENT_SUFFIXES.some((suffix) => mayNotRead(`${ledgerPath}${suffix}`))

/**
 * Opens the ledger in any state of its files. Damaged files are set aside; readable rows, and missing ones of the newest backup,
 * make a new ledger, and open orders are read again. A disk that refuses writes is no failure: see `trouble`.
 */
export function recoverLedger(ledgerPath: string, options: RecoverOptions): Result<RecoveredLedger, OpenFailure> {
  restorePermissions(ledgerPath)
  if (isLedgerUnreadable(ledgerPath)) {
    const { rows } = rescue(ledgerPath, UNREADABLE, options)
    return inEmergency({ rows, repair: { ...HEALTHY, cause: UNREADABLE } }, 'read-only', options.now)
  }
  try {
    const isWithoutLog = options.lacksRows === true || isLogGone(ledgerPath)
    setObstaclesAside(ledgerPath)
    if (finishReplacement(ledgerPath, options.now)) {
      return openWithRepair(ledgerPath, { ...HEALTHY, repaired: 'salvaged', lostRows: undefined }, options)
    }
    removeDatabase(repairedPathOf(ledgerPath))
    const remains = remainsOf(ledgerPath, options)
    if (remains) return repaired(ledgerPath, remains, options)
    if (isWithoutLog) return repaired(ledgerPath, WITHOUT_LOG, options)
  } catch (error) {
    if (!storageTroubleOf(error)) throw error
  }
  const first = openWithRepair(ledgerPath, HEALTHY, options)
  if (first.ok && !lacksRowsOfBackup(ledgerPath, first.value.ledger, options.now)) return first
  if (first.ok) {
    first.value.ledger.close()
    return repaired(ledgerPath, WITHOUT_LOG, options)
  }
  switch (first.code) {
    case 'newer-version':
    case 'sqlite-too-old':
    case 'pragma-refused':
    case 'in-use':
      return first
    case 'damaged':
    case 'read-only':
    case 'disk-full':
    case 'io':
      return repaired(ledgerPath, first, options)
  }
}
