import Database from 'better-sqlite3'
import { LEDGER_TABLES } from './ledger-tables.ts'
import { migrate } from './migration.ts'
import { LEDGER_MIGRATIONS } from './migrations/ledger-migrations.ts'
import { type SealedShape, type SqlValue, unseal } from './sealed-table.ts'

/**
 * `urgent`: the rows that the board and the outbox need, before the first paint. `all`: every row, for a backup. Rows
 * that are skipped here are still verified whenever they are read.
 */
export type VerifyScope = 'urgent' | 'all'

const URGENT: Readonly<Record<string, string>> = { facts: '', orders: 'WHERE ended_at IS NULL', taps: '' }

const schemaOf = (db: Database.Database): readonly string[] =>
  db
    // Quoted, so that a text is distinguished from a blob of the same bytes, which a flipped bit can make of it.
    .prepare<[], string>('SELECT quote(type) || quote(name) || quote(tbl_name) || quote(sql) FROM sqlite_schema')
    .pluck()
    .all()
    .toSorted()

/** Built once for each requested version: building one costs more than all other checks of a small ledger. */
const schemas = new Map<number, string>()

function expectedSchema(version: number): string {
  const known = schemas.get(version)
  if (known !== undefined) return known
  const model = new Database(':memory:')
  try {
    migrate(model, LEDGER_MIGRATIONS, 0, version)
    const schema = schemaOf(model).join('\n')
    schemas.set(version, schema)
    return schema
  } finally {
    model.close()
  }
}

function countProblem(db: Database.Database, { name }: SealedShape): string | undefined {
  const kept = db.prepare<[string], number>('SELECT number FROM row_counts WHERE name = ?').pluck().get(name)
  const found = db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck().get()
  return kept === found ? undefined : `${name} has ${found} rows where ${kept} were written`
}

function sealProblem(db: Database.Database, { name, columns }: SealedShape, scope: VerifyScope): string | undefined {
  const condition = scope === 'all' ? '' : URGENT[name]
  if (condition === undefined) return undefined
  const rows = db
    .prepare<[], SqlValue[]>(`SELECT ${columns.join(', ')}, crc FROM ${name} ${condition}`)
    .raw()
    .iterate()
  let broken = 0
  for (const row of rows) if (!unseal(name, row)) broken += 1
  return broken === 0 ? undefined : `${name} has ${broken} rows whose checksum fails`
}

/**
 * Checks an open ledger: SQLite's own whole check (`quick_check` compares no indexes), schema, number of rows, checksums.
 * Returns the problems, without values; empty: healthy. Throws on an unreadable file.
 */
export function verifyLedger(db: Database.Database, scope: VerifyScope): readonly string[] {
  const check = String(db.pragma('integrity_check(1)', { simple: true }))
  if (check !== 'ok') return [`integrity_check: ${check}`]
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version === 0) return schemaOf(db).length === 0 ? [] : ['tables without a version']
  if (!LEDGER_MIGRATIONS.some((step) => step.version === version)) return [`there never was a version ${version}`]
  if (schemaOf(db).join('\n') !== expectedSchema(version)) return ['the schema is not the one of its version']
  // An earlier version has fewer tables.
  const tables = new Set(db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())
  return LEDGER_TABLES.filter(({ name }) => tables.has(name)).flatMap(
    (table) => countProblem(db, table) ?? sealProblem(db, table, scope) ?? [],
  )
}
