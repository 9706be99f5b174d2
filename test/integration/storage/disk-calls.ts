import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { onTestFinished } from 'vitest'

type Call = 'openSync' | 'closeSync' | 'fsyncSync' | 'renameSync' | 'chmodSync' | 'statfsSync'

/** Puts the file system's own function back when the test is over. */
function restored(name: Call): void {
  const own = fs[name]
  onTestFinished(() => {
    Object.assign(fs, { [name]: own })
    syncBuiltinESMExports()
  })
}

/** What is asked of the disk from now on, in order, by the last names of the paths: the files still get it all. */
export function diskCalls(): readonly string[] {
  const calls: string[] = []
  const names = new Map<number, string>()
  const { openSync, closeSync, fsyncSync, renameSync } = fs
  for (const name of ['openSync', 'closeSync', 'fsyncSync', 'renameSync'] as const) restored(name)
  fs.openSync = (...args: Parameters<typeof openSync>) => {
    const file = openSync(...args)
    names.set(file, basename(String(args[0])))
    return file
  }
  fs.closeSync = (file) => {
    names.delete(file)
    closeSync(file)
  }
  fs.fsyncSync = (file) => {
    calls.push(`sync ${names.get(file)}`)
    fsyncSync(file)
  }
  fs.renameSync = (from, to) => {
    calls.push(`rename ${basename(String(from))} to ${basename(String(to))}`)
    renameSync(from, to)
  }
  syncBuiltinESMExports()
  return calls
}

/** From now on such calls fail with `code` where `isMeant` says so of the path that they begin with. */
export function refuse(
  name: 'openSync' | 'renameSync' | 'chmodSync',
  code: string,
  isMeant: (path: string) => boolean,
): void {
  restored(name)
  const own: (...args: never[]) => unknown = fs[name]
  const refusing = (...args: never[]): unknown => {
    if (!isMeant(String(args[0]))) return own(...args)
    throw Object.assign(new Error(`${code}: refused by the test`), { code, syscall: name.slice(0, -'Sync'.length) })
  }
  Object.assign(fs, { [name]: refusing })
  syncBuiltinESMExports()
}

/** From now on until it is given back there is no room on any disk: as the file system tells it, not as it is. */
export function tellNoRoom(): () => void {
  restored('statfsSync')
  const own = fs.statfsSync
  const tell = (bavail: number | undefined): void => {
    const told = (...args: Parameters<typeof own>) => ({ ...own(...args), ...(bavail === undefined ? {} : { bavail }) })
    Object.assign(fs, { statfsSync: told })
    syncBuiltinESMExports()
  }
  tell(0)
  return () => tell(undefined)
}
