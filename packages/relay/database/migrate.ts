import type { Database } from './database.ts'
import { RELAY_MIGRATIONS, type RelayMigration } from './migrations.ts'

/** Key of the advisory lock: processes that start together migrate one after the other. The value is arbitrary. */
const MIGRATION_LOCK = 7_266_100

export class NewerSchema extends Error {}

/**
 * Brings the schema to this program's version, each migration in a transaction; resolves with it. Rejects with `NewerSchema`
 * for a newer one. Runs outside the pool, whose limit would end a long migration.
 */
export async function migrateRelay(
  db: Database,
  migrations: readonly RelayMigration[] = RELAY_MIGRATIONS,
): Promise<number> {
  const newest = Math.max(0, ...migrations.map(({ version }) => version))
  const client = await db.connect()
  const inTransaction = async (work: () => Promise<void>): Promise<void> => {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await work()
    await client.query('COMMIT')
  }
  try {
    await inTransaction(async () => {
      await client.query(
        'CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
      )
    })
    for (const { version, sql } of migrations) {
      await inTransaction(async () => {
        const { rows } = await client.query<{ version: number | null }>(
          'SELECT max(version) AS version FROM schema_version',
        )
        const present = rows[0]?.version ?? 0
        if (present > newest)
          throw new NewerSchema(`The schema has version ${present}, this program supports version ${newest}.`)
        if (present >= version) return
        await client.query(sql)
        await client.query('INSERT INTO schema_version (version) VALUES ($1)', [version])
      })
    }
  } finally {
    // Rolls back what is not committed.
    await client.end()
  }
  return newest
}
