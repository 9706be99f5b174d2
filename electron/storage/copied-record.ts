import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { readText, writePrivateFile } from '../files/regular-file.ts'
import { checksumOf } from './checksum.ts'
import { placeFile } from './durable-files.ts'

/** Files of earlier versions have no checksum. */
const checksumSchema = z.object({ checksum: z.number().optional() })

export type CopiedRecordParts<T> = {
  readonly name: string
  readonly path: string
  /** Used when the first file is damaged or gone. */
  readonly copy: string
  readonly schema: z.ZodType<T>
}

/** A small record in two files, each with a checksum. */
export type CopiedRecord<T> = {
  /** `undefined`: neither file can be read. */
  read(): T | undefined
  /** Durable when it returns. @throws when the disk cannot be written */
  write(record: T): void
  /** Writes a file again that is damaged, missing or older than the other. */
  repair(): void
  /** @throws when a file cannot be removed */
  remove(): void
}

export function createCopiedRecord<T extends object>({
  name,
  path,
  copy,
  schema,
}: CopiedRecordParts<T>): CopiedRecord<T> {
  // Parsed first: the order of the fields is then the schema's.
  const checksumOfRecord = (record: T): number => checksumOf(name, [JSON.stringify(schema.parse(record))])

  const readFile = (file: string): T | undefined => {
    try {
      const content: unknown = JSON.parse(readText(file))
      const record = schema.parse(content)
      const { checksum } = checksumSchema.parse(content)
      return checksum === undefined || checksum === checksumOfRecord(record) ? record : undefined
    } catch {
      return undefined
    }
  }
  const writeFile = (file: string, record: T): void => {
    const draft = `${file}.new`
    writePrivateFile(draft, JSON.stringify({ ...record, checksum: checksumOfRecord(record) }))
    placeFile(draft, file)
  }
  const read = (): T | undefined => readFile(path) ?? readFile(copy)

  return {
    read,
    write(record) {
      for (const file of [path, copy]) writeFile(file, record)
    },
    repair() {
      const record = read()
      if (record === undefined) return
      for (const file of [path, copy]) {
        try {
          if (!isDeepStrictEqual(readFile(file), record)) writeFile(file, record)
        } catch {
          // The disk refuses it. The other file is used, and the next start tries again.
        }
      }
    },
    remove() {
      // A copy alone would bring back a record that has ended.
      rmSync(copy, { recursive: true, force: true })
      rmSync(path, { recursive: true, force: true })
    },
  }
}
