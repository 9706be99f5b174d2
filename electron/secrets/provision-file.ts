import { type FileHandle, open } from 'node:fs/promises'

const MAX_BYTES = 64 * 1_024

/** A provisioning file that stays open from reading to erasing, so that the erased file is the one that was read. */
export type ProvisionFile = {
  readonly text: string
  /** Overwrites the content in place and forces it to the disk; the old bytes do not stay behind in a freed block. */
  overwrite(text: string): Promise<void>
  close(): Promise<void>
}

/** Opens for reading and writing: a file that cannot be erased later must fail before anything is stored. Rejects. */
export async function openProvisionFile(path: string): Promise<ProvisionFile> {
  const handle = await open(path, 'r+')
  try {
    const stat = await handle.stat()
    // The reading of a pipe or of a device may never end.
    if (!stat.isFile()) throw Object.assign(new Error('no regular file'), { code: 'EINVAL' })
    if (stat.size > MAX_BYTES) throw Object.assign(new Error('the file is too big'), { code: 'EFBIG' })
    const text = await handle.readFile('utf8')
    return { text, overwrite: (next) => overwrite(handle, next), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** SECURITY: provision-file (docs/security.md). In place, to the end of the old text, and forced to the disk. */
async function overwrite(handle: FileHandle, text: string): Promise<void> {
  const { size } = await handle.stat()
  const next = Buffer.from(text)
  const padding = Buffer.alloc(Math.max(0, size - next.length), ' ')
  await handle.write(Buffer.concat([next, padding]), 0, next.length + padding.length, 0)
  await handle.sync()
  await handle.truncate(next.length)
  await handle.sync()
}
