import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

export type StorageHealth = {
  /** Databases with their logs, copies and files set aside. Only names that this program gives. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly changedAt: string }[]
  /** `undefined` when the system does not report it. */
  readonly freeBytes: number | undefined
}

const OWN_FILE = /^(ledger|cache)[\w.:+-]*$/

export async function storageHealth(folder: string): Promise<StorageHealth> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(names.filter((name) => OWN_FILE.test(name)).map((name) => factsOf(folder, name)))
  const disk = await statfs(folder).catch(() => undefined)
  return { files: files.flatMap((file) => file ?? []), freeBytes: disk && disk.bavail * disk.bsize }
}

const factsOf = (folder: string, name: string): Promise<StorageHealth['files'][number] | undefined> =>
  stat(join(folder, name)).then(
    ({ size, mtime }) => ({ name, bytes: size, changedAt: mtime.toISOString() }),
    () => undefined,
  )
