import { closeSync, constants, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { appendFile, chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import { makeRoomForFolder } from '../files/name-conflicts.ts'
import type { Log, LogFields } from './log-port.ts'
import { logLine } from './redaction.ts'

export type LoggerOptions = {
  /** Folder of the log files; made when it is missing. */
  readonly dir: string
  /** Epoch ms. */
  readonly now: () => number
  readonly maxFileBytes?: number
  readonly maxFiles?: number
  /** Most bytes that wait for the disk; further lines are counted and dropped. */
  readonly maxWaitingBytes?: number
  /** Every line as it is written, for a terminal. */
  readonly echo?: (line: string) => void
  readonly append?: (path: string, text: string) => Promise<void>
}

const MEBIBYTE = 1_024 * 1_024
const FLUSH_LIMIT_MS = 1_000
const MAX_DAYS = 30
/** Largest piece that is written at once, so that a file exceeds its limit by at most one line. */
const BATCH_BYTES = 64 * 1_024
const DAY_CHARACTERS = 'YYYY-MM-DD'.length

type Waiting = { readonly day: string; readonly text: string; readonly bytes: number }

/**
 * The one logger: JSON lines into daily files. A call appends to a list in memory; it never throws and never waits.
 * electron-log's file transport writes synchronously, or queues without a bound.
 */
export interface Logger extends Log {
  /** Resolves when everything so far is written or dropped, at the latest after `limitMs`. */
  flush(limitMs?: number): Promise<void>
  /** Removes files older than thirty days. Rejects when the folder cannot be used. */
  removeOld(): Promise<void>
  /** For the end of a process: writes the waiting lines synchronously, once, and ignores a failure. */
  flushSync(): void
}

export function createLogger(options: LoggerOptions): Logger {
  const { dir, now, maxFileBytes = 2 * MEBIBYTE, maxFiles = 14, maxWaitingBytes = MEBIBYTE } = options
  const append = options.append ?? ((path, text) => appendFile(path, text, { mode: FILE_MODE, flag: APPEND }))
  const files = createLogFiles(dir, { maxFileBytes, maxFiles, maxDays: MAX_DAYS })
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let dropped = 0
  let isLineBroken = false
  let writing: Promise<void> | undefined

  /** The lines that go to the disk together: of one day, and no more than fit the cap of a file. */
  const takeBatch = (): Waiting | undefined => {
    const first = waiting[0]
    if (first === undefined) return undefined
    const maxBytes = Math.min(BATCH_BYTES, maxFileBytes)
    let bytes = 0
    let lines = 0
    for (const line of waiting) {
      if (lines > 0 && (line.day !== first.day || bytes + line.bytes > maxBytes)) break
      bytes += line.bytes
      lines += 1
    }
    const taken = waiting.slice(0, lines)
    waiting = waiting.slice(lines)
    waitingBytes -= bytes
    return { day: first.day, text: taken.map(({ text }) => text).join(''), bytes }
  }

  const writeBatch = async ({ day, text, bytes }: Waiting): Promise<void> => {
    try {
      const path = await files.pathFor(day, bytes)
      // A full disk may have cut the previous line, so the next one begins on a new line.
      await append(path, isLineBroken ? `\n${text}` : text)
      isLineBroken = false
    } catch {
      isLineBroken = true
      dropped += text.split('\n').length - 1
      files.forget()
    }
  }

  const drain = async (): Promise<void> => {
    for (let batch = takeBatch(); batch !== undefined; batch = takeBatch()) {
      const before = dropped
      await writeBatch(batch)
      if (dropped > 0 && dropped === before) {
        dropped = 0
        push(logLine(now(), 'warn', 'log-lines-dropped', { count: before }))
      }
    }
    writing = undefined
  }

  const push = (text: string): void => {
    const bytes = Buffer.byteLength(text)
    if (waitingBytes + bytes > maxWaitingBytes) {
      dropped += 1
      return
    }
    waiting.push({ day: dayOf(now()), text, bytes })
    waitingBytes += bytes
    writing ??= Promise.resolve().then(drain)
  }

  const write = (level: keyof Log, event: string, fields: LogFields = {}): void => {
    try {
      const line = logLine(now(), level, event, fields)
      push(line)
      options.echo?.(line)
    } catch {
      dropped += 1
    }
  }

  const log: Log = {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
  }
  return {
    ...log,
    async flush(limitMs = FLUSH_LIMIT_MS) {
      await withTimeLimit(writing ?? Promise.resolve(), limitMs, () => undefined)
    },
    removeOld: () => files.removeOld(dayOf(now())),
    flushSync() {
      const path = files.currentPath()
      const text = waiting.map((line) => line.text).join('')
      waiting = []
      waitingBytes = 0
      if (text === '') return
      try {
        mkdirSync(dir, { recursive: true, mode: FOLDER_MODE })
        appendNow(path ?? `${dir}/comanda-${dayOf(now())}.log`, text)
      } catch {
        // The process ends; the failure cannot be reported any more.
      }
    },
  }
}

function appendNow(path: string, text: string): void {
  const file = openSync(path, APPEND, FILE_MODE)
  try {
    writeFileSync(file, text)
  } finally {
    closeSync(file)
  }
}

const dayOf = (at: number): string =>
  (Number.isFinite(at) ? new Date(at).toISOString() : '1970-01-01').slice(0, DAY_CHARACTERS)

/** Chooses the file of a line: one file a day, further parts of the same day when it is full. Deletes the oldest files. */

/** Readable by the user of this machine only. */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600

type LogFileLimits = {
  readonly maxFileBytes: number
  readonly maxFiles: number
  /** A file of a day longer ago is deleted by `removeOld`. */
  readonly maxDays: number
}

/** Appends, or creates the file. The opening of a named pipe fails at once, instead of waiting for a reader. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)

const DAY_MS = 86_400_000

const NAME = /^comanda-(?<day>\d{4}-\d{2}-\d{2})(?:\.(?<part>\d{1,4}))?\.log$/

type LogFile = { readonly name: string; readonly day: string; readonly part: number }

const fileOf = (day: string, part: number): LogFile => ({
  name: part === 0 ? `comanda-${day}.log` : `comanda-${day}.${part}.log`,
  day,
  part,
})

const byAge = (one: LogFile, other: LogFile): number =>
  one.day < other.day ? -1 : one.day > other.day ? 1 : one.part - other.part

/** The log files of a folder, oldest first. Rejects when the folder cannot be read. */
export async function logFilesIn(dir: string): Promise<readonly LogFile[]> {
  const files = (await readdir(dir)).flatMap((name) => {
    const groups = NAME.exec(name)?.groups
    return groups?.day === undefined ? [] : [{ name, day: groups.day, part: Number(groups.part ?? 0) }]
  })
  return files.toSorted(byAge)
}

/** Bytes of a file; 0 when it is missing; infinite for anything but a file, such as a folder, a pipe or a link. */
const sizeOf = async (path: string): Promise<number> =>
  lstat(path).then(
    (stats) => (stats.isFile() ? stats.size : Number.POSITIVE_INFINITY),
    () => 0,
  )

/** Chooses the file of the next line. Rejects when the folder cannot be used; the caller then drops the line. */
interface LogFiles {
  /** Path for `bytes` more bytes on `day` (`YYYY-MM-DD`). */
  pathFor(day: string, bytes: number): Promise<string>
  /** Removes files by age as well: a quiet machine fills few files. */
  removeOld(today: string): Promise<void>
  /** Call after a failed write: the state of the file is unknown. */
  forget(): void
  currentPath(): string | undefined
}

function createLogFiles(dir: string, limits: LogFileLimits): LogFiles {
  let current: LogFile | undefined
  let usedBytes = 0

  const removeSurplus = async (next: LogFile): Promise<void> => {
    const others = (await logFilesIn(dir)).filter(({ name }) => name !== next.name)
    for (const { name } of others.slice(0, Math.max(0, others.length + 1 - limits.maxFiles)))
      await rm(join(dir, name), { recursive: true, force: true })
  }

  /** Removes files by age as well: a quiet machine fills few files. */
  const removeOld = async (today: string): Promise<void> => {
    const oldest = new Date(Date.parse(today) - limits.maxDays * DAY_MS).toISOString().slice(0, today.length)
    for (const { name, day } of await logFilesIn(dir))
      if (day < oldest) await rm(join(dir, name), { recursive: true, force: true })
  }

  const begin = async (day: string, bytes: number): Promise<LogFile> => {
    makeRoomForFolder(dir)
    await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
    // SECURITY: private-files (docs/security.md). Those of an earlier version may be open to others.
    const paths = (await logFilesIn(dir)).map(({ name }) => join(dir, name))
    // A file system without modes is used as well.
    await Promise.all([chmod(dir, FOLDER_MODE), ...paths.map((path) => chmod(path, FILE_MODE))]).catch(() => undefined)
    const newest = (await logFilesIn(dir)).findLast((file) => file.day === day) ?? fileOf(day, 0)
    const size = await sizeOf(join(dir, newest.name))
    const hasRoom = size === 0 || size + bytes <= limits.maxFileBytes
    const next = hasRoom ? newest : fileOf(day, newest.part + 1)
    await removeSurplus(next)
    usedBytes = hasRoom ? size : 0
    current = next
    return next
  }

  return {
    async pathFor(day, bytes) {
      const fits = current?.day === day && (usedBytes === 0 || usedBytes + bytes <= limits.maxFileBytes)
      const file = fits && current ? current : await begin(day, bytes)
      usedBytes += bytes
      return join(dir, file.name)
    },
    removeOld,
    forget() {
      current = undefined
    },
    currentPath: () => (current === undefined ? undefined : join(dir, current.name)),
  }
}
