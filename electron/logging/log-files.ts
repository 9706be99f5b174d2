import { constants } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeRoomForFolder } from '../files/name-conflicts.ts'

/** Chooses the file of a line: one file a day, further parts of the same day when it is full. Deletes the oldest files. */

/** Readable by the user of this machine only. */
export const FOLDER_MODE = 0o700
export const FILE_MODE = 0o600

export type LogFileLimits = {
  readonly maxFileBytes: number
  readonly maxFiles: number
  /** A file of a day longer ago is deleted by `removeOld`. */
  readonly maxDays: number
}

/** Appends, or creates the file. The opening of a named pipe fails at once, instead of waiting for a reader. */
export const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0)

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

async function logFilesIn(dir: string): Promise<readonly LogFile[]> {
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
export function createLogFiles(dir: string, limits: LogFileLimits) {
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
    /** Path for `bytes` more bytes on `day` (`YYYY-MM-DD`). */
    async pathFor(day: string, bytes: number): Promise<string> {
      const fits = current?.day === day && (usedBytes === 0 || usedBytes + bytes <= limits.maxFileBytes)
      const file = fits && current ? current : await begin(day, bytes)
      usedBytes += bytes
      return join(dir, file.name)
    },
    removeOld,
    /** Call after a failed write: the state of the file is unknown. */
    forget(): void {
      current = undefined
    },
    currentPath: (): string | undefined => (current === undefined ? undefined : join(dir, current.name)),
  }
}
