import type { Queryable } from './database.ts'

const OLDEST_SERVER = 150_000

export type Requirement = {
  readonly name: string
  readonly found: string
  readonly isMet: boolean
  readonly remedy: string
}

/**
 * Requirements of the relay, read from the server: version 15 or later, a primary, and a commit that is on disk before it is
 * reported, also on every synchronous replica.
 */
export async function checkRequirements(db: Queryable): Promise<readonly Requirement[]> {
  const [row] = await db.query<{
    version: string
    commit: string
    fsync: string
    names: string
    replicas: number
    recovery: boolean
  }>(`SELECT current_setting('server_version_num') AS version, current_setting('synchronous_commit') AS commit,
    current_setting('fsync') AS fsync,
    current_setting('synchronous_standby_names') AS names,
    (SELECT count(*) FROM pg_stat_replication) AS replicas, pg_is_in_recovery() AS recovery`)
  if (row === undefined) throw new Error('the server answered without a row')
  const hasReplicas = row.replicas > 0 || row.names !== ''
  return [
    {
      name: 'server_version_num',
      found: row.version,
      isMet: Number(row.version) >= OLDEST_SERVER,
      remedy: 'PostgreSQL 15 or later is needed.',
    },
    {
      name: 'pg_is_in_recovery',
      found: String(row.recovery),
      isMet: !row.recovery,
      remedy: 'The address leads to a standby. The relay needs the primary.',
    },
    { name: 'fsync', found: row.fsync, isMet: row.fsync === 'on', remedy: 'Set fsync = on.' },
    {
      name: 'synchronous_commit',
      found: row.commit,
      isMet: hasReplicas ? row.commit === 'remote_apply' : ['on', 'remote_apply'].includes(row.commit),
      remedy: hasReplicas
        ? 'With replicas: ALTER ROLE … SET synchronous_commit = remote_apply, and name them in synchronous_standby_names.'
        : 'ALTER ROLE … SET synchronous_commit = on.',
    },
  ]
}
