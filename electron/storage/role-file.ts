import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isNameTaken } from '../files/name-conflicts.ts'
import { readText } from '../files/regular-file.ts'
import { replaceFile, syncFolder } from './durable-files.ts'
import { checksumOf } from './sealed-table.ts'

/** Files of earlier versions have no checksum. */
const checksumSchema = z.object({ checksum: z.number().optional() })

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
export interface RoleFile {
  /** `undefined`: this program is a main computer, or neither file can be read. */
  mainComputer(): string | undefined
  saveMainComputer(joinedStation: string): void
  /** Ends the role of a screen. Its files are erased at the next start. */
  leave(): void
  hasLeft(): boolean
  /** Makes this screen the main computer. The prepared ledger is placed at the next start. */
  becomeMain(): void
  isBecomingMain(): boolean
  /** False: there is a file, and neither can be read. */
  isKnown(): boolean
  /** Removes the files. Call after the screen's files were erased. */
  clearRole(): void
}

/**
 * Opens the two files, each with a checksum. One that is damaged, missing or older than the other is written again, so that
 * both can be read.
 */
export function openRoleFile(profile: string): RoleFile {
  const path = join(profile, ROLE_FILE)
  const copy = join(profile, ROLE_COPY)
  // Parsed first: the order of the fields is then the schema's.
  const checksumOfRole = (role: Role): number => checksumOf('role', [JSON.stringify(schema.parse(role))])

  const readFile = (file: string): Role | undefined => {
    try {
      const content: unknown = JSON.parse(readText(file))
      const role = schema.parse(content)
      const { checksum } = checksumSchema.parse(content)
      return checksum === undefined || checksum === checksumOfRole(role) ? role : undefined
    } catch {
      return undefined
    }
  }
  const writeFile = (file: string, role: Role): void =>
    replaceFile(file, JSON.stringify({ ...role, checksum: checksumOfRole(role) }))
  const read = (): Role | undefined => readFile(path) ?? readFile(copy)
  const write = (role: Role): void => {
    for (const file of [path, copy]) writeFile(file, role)
  }

  const known = read()
  for (const file of [path, copy]) {
    try {
      if (known !== undefined && !isDeepStrictEqual(readFile(file), known)) writeFile(file, known)
    } catch {
      // The disk refuses it. The other file is used, and the next start tries again.
    }
  }
  return {
    mainComputer() {
      const role = read()
      return role !== undefined && 'joinedStation' in role ? role.joinedStation : undefined
    },
    saveMainComputer: (joinedStation) => write({ joinedStation }),
    leave: () => write({ hasLeft: true }),
    hasLeft() {
      const role = read()
      return role !== undefined && 'hasLeft' in role
    },
    becomeMain: () => write({ isBecoming: true }),
    isBecomingMain() {
      const role = read()
      return role !== undefined && 'isBecoming' in role
    },
    isKnown: () => read() !== undefined || ![path, copy].some(isNameTaken),
    clearRole() {
      // A copy alone would bring back a role that has ended.
      rmSync(copy, { recursive: true, force: true })
      rmSync(path, { recursive: true, force: true })
      syncFolder(profile)
    },
  }
}
