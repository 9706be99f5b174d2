import { join } from 'node:path'
import { z } from 'zod'
import { isNameTaken, makeFolder } from '../files/name-conflicts.ts'
import { createCopiedRecord } from './copied-record.ts'
import { syncFolder } from './durable-files.ts'

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
  /** False: there is a file, and neither can be read. */
  isKnown(): boolean
  /** Removes the files. Call after the screen's files were erased. */
  clearRole(): void
}

/** Opens the files. One that is damaged, missing or older than the other is written again, so that both can be read. */
export function openRoleFile(profile: string): RoleFile {
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
    isKnown: () => read() !== undefined || ![ROLE_FILE, ROLE_COPY].some((file) => isNameTaken(join(profile, file))),
    clearRole() {
      record.remove()
      syncFolder(profile)
    },
  }
}
