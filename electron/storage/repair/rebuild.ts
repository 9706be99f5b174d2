import Database from 'better-sqlite3'
import { FACTS, ORDERS, TABLES_BY_VERSION } from '../ledger-tables.ts'
import { latestVersion, migrate } from '../migration.ts'
import { LEDGER } from '../migrations/ledger-migrations.ts'
import { newOrderRow } from '../order-repository.ts'
import { queueRead } from '../read-marks.ts'
import { type SealedShape, type SqlValue, seal, valuesOf } from '../sealed-table.ts'
import { type Salvage, salvageImage } from './salvage.ts'

const insertion = ({ name, columns }: SealedShape): string =>
  `INSERT OR IGNORE INTO ${name} (${columns.join(', ')}, crc) VALUES (${columns.map(() => '?').join(', ')}, ?)`

const ORDER_ID = 'order_id'

/**
 * Order ids that occur only in rows of other tables. No call of the platform lists orders, so these ids must be kept.
 */
function missingOrders(salvage: Salvage, shapes: readonly SealedShape[]): ReadonlySet<string> {
  const known = salvage.rows.get(ORDERS.name) ?? new Map()
  const named = shapes.flatMap((shape) => {
    const column = shape.columns.indexOf(ORDER_ID)
    return [...(salvage.rows.get(shape.name)?.values() ?? [])].map((values) => values[column])
  })
  return new Set(named.filter((id): id is string => typeof id === 'string' && !known.has(JSON.stringify([id]))))
}

/** Rows of orders of which only the id is known, queued to be read. */
function placeholders(shape: SealedShape, orderIds: ReadonlySet<string>, at: number): readonly (readonly SqlValue[])[] {
  return [...orderIds].map((orderId) => {
    const values = valuesOf(ORDERS, queueRead(newOrderRow(orderId, at), at))
    return shape.columns.map((column) => values[ORDERS.columns.indexOf(column)] ?? null)
  })
}

/** Writes salvaged rows into an empty database and brings it to the newest schema. */
export function rebuild(db: Database.Database, salvage: Salvage, at: number): void {
  const shapes = TABLES_BY_VERSION.get(salvage.version) ?? []
  migrate(db, LEDGER.migrations, LEDGER.applicationId, salvage.version)
  db.transaction(() => {
    // The identity of the new file is replaced by the salvaged one.
    if (salvage.rows.get(FACTS.name)?.has(JSON.stringify(['ledger_id']))) db.exec('DELETE FROM facts')
    const missing = missingOrders(salvage, shapes)
    for (const shape of shapes) {
      const insert = db.prepare<SqlValue[]>(insertion(shape))
      const lost = shape.name === ORDERS.name ? placeholders(shape, missing, at) : []
      for (const values of [...lost, ...(salvage.rows.get(shape.name)?.values() ?? [])]) {
        insert.run(...seal(shape.name, values))
      }
    }
  })()
  migrate(db, LEDGER.migrations, LEDGER.applicationId)
}

/** The same rows in the newest schema. */
export function upgradeSalvage(older: Salvage, at: number): Salvage {
  if (older.version === latestVersion(LEDGER.migrations)) return older
  const db = new Database(':memory:')
  try {
    rebuild(db, older, at)
    return { ...salvageImage(db.serialize()), counts: older.counts }
  } finally {
    db.close()
  }
}
