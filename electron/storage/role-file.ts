import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isNameTaken, makeFolder } from '../files/name-conflicts.ts'
import { readText, writePrivateFile } from '../files/regular-file.ts'
import { placeFile, syncFolder } from './durable-files.ts'
import { checksumOf } from './sealed-table.ts'

/** Files of earlier versions have no checksum. */
const checksumSchema = z.object({ checksum: z.number().optional() })

type CopiedRecordParts<T> = {
  readonly name: string
  readonly path: string
  /** Used when the first file is damaged or gone. */
  readonly copy: string
  readonly schema: z.ZodType<T>
}

/** A small record in two files, each with a checksum. */
type CopiedRecord<T> = {
  /** `undefined`: neither file can be read. */
  read(): T | undefined
  /** Durable when it returns. @throws when the disk cannot be written */
  write(record: T): void
  /** Writes a file again that is damaged, missing or older than the other. */
  repair(): void
  /** @throws when a file cannot be removed */
  remove(): void
}

function createCopiedRecord<T extends object>({ name, path, copy, schema }: CopiedRecordParts<T>): CopiedRecord<T> {
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

/** Name of the file in the profile. Without it the program is a main computer. */
export const ROLE_FILE = 'role.json'
/**
 * Used when the first file is damaged or gone: without a role, a screen would start as a main computer and send no tap.
 */
export const ROLE_COPY = 'role-copy.json'

const schema = z.union([
  z.object({ joinedStation: z.string() }),
  z.object({ hasLeft: z.literal(true) }),
  z.object({ isBecoming: z.literal(true) }),
])
type Role = z.infer<typeof schema>
/** The role of this program: main computer, or screen of a main computer. Each write is durable when it returns. */
export type RoleFile = ReturnType<typeof openRoleFile>

/** Opens the files. One that is damaged, missing or older than the other is written again, so that both can be read. */
export function openRoleFile(profile: string) {
  const record = createCopiedRecord({
    name: 'role',
    path: join(profile, ROLE_FILE),
    copy: join(profile, ROLE_COPY),
    schema,
  })
  const { read } = record
  const write = (role: Role): void => {
    makeFolder(profile)
    record.write(role)
  }
  record.repair()
  return {
    /** `undefined`: this program is a main computer, or neither file can be read. */
    mainComputer(): string | undefined {
      const role = read()
      return role !== undefined && 'joinedStation' in role ? role.joinedStation : undefined
    },
    saveMainComputer: (joinedStation: string): void => write({ joinedStation }),
    /** Ends the role of a screen. Its files are erased at the next start. */
    leave: (): void => write({ hasLeft: true }),
    hasLeft(): boolean {
      const role = read()
      return role !== undefined && 'hasLeft' in role
    },
    /** Makes this screen the main computer. The prepared ledger is placed at the next start. */
    becomeMain: (): void => write({ isBecoming: true }),
    isBecomingMain(): boolean {
      const role = read()
      return role !== undefined && 'isBecoming' in role
    },
    /** False: there is a file, and neither can be read. */
    isKnown: (): boolean =>
      read() !== undefined || ![ROLE_FILE, ROLE_COPY].some((file) => isNameTaken(join(profile, file))),
    /** Removes the files. Call after the screen's files were erased. */
    clearRole(): void {
      record.remove()
      syncFolder(profile)
    },
  }
}
