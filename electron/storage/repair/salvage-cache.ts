import Database from 'better-sqlite3'
import { isOver } from '../../../shared/order/lifecycle.ts'
import { parseOrder } from '../../../shared/order/order.ts'
import { type FileImage, possiblePageSizes, readImage, withLog } from '../file-image.ts'
import { BODIES, UNREAD } from '../migrations/cache-migrations.ts'
import { type SqlValue, sealedTable, unseal } from '../sealed-table.ts'
import { type CarvedRow, carve, carveKeyed } from './carve.ts'

/** Orders that were unread or open in a damaged cache, and when each was received or read, in epoch ms. */
export type SalvagedIds = ReadonlyMap<string, number>

/** The columns of a row and its checksum. */
const BODY_VALUES = new Set([BODIES.columns.length + 1])
const UNREAD_VALUES = new Set([UNREAD.columns.length + 1])

function isOpenOrder(body: string): boolean {
  const parsed = parseOrder(JSON.parse(body))
  return parsed.ok && !isOver(parsed.order.status)
}

/**
 * The orders in the readable rows of a cache, each row verified by its checksum: the ledger may have lost them as well. Reads
 * the files without SQLite, and does not change them.
 */
export const salvageCache = (path: string): SalvagedIds => idsIn(readImage(path))

/**
 * The same for a cache whose log SQLite would not use as a whole when it opens the cache: it drops the frames after a damaged
 * one, and the log of a missing or empty file. Without such a loss there are no ids.
 */
export function salvageLostLog(path: string): SalvagedIds {
  const files = readImage(path)
  const isDropped = files.problem !== undefined || (files.log !== undefined && files.main().length === 0)
  return isDropped ? idsIn(files) : new Map()
}

function idsIn(files: FileImage): SalvagedIds {
  const image = withLog(files)
  const ids = new Map<string, number>()
  const take = (orderId: SqlValue | undefined, at: SqlValue | undefined): void => {
    if (typeof orderId === 'string') ids.set(orderId, Math.max(ids.get(orderId) ?? 0, Number(at)))
  }
  const takeBody = ({ values }: CarvedRow): boolean => {
    const [orderId, body, readAt] = unseal(BODIES.name, values) ?? []
    if (typeof body === 'string' && isOpenOrder(body)) take(orderId, readAt)
    return body !== undefined
  }
  const takeUnread = (values: readonly SqlValue[]): void => {
    const [orderId, receivedAt] = unseal(UNREAD.name, values) ?? []
    take(orderId, receivedAt)
  }
  for (const pageBytes of possiblePageSizes(image)) {
    carve(image, pageBytes, BODY_VALUES, takeBody)
    carveKeyed(image, pageBytes, UNREAD_VALUES, takeUnread)
  }
  return ids
}

/** Adds the orders that have no body as unread ones. A cache that refuses the write works without them. */
export function addUnread(db: Database.Database, ids: SalvagedIds): void {
  if (ids.size === 0) return
  const unread = sealedTable(db, UNREAD, () => undefined)
  const hasBody = db.prepare<[string], number>('SELECT 1 FROM bodies WHERE order_id = ?').pluck()
  const add = db.transaction(() => {
    for (const [orderId, at] of ids) {
      if (hasBody.get(orderId) === undefined) unread.put({ orderId, receivedAt: at })
    }
  })
  try {
    add.immediate()
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
  }
}
