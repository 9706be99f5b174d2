import type { Database } from 'better-sqlite3'
import { ok, type Result } from '../../shared/result.ts'
import type { OnDamage } from './damage.ts'
import { moveDatabase } from './durable-files.ts'
import type { Migration } from './migration.ts'
import type { DatabaseSpec, OpenFailure } from './open-database.ts'
import { openStore } from './open-store.ts'
import { sealedTable, type TableShape } from './sealed-table.ts'

/** A tap or mark of a screen that its station has not judged yet. */
export type KeptItem = {
  readonly id: string
  readonly call: string
  readonly orderId: string
  /** The call's arguments. */
  readonly args: unknown
  /** Epoch ms of the platform's clock as the screen knew it. */
  readonly madeAt: number
}

/**
 * The data that only a screen has: taps without a verdict, its settings, the places of its tickets. Every method is
 * durable when it returns.
 */
export type ScreenStore = {
  keep(item: KeptItem): void
  /** Removes an item that the station has judged. */
  settle(id: string): void
  /** All items, oldest first. */
  items(): readonly KeptItem[]
  fact(name: string): string | undefined
  saveFact(name: string, value: string): void
  close(): void
}

type KeptRow = {
  readonly seq: number
  readonly id: string
  readonly call: string
  readonly order_id: string
  readonly args: string
  readonly made_at: number
}
type FactRow = { readonly name: string; readonly value: string }

const KEPT: TableShape<KeptRow> = {
  name: 'kept',
  columns: ['seq', 'id', 'call', 'order_id', 'args', 'made_at'],
  key: ['id'],
}
const FACTS: TableShape<FactRow> = { name: 'facts', columns: ['name', 'value'], key: ['name'] }

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

function storeOn(db: Database, onDamage: OnDamage): ScreenStore {
  const kept = sealedTable(db, KEPT, onDamage)
  const facts = sealedTable(db, FACTS, onDamage)
  const lastSeq = db.prepare<[], number | null>('SELECT max(seq) FROM kept').pluck()
  const all = kept.select('ORDER BY seq')
  const byName = facts.select<[string]>('WHERE name = ?')
  const remove = kept.remove<[string]>('id = ?')
  // The checksum was verified: these are the arguments that were kept.
  const toItem = ({ id, call, order_id, args, made_at }: KeptRow): KeptItem => ({
    id,
    call,
    orderId: order_id,
    args: JSON.parse(args),
    madeAt: made_at,
  })
  return {
    keep: ({ id, call, orderId, args, madeAt }) =>
      kept.put({
        seq: (lastSeq.get() ?? 0) + 1,
        id,
        call,
        order_id: orderId.toWellFormed(),
        args: JSON.stringify(args),
        made_at: madeAt,
      }),
    settle: (id) => {
      remove(id)
    },
    items: () => all.all().map(toItem),
    fact: (name) => byName.first(name)?.value,
    saveFact: (name, value) => facts.put({ name, value }),
    close: () => {
      db.close()
    },
  }
}

export type OpenedScreenStore = {
  readonly store: ScreenStore
  /** The file was damaged and moved aside, with taps that the station may not have. */
  readonly isLost: boolean
}

/**
 * Opens or creates the store at `path`. A damaged one is moved aside, not wiped. Other failures as in `openDatabase`.
 * @param now epoch ms, for the name of the file that is put aside
 */
export function openScreenStore(path: string, now: number, onDamage: OnDamage): Result<OpenedScreenStore, OpenFailure> {
  const open = () => openStore(path, SCREEN, (db) => storeOn(db, onDamage))
  const opened = open()
  if (opened.ok) return ok({ store: opened.value, isLost: false })
  if (opened.code !== 'damaged') return opened
  moveDatabase(path, `${path}.damaged-${now}`)
  const anew = open()
  return anew.ok ? ok({ store: anew.value, isLost: true }) : anew
}
