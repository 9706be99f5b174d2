import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { onTestFinished } from 'vitest'

/** Puts the file system's own functions back when the test is over. */
function restored(name: 'openSync' | 'closeSync' | 'fsyncSync' | 'renameSync' | 'chmodSync'): void {
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

/** From now on nobody may change a file's permissions. */
export function refuseChmod(): void {
  restored('chmodSync')
  fs.chmodSync = () => {
    throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM', syscall: 'chmod' })
  }
  syncBuiltinESMExports()
}
