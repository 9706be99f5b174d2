import type { Database } from './database.ts'
import { RELAY_MIGRATIONS, type RelayMigration } from './migrations/all.ts'

/** Key of the advisory lock: processes that start together migrate one after the other. The value is arbitrary. */
const MIGRATION_LOCK = 7_266_100

export class NewerSchema extends Error {}

/**
 * Brings the schema to this program's version, each migration in its own transaction. Resolves with the version. Rejects
 * with `NewerSchema`, without a change, when the schema is newer than the program.
 */
export async function migrateRelay(
  db: Database,
  migrations: readonly RelayMigration[] = RELAY_MIGRATIONS,
): Promise<number> {
  const newest = Math.max(0, ...migrations.map(({ version }) => version))
  await db.transaction(async (on) => {
    await on.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await on.query(
      'CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    )
  })
  for (const { version, sql } of migrations) {
    await db.transaction(async (on) => {
      await on.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      const [found] = await on.query<{ version: number | null }>('SELECT max(version) AS version FROM schema_version')
      const present = found?.version ?? 0
      if (present > newest)
        throw new NewerSchema(`The schema has version ${present}, this program supports version ${newest}.`)
      if (present >= version) return
      await on.query(sql)
      await on.query('INSERT INTO schema_version (version) VALUES ($1)', [version])
    })
  }
  return newest
}
