/**
 * SQLite 3.7.0 to 3.51.2 can lose committed transactions when two connections write and checkpoint at the same time
 * (sqlite.org/wal.html, "WAL-reset bug"; fixed in 3.51.3).
 */
const OLDEST_SAFE = [3, 51, 3] as const

/** Whether a version of SQLite (`sqlite_version()`) does not have this bug. */
export function isSafeSqlite(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of OLDEST_SAFE.entries()) {
    const part = parts[index] ?? 0
    if (part !== wanted) return part > wanted
  }
  return true
}
