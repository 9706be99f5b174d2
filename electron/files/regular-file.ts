import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { z } from 'zod'
import { makeRoomForFile } from './name-conflicts.ts'

/** Windows has no such flag, and no pipes among its files. */
const WITHOUT_WAITING = constants.O_NONBLOCK ?? 0
const READ = constants.O_RDONLY | WITHOUT_WAITING
const FILE_MODE = 0o600

/** `code` is `EINVAL`: something else has the file's name, such as a folder, a pipe or a device. */
const notRegular = (path: string): Error =>
  Object.assign(new Error(`EINVAL: no regular file, open '${path}'`), { code: 'EINVAL', path })

/**
 * Opens a regular file for reading. The opening of a named pipe would wait until another program writes to it, for ever
 * in most cases. @throws the errors of the file system; `EINVAL` for anything but a regular file
 */
export function openRegularFile(path: string): number {
  const file = openSync(path, READ)
  try {
    if (fstatSync(file).isFile()) return file
    throw notRegular(path)
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** Like `openRegularFile`, on another thread. Rejects where that one throws. */
export async function openHandle(path: string): Promise<FileHandle> {
  const handle = await open(path, READ)
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw notRegular(path)
}

/** Works with an open file, and closes it. */
export async function withFile<T>(opening: Promise<FileHandle>, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await opening
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** The content of a regular file. @throws as `openRegularFile` */
export function readRegularFile(path: string): Buffer {
  const file = openRegularFile(path)
  try {
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Like `readRegularFile`, as UTF-8. */
export const readText = (path: string): string => readRegularFile(path).toString('utf8')

/** The content of a JSON file of this form; `undefined` when the file cannot be read or has another form. */
export function readJson<T>(path: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readText(path))).data
  } catch {
    return undefined
  }
}

/**
 * Writes a file that only its user can read, in place of a pipe or a link with its name. A folder with its name is set
 * aside. Does not flush the file.
 * @throws the errors of the file system
 */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  makeRoomForFile(path)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  // A link is removed, not the file that it names.
  if (stat && !stat.isFile()) rmSync(path, { force: true })
  writeFileSync(path, content, { mode: FILE_MODE })
}
