import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { makeFolder } from '../files/name-conflicts.ts'
import { readText, writePrivateFile } from '../files/regular-file.ts'
import { checksumOf } from './checksum.ts'
import { placeFile, syncFolder } from './durable-files.ts'

/** Name of the file in the profile. Without it the program is a station. */
export const ROLE_FILE = 'role.json'
/** Used when the first file is damaged or gone: without a role, a screen would start as a station and send no tap. */
export const ROLE_COPY = 'role-copy.json'

const schema = z.union([
  z.object({ joinedStation: z.string() }),
  z.object({ hasLeft: z.literal(true) }),
  z.object({ isBecoming: z.literal(true) }),
])
type Role = z.infer<typeof schema>
/** Files of earlier versions have no checksum. */
const checksumSchema = z.object({ checksum: z.number().optional() })

const checksumOfRole = (role: Role): number => checksumOf('role', [JSON.stringify(role)])

function readRole(path: string): Role | undefined {
  try {
    const content: unknown = JSON.parse(readText(path))
    const role = schema.parse(content)
    const { checksum = checksumOfRole(role) } = checksumSchema.parse(content)
    return checksum === checksumOfRole(role) ? role : undefined
  } catch {
    return undefined
  }
}

/** The role of this program: station, or screen of a station. Each write is durable when it returns. */
export type RoleFile = {
  /** `undefined`: this program is a station, or neither file can be read. */
  joinedStation(): string | undefined
  saveJoinedStation(text: string): void
  /** Ends the role of a screen. Its files are erased at the next start. */
  leave(): void
  hasLeft(): boolean
  /** Makes this screen the station. The prepared ledger is placed at the next start. */
  becomeStation(): void
  isBecomingStation(): boolean
  /** Removes the files. Call after the screen's files were erased. */
  clearRole(): void
}

function writeRole(file: string, role: Role): void {
  const draft = `${file}.new`
  writePrivateFile(draft, JSON.stringify({ ...role, checksum: checksumOfRole(role) }))
  placeFile(draft, file)
}

/** Opens the files. One that is damaged, missing or older than the other is written again, so that both can be read. */
export function openRoleFile(profile: string): RoleFile {
  const [path, copy] = [join(profile, ROLE_FILE), join(profile, ROLE_COPY)]
  const read = (): Role | undefined => readRole(path) ?? readRole(copy)
  const write = (role: Role): void => {
    makeFolder(profile)
    for (const file of [path, copy]) writeRole(file, role)
  }
  const repair = (role: Role): void => {
    for (const file of [path, copy]) {
      try {
        if (!isDeepStrictEqual(readRole(file), role)) writeRole(file, role)
      } catch {
        // The disk refuses it. The other file is used, and the next start tries again.
      }
    }
  }
  const known = read()
  if (known !== undefined) repair(known)
  return {
    joinedStation() {
      const role = read()
      return role !== undefined && 'joinedStation' in role ? role.joinedStation : undefined
    },
    saveJoinedStation: (joinedStation) => write({ joinedStation }),
    leave: () => write({ hasLeft: true }),
    hasLeft() {
      const role = read()
      return role !== undefined && 'hasLeft' in role
    },
    becomeStation: () => write({ isBecoming: true }),
    isBecomingStation() {
      const role = read()
      return role !== undefined && 'isBecoming' in role
    },
    clearRole() {
      // A copy alone would bring back a role that has ended.
      rmSync(copy, { recursive: true, force: true })
      rmSync(path, { recursive: true, force: true })
      syncFolder(profile)
    },
  }
}
