import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { freeName, isNameTaken, makeFolder, makeRoomForFile } from '../files/name-conflicts.ts'
import { writePrivateFile } from '../files/regular-file.ts'

/** The files of a database. They are moved together: a log left behind is replayed into the next file. */
export const DATABASE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const

/** The files that SQLite puts beside a database and reads when it opens the database. */
const SIDE_SUFFIXES = ['-wal', '-shm', '-journal'] as const

const FILE_MODE = 0o600

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes a file's entry in its folder durable. Windows has no such call and needs none: NTFS journals its folders. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Renames a finished file to its final name. A folder with this name is set aside. The content is durable before the name
 * is, and the name is durable on return.
 */
export function placeFile(from: string, to: string): void {
  syncFile(from)
  makeRoomForFile(to)
  renameSync(from, to)
  syncFolder(dirname(to))
}

/** Replaces the content of a small file, which is durable on return. */
export function replaceFile(path: string, content: string): void {
  makeFolder(dirname(path))
  const draft = `${path}.new`
  writePrivateFile(draft, content)
  placeFile(draft, path)
}

/** Moves all files of a database that exist. */
export function moveDatabase(from: string, to: string): void {
  for (const suffix of DATABASE_SUFFIXES) {
    if (existsSync(`${from}${suffix}`)) renameSync(`${from}${suffix}`, `${to}${suffix}`)
  }
  syncFolder(dirname(to))
  syncFolder(dirname(from))
}

export function removeDatabase(path: string): void {
  for (const suffix of DATABASE_SUFFIXES) rmSync(`${path}${suffix}`, { recursive: true, force: true })
}

/** Whether a regular file can be reached at `path`; false for a folder, and for a link that leads nowhere. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Whether this user may not read a file that exists. */
export function mayNotRead(path: string): boolean {
  if (!isFile(path)) return false
  try {
    accessSync(path, constants.R_OK)
    return false
  } catch {
    return true
  }
}

/**
 * Renames what has the name of a database's log or of its index and is no file, such as a folder, and a link that leads
 * nowhere in place of the database: SQLite could not open it at any start. Throws what the system throws.
 */
export function setObstaclesAside(path: string): void {
  if (isNameTaken(path) && !existsSync(path)) renameSync(path, freeName(`${path}.aside`))
  for (const suffix of SIDE_SUFFIXES) {
    const side = `${path}${suffix}`
    if (isNameTaken(side) && !isFile(side)) renameSync(side, freeName(`${side}.aside`))
  }
}

/** Restores the permissions of a database's files that lost them. */
export function restorePermissions(databasePath: string): void {
  for (const suffix of DATABASE_SUFFIXES) {
    try {
      const path = `${databasePath}${suffix}`
      if (statSync(path).isFile()) chmodSync(path, FILE_MODE)
    } catch {
      // Missing, or owned by another user. The next step does not need it.
    }
  }
}
