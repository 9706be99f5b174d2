import type { Database } from 'better-sqlite3'
import type { Result } from '../../shared/result.ts'
import type { Migration } from './migration.ts'
import { type DatabaseSpec, eraseLog, type OpenFailure, openOrRecreate } from './open-database.ts'
import { type OnDamage, sealedTable, tableOf, text } from './sealed-table.ts'

/**
 * A screen's last board, for a start without its main computer. The main computer can send it again, so a power cut may
 * lose the last changes.
 */
export interface BoardStore {
  /** Tickets as JSON. */
  tickets(): readonly string[]
  parts(): string | undefined
  /**
   * One transaction. `tickets` by order id; `undefined`: the order left the board. `isWhole`: orders that are not named
   * left it too.
   */
  save(board: {
    readonly tickets: ReadonlyMap<string, string | undefined>
    readonly parts: string
    readonly isWhole: boolean
  }): void
  /** Removes everything, from the log too. */
  clear(): void
  close(): void
}

const TICKETS = tableOf('tickets', { orderId: text(), ticket: text() }, 'orderId')
const PARTS = tableOf('parts', { name: text(), value: text() }, 'name')

const firstSchema: Migration = {
  version: 10,
  up: (db) => {
    db.exec(`
CREATE TABLE tickets (order_id TEXT NOT NULL UNIQUE, ticket TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
CREATE TABLE parts (name TEXT NOT NULL UNIQUE, value TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
`)
  },
}

const BOARD: DatabaseSpec = {
  name: 'board store',
  /** "CMDB" */
  applicationId: 0x434d4442,
  migrations: [firstSchema],
  flushing: 'checkpoints',
}

function storeOn(db: Database, onDamage: OnDamage): BoardStore {
  const tickets = sealedTable(db, TICKETS, onDamage)
  const parts = sealedTable(db, PARTS, onDamage)
  const all = tickets.select('ORDER BY rowid')
  const only = parts.select("WHERE name = 'parts'")
  const remove = tickets.remove<[string]>('order_id = ?')
  const removeAll = tickets.remove<[]>('true')
  const removeParts = parts.remove<[]>('true')
  return {
    tickets: () => all.all().map(({ ticket }) => ticket),
    parts: () => only.first()?.value,
    save: (board) =>
      db
        .transaction(() => {
          if (board.isWhole) removeAll()
          for (const [orderId, ticket] of board.tickets) {
            if (ticket === undefined) remove(orderId.toWellFormed())
            else tickets.put({ orderId, ticket })
          }
          parts.put({ name: 'parts', value: board.parts })
        })
        .immediate(),
    clear: () => {
      db.transaction(() => {
        removeAll()
        removeParts()
      }).immediate()
      eraseLog(db)
    },
    close: () => {
      db.close()
    },
  }
}

/** Opens or creates the store at `path`; a damaged one, or one of a newer program, is deleted and created again. */
export const openBoardStore = (path: string, onDamage: OnDamage): Result<BoardStore, OpenFailure> =>
  openOrRecreate(path, BOARD, (db) => storeOn(db, onDamage))
