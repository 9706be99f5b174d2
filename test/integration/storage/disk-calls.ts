import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { onTestFinished } from 'vitest'

type Call = 'openSync' | 'closeSync' | 'fsyncSync' | 'renameSync' | 'chmodSync' | 'accessSync' | 'statfsSync'

/** Restores the function of the file system after the test. */
function restored(name: Call): void {
  const own = fs[name]
  onTestFinished(() => {
    Object.assign(fs, { [name]: own })
    syncBuiltinESMExports()
  })
}

/** Records all later calls to the disk in order, with the last part of each path. The calls are still executed. */
export function recordDiskCalls(): readonly string[] {
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

/** From now on these calls fail with `code` if `isMeant` returns true for their first path. */
export function refuse(
  name: 'openSync' | 'renameSync' | 'chmodSync' | 'accessSync',
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

/** From now on the file system reports full disks, until the returned function is called. The disks are not full. */
export function reportFullDisks(): () => void {
  restored('statfsSync')
  const own = fs.statfsSync
  const report = (bavail: number | undefined): void => {
    const statfsSync = (...args: Parameters<typeof own>) => ({
      ...own(...args),
      ...(bavail === undefined ? {} : { bavail }),
    })
    Object.assign(fs, { statfsSync })
    syncBuiltinESMExports()
  }
  report(0)
  return () => report(undefined)
}
