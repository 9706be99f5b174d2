import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { fail, ok, type Result } from '../../shared/result.ts'
import { freeName } from '../files/name-conflicts.ts'
import { moveDatabase } from './durable-files.ts'
import { forMemory, readImage, withLog } from './file-image.ts'
import type { Migration } from './migration.ts'
import { type DatabaseSpec, type OpenFailure, openStore } from './open-database.ts'
import { isLogGone } from './repair.ts'
import { json, number, type OnDamage, type RowOf, sealedTable, tableOf, text } from './sealed-table.ts'

/**
 * The data that only a screen has: taps without a verdict, its settings, the places of its tickets. Every method is
 * durable when it returns.
 */
export interface ScreenStore {
  keep(item: KeptItem): void
  /** Removes an item that the main computer has judged. */
  settle(id: string): void
  /** All items, oldest first. */
  items(): readonly KeptItem[]
  fact(name: string): string | undefined
  saveFact(name: string, value: string): void
  close(): void
}

const KEPT = tableOf(
  'kept',
  {
    seq: number(),
    id: text(),
    call: text(),
    orderId: text(),
    args: json<unknown>(),
    /** Epoch ms of the platform's clock as the screen computed it. */
    madeAt: number(),
  },
  'id',
)
type KeptRow = RowOf<typeof KEPT>
/** A tap or mark of a screen, with the arguments of its call, that its main computer has not judged yet. */
export type KeptItem = Omit<KeptRow, 'seq'>
const FACTS = tableOf('facts', { name: text(), value: text() }, 'name')

const firstSchema: Migration = {
  version: 10,
  up: (db) => {
    db.exec(`
CREATE TABLE kept (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  call TEXT NOT NULL,
  order_id TEXT NOT NULL,
  args TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  crc INTEGER NOT NULL
) STRICT;
CREATE TABLE facts (name TEXT NOT NULL UNIQUE, value TEXT NOT NULL, crc INTEGER NOT NULL) STRICT;
`)
  },
}

const SCREEN: DatabaseSpec = {
  name: 'screen store',
  /** "CMDS" */
  applicationId: 0x434d4453,
  migrations: [firstSchema],
  flushing: 'every-commit',
}

function storeOn(db: Database.Database, onDamage: OnDamage): ScreenStore {
  const kept = sealedTable(db, KEPT, onDamage)
  const facts = sealedTable(db, FACTS, onDamage)
  const lastSeq = db.prepare<[], number | null>('SELECT max(seq) FROM kept').pluck()
  const all = kept.select('ORDER BY seq')
  const byName = facts.select<[string]>('WHERE name = ?')
  const remove = kept.remove<[string]>('id = ?')
  return {
    keep: ({ id, call, orderId, args, madeAt }) =>
      kept.put({ seq: (lastSeq.get() ?? 0) + 1, id, call, orderId: orderId.toWellFormed(), args, madeAt }),
    settle: (id) => {
      remove(id)
    },
    items: () => all.all(),
    fact: (name) => byName.first(name)?.value,
    saveFact: (name, value) => facts.put({ name, value }),
    close: () => {
      db.close()
    },
  }
}

export type OpenedScreenStore = {
  readonly store: ScreenStore
  /** Files or rows were damaged: taps may be missing that the main computer does not have. */
  readonly isLost: boolean
}

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Whether the files lack data that was committed, even if SQLite opens them. It deletes the log of an empty database. */
const lacksCommits = (path: string): boolean =>
  isLogGone(path) || (bytesOf(path) === 0 && bytesOf(`${path}-wal`) > 0) || readImage(path).problem !== undefined

type Contents = { readonly kept: readonly KeptRow[]; readonly facts: readonly RowOf<typeof FACTS>[] }

/** The intact rows. Each damaged one is reported. */
const intactRows = (db: Database.Database, onDamage: OnDamage): Contents => ({
  kept: sealedTable(db, KEPT, onDamage).select('ORDER BY seq').all(),
  facts: sealedTable(db, FACTS, onDamage).select('').all(),
})

/** The intact rows of damaged files. The files are read, and not changed. */
function salvagedRows(path: string, onDamage: OnDamage): Contents {
  const files = readImage(path)
  let db: Database.Database | undefined
  try {
    db = new Database(forMemory(withLog(files)))
    return intactRows(db, onDamage)
  } catch {
    return { kept: [], facts: [] }
  } finally {
    db?.close()
  }
}

function restore(db: Database.Database, { kept, facts }: Contents, onDamage: OnDamage): void {
  const [items, values] = [sealedTable(db, KEPT, onDamage), sealedTable(db, FACTS, onDamage)]
  db.transaction(() => {
    for (const row of kept) items.put(row)
    for (const row of facts) values.put(row)
  })()
}

/**
 * Opens or creates the store at `path`. The files of a damaged one are moved aside, and its intact rows are copied into a
 * new one. Other failures as in `openDatabase`.
 * @param now epoch ms, for the name of the files that are moved aside
 */
export function openScreenStore(path: string, now: number, onDamage: OnDamage): Result<OpenedScreenStore, OpenFailure> {
  let damagedRows = 0
  const opened = lacksCommits(path)
    ? fail('damaged', 'Commits of the screen store are gone')
    : openStore(path, SCREEN, (db) => {
        intactRows(db, () => {
          damagedRows += 1
        })
        return storeOn(db, onDamage)
      })
  if (opened.ok && damagedRows === 0) return ok({ store: opened.value, isLost: false })
  if (opened.ok) opened.value.close()
  else if (opened.code !== 'damaged') return opened
  const rows = salvagedRows(path, onDamage)
  moveDatabase(path, freeName(`${path}.damaged-${now}`))
  const anew = openStore(path, SCREEN, (db) => {
    restore(db, rows, onDamage)
    return storeOn(db, onDamage)
  })
  return anew.ok ? ok({ store: anew.value, isLost: true }) : anew
}
