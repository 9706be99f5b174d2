import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'

type Entry = Readonly<{
  files?: Readonly<Record<string, Entry>>
  link?: string
  unpacked?: boolean
  offset?: string
  size?: number
  executable?: boolean
}>

// The archive starts with two Chromium pickles: the size of the header, and the header itself, which is a JSON string.
// The files follow.
const SIZE_PICKLE_BYTES = 8
const HEADER_SIZE_AT = 4
const JSON_LENGTH_AT = 4
const JSON_AT = 8

/**
 * Extracts an archive into a folder named app.asar, once for equal content. `app.asar.unpacked` is linked beside it and its
 * files are copied into it. Electron reads the archive in place; Node cannot.
 */
export const extractAsar = (archive: string): string => {
  const file = openSync(archive, 'r')
  try {
    const read = (position: number, size: number): Buffer => {
      const buffer = Buffer.alloc(size)
      if (readSync(file, buffer, 0, size, position) !== size) throw new Error(`${archive} is truncated`)
      return buffer
    }
    const headerSize = read(0, SIZE_PICKLE_BYTES).readUInt32LE(HEADER_SIZE_AT)
    const header = read(SIZE_PICKLE_BYTES, headerSize)
    const json = header.subarray(JSON_AT, JSON_AT + header.readUInt32LE(JSON_LENGTH_AT))
    // The header has the hash of every packed file. It has no hash of the unpacked files, so the path is hashed too.
    const name = createHash('sha256').update(json).update(realpathSync(archive)).digest('hex').slice(0, 24)
    const cache = join(tmpdir(), `electron-host-asar-${userInfo().uid}-${name}`)
    const target = join(cache, 'app.asar')
    if (existsSync(target)) return target
    const unpacked = `${archive}.unpacked`
    const work = mkdtempSync(`${cache}-`)
    const write = (entry: Entry, path: string, inside: string): void => {
      if (entry.files !== undefined) {
        mkdirSync(path, { recursive: true })
        for (const [child, childEntry] of Object.entries(entry.files))
          write(childEntry, join(path, child), join(inside, child))
      } else if (entry.link !== undefined)
        symlinkSync(relative(dirname(path), join(work, 'app.asar', entry.link)), path)
      else if (entry.unpacked === true) copyFileSync(join(unpacked, inside), path)
      else {
        const content = read(SIZE_PICKLE_BYTES + headerSize + Number(entry.offset ?? 0), entry.size ?? 0)
        writeFileSync(path, content, { mode: entry.executable === true ? 0o755 : 0o644 })
      }
    }
    write(JSON.parse(json.toString('utf8')) as Entry, join(work, 'app.asar'), '')
    if (existsSync(unpacked)) symlinkSync(realpathSync(unpacked), join(work, 'app.asar.unpacked'))
    try {
      renameSync(work, cache)
    } catch (error) {
      // Another process extracted the same archive first.
      rmSync(work, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
    return target
  } finally {
    closeSync(file)
  }
}
