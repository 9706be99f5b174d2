import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs'
import { onTestFinished } from 'vitest'

const FOLDER = '/proc/self/fd'

/** `undefined` where the two below can be had. */
export const whyNoOpenFiles = process.platform === 'linux' ? undefined : 'only Linux shows them, in /proc'

const targetOf = (name: string): string => {
  try {
    return readlinkSync(`${FOLDER}/${name}`)
  } catch {
    // The listing's own, closed by now.
    return ''
  }
}

/** How often this process has a file open whose path begins like that. */
export const timesOpen = (path: string): number =>
  readdirSync(FOLDER).filter((name) => targetOf(name).startsWith(path)).length

/** The same file by a name on a file system that never has a block free. */
export function withoutRoom(path: string): string {
  const file = openSync(path, 'r+')
  onTestFinished(() => closeSync(file))
  return `${FOLDER}/${file}`
}
