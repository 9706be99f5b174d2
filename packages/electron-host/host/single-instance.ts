import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SecondInstance = Readonly<{ argv: string[]; cwd: string; additionalData: unknown }>

const LOCK = 'SingletonLock'
const MESSAGES = 'SingletonMessages'

type Database = { exec: (sql: string) => void; close: () => void }

/**
 * One primary instance per folder, by SQLite's file lock: it is acquired synchronously, and the operating system
 * releases it however the process ends. A second instance writes its command line to a file. The primary instance
 * watches the folder.
 */
export class SingleInstance {
  #database: Database | undefined
  #stopWatching: (() => void) | undefined

  get held(): boolean {
    return this.#database !== undefined
  }

  request(folder: string, mine: SecondInstance, onSecond: (second: SecondInstance) => void): boolean {
    if (this.#database !== undefined) return true
    try {
      // As in Electron, it is refused without a reason when the profile or the folder for temporary files cannot be
      // written (Chromium's ProcessSingleton::Create).
      rmdirSync(mkdtempSync(join(tmpdir(), 'scoped_dir')))
      return this.#take(folder, mine, onSecond)
    } catch {
      return false
    }
  }

  #take(folder: string, mine: SecondInstance, onSecond: (second: SecondInstance) => void): boolean {
    const messages = join(folder, MESSAGES)
    mkdirSync(messages, { recursive: true })
    // Loaded only here, because most processes never request the lock.
    const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite') as {
      DatabaseSync: new (path: string) => Database
    }
    const database = new DatabaseSync(join(folder, LOCK))
    try {
      database.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    } catch {
      database.close()
      const name = join(messages, `${Date.now()}-${process.pid}.json`)
      writeFileSync(`${name}.part`, JSON.stringify(mine))
      renameSync(`${name}.part`, name)
      return false
    }
    this.#database = database
    for (const stale of readdirSync(messages)) rmSync(join(messages, stale), { force: true })
    const watcher = watch(messages, () => this.#collect(messages, onSecond))
    watcher.unref()
    this.#stopWatching = () => watcher.close()
    return true
  }

  release(): void {
    this.#stopWatching?.()
    this.#database?.close()
    this.#database = undefined
  }

  #collect(messages: string, onSecond: (second: SecondInstance) => void): void {
    for (const name of readdirSync(messages)
      .filter((file) => file.endsWith('.json'))
      .sort()) {
      const path = join(messages, name)
      let text: string
      try {
        text = readFileSync(path, 'utf8')
        rmSync(path)
      } catch {
        continue
      }
      onSecond(JSON.parse(text) as SecondInstance)
    }
  }
}
