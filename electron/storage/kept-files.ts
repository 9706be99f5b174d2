import { rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { writePrivateFile } from '../files/regular-file.ts'
import { placeFile } from './durable-files.ts'
import { forMemory } from './file-image.ts'
import { repairedPathOf } from './storage-layout.ts'
import { StorageUnavailable, storageTroubleOf } from './trouble.ts'

const SUFFIXES = ['', '-wal', '-shm'] as const

/** Identifies the file that has this name now. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

export type KeptDatabase = {
  /** Commits the deferred writes. */
  commit(): void
  /** Whether a copy in memory is sound. If it is not, the files that are there may be better. */
  isSound(copy: Database.Database): boolean
  /** Puts the complete file at `repairedPathOf(path)` in the place of the database. */
  replace(path: string, now: number): void
}

/** Removes a copy of the database that a crash has left. A disk that refuses it is asked again at the next opening. */
export function removeUnplaced(path: string): void {
  const repaired = repairedPathOf(path)
  try {
    for (const name of [repaired, `${repaired}.part`]) rmSync(name, { recursive: true, force: true })
  } catch (error) {
    if (storageTroubleOf(error) === undefined) throw error
  }
}

/**
 * The files of an open database. A program that deletes or replaces one of them leaves this program with files that have
 * no name: every later commit would be lost with the process. Windows does not let open files be deleted.
 */
export function keepFiles(db: Database.Database, { commit, isSound, replace }: KeptDatabase) {
  const path = db.name
  const folder = dirname(path)
  const own = SUFFIXES.map((suffix) => [`${path}${suffix}`, identityOf(`${path}${suffix}`)] as const)
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  let placed: { readonly identity: string | undefined; readonly changes: number | undefined } | undefined

  const areInPlace = (): boolean =>
    // A folder that is gone was moved with the files, or its drive was removed.
    identityOf(folder) === undefined ||
    own.every(([name, identity]) => identity === undefined || identityOf(name) === identity)

  const checkImage = (image: Buffer): void => {
    const copy = new Database(forMemory(image))
    try {
      if (!isSound(copy)) throw new StorageUnavailable('damaged')
    } finally {
      copy.close()
    }
  }

  const place = (now: number): void => {
    const repaired = repairedPathOf(path)
    const unfinished = `${repaired}.part`
    try {
      const image = db.serialize()
      checkImage(image)
      writePrivateFile(unfinished, image)
      placeFile(unfinished, repaired)
    } finally {
      rmSync(unfinished, { force: true })
    }
    if (placed !== undefined && identityOf(path) === placed.identity) placeFile(repaired, path)
    else replace(path, now)
  }

  let lastAt: number | undefined

  return {
    /**
     * Call every few seconds. True: a file was gone or replaced, and the whole database was written to its name again,
     * durably; open it again soon. Throws what the disk throws. `now` in epoch ms.
     */
    restore(now: number): boolean {
      lastAt = now
      if (!db.open || db.memory || process.platform === 'win32' || areInPlace()) return false
      commit()
      const written = changes.get()
      if (placed?.changes === written && identityOf(path) === placed?.identity) return false
      place(now)
      placed = { identity: identityOf(path), changes: written }
      return true
    },
    /** Call before the database is closed: does the same for the commits since. */
    restoreLast(): void {
      if (lastAt !== undefined) this.restore(lastAt)
    },
  }
}
