import Database from 'better-sqlite3'
import { forMemory, readImage, withLog } from './file-image.ts'
import { migrate } from './migration.ts'
import { CACHE, type CacheOptions, type CacheStore, cacheStoreOn } from './order-cache.ts'
import { addUnread, salvageCache } from './salvage-cache.ts'

function loaded(path: string): Database.Database | undefined {
  let db: Database.Database | undefined
  try {
    db = new Database(forMemory(withLog(readImage(path))))
    if (db.pragma('integrity_check', { simple: true }) === 'ok') {
      if (migrate(db, CACHE.migrations, CACHE.applicationId) === undefined) return db
    }
  } catch {
    // The file is unreadable: the orders are read from the platform again.
  }
  db?.close()
  return undefined
}

/** A cache in memory for a disk that refuses writes, with the bodies that could be read. */
export function cacheInMemory(path: string, options: CacheOptions): CacheStore {
  const found = loaded(path)
  if (found) return cacheStoreOn(found, options)
  const db = new Database(':memory:')
  migrate(db, CACHE.migrations, CACHE.applicationId)
  addUnread(db, salvageCache(path))
  return cacheStoreOn(db, options)
}
