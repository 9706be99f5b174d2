import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** The files of a database. They are moved together: a log left behind is replayed into the next file. */
export const DATABASE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const

const FOLDER_MODE = 0o700

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

export function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE })
}

/**
 * Renames a finished file to its final name. Its content is durable before the name is; the name is durable on return.
 */
export function placeFile(from: string, to: string): void {
  syncFile(from)
  renameSync(from, to)
  syncFolder(dirname(to))
}

/** Moves all files of a database that exist. */
export function moveDatabase(from: string, to: string): void {
  for (const suffix of DATABASE_SUFFIXES) {
    if (existsSync(`${from}${suffix}`)) renameSync(`${from}${suffix}`, `${to}${suffix}`)
  }
  syncFolder(dirname(to))
  syncFolder(dirname(from))
}
