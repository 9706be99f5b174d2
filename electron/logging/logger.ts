import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { withTimeLimit } from '../../shared/time-limit.ts'
import { APPEND, createLogFiles, FILE_MODE, FOLDER_MODE } from './log-files.ts'
import { logLine } from './log-line.ts'
import type { Log, LogFields } from './log-port.ts'

export type LoggerParts = {
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

export type Logger = Log & {
  /** Resolves when everything so far is written or dropped, at the latest after `limitMs`. */
  flush(limitMs?: number): Promise<void>
  /** For the end of a process: writes the waiting lines synchronously, once, and ignores a failure. */
  flushSync(): void
  /** Removes files older than thirty days. Rejects when the folder cannot be used. */
  removeOld(): Promise<void>
}

const MEBIBYTE = 1_024 * 1_024
const FLUSH_LIMIT_MS = 1_000
const MAX_DAYS = 30
/** Largest piece that is written at once, so that a file exceeds its limit by at most one line. */
const BATCH_BYTES = 64 * 1_024
const DAY_CHARACTERS = 'YYYY-MM-DD'.length

type Waiting = { readonly day: string; readonly text: string; readonly bytes: number }

/**
 * The one logger: JSON lines into daily files, at most `maxFiles` of at most `maxFileBytes`. A call only appends to a
 * list in memory; it never throws and never waits, and a disk that is full, slow or absent loses log lines only.
 * (Written here because electron-log's file transport either writes synchronously or queues without a bound.)
 */
export function createLogger(parts: LoggerParts): Logger {
  const { dir, now, maxFileBytes = 2 * MEBIBYTE, maxFiles = 14, maxWaitingBytes = MEBIBYTE } = parts
  const append = parts.append ?? ((path, text) => appendFile(path, text, { mode: FILE_MODE, flag: APPEND }))
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
      parts.echo?.(line)
    } catch {
      dropped += 1
    }
  }

  return {
    info: (event, fields) => write('info', event, fields),
    warn: (event, fields) => write('warn', event, fields),
    error: (event, fields) => write('error', event, fields),
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
