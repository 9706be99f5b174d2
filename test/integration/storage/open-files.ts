import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { onTestFinished } from 'vitest'

const FOLDER = '/proc/self/fd'

/** The reason why the two functions below cannot be used here; `undefined` when they can. */
export const whyNoOpenFiles = process.platform === 'linux' ? undefined : 'only Linux shows them, in /proc'

const targetOf = (name: string): string => {
  try {
    return readlinkSync(`${FOLDER}/${name}`)
  } catch {
    // The handle of the listing itself, which is closed now.
    return ''
  }
}

/** Number of open handles of this process for paths that begin with `path`. */
export const countOpenHandles = (path: string): number =>
  readdirSync(FOLDER).filter((name) => targetOf(name).startsWith(path)).length

/** A path to the same file on a file system without free blocks. */
export function onFullDisk(path: string): string {
  const file = openSync(path, 'r+')
  onTestFinished(() => closeSync(file))
  return `${FOLDER}/${file}`
}
