import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a database consists of on the disk. The three go together: a log left behind is replayed into the next file. */
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

/** Puts a finished file in its place: its content is durable before its name is, its name when this returns. */
export function placeFile(from: string, to: string): void {
  syncFile(from)
  renameSync(from, to)
  syncFolder(dirname(to))
}

/** Moves a database with all that belongs to it; what is not there is left out. */
export function moveDatabase(from: string, to: string): void {
  for (const suffix of DATABASE_SUFFIXES) {
    if (existsSync(`${from}${suffix}`)) renameSync(`${from}${suffix}`, `${to}${suffix}`)
  }
  syncFolder(dirname(to))
  syncFolder(dirname(from))
}
