import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder, placeFile, syncFolder } from './durable-files.ts'

/** Name of the file in the profile. Without it the program is a station. */
export const ROLE_FILE = 'role.json'
const FILE_MODE = 0o600

const schema = z.union([
  z.object({ joinedStation: z.string() }),
  z.object({ hasLeft: z.literal(true) }),
  z.object({ isBecoming: z.literal(true) }),
])

/** The role of this program: station, or screen of a station. Each write is durable when it returns. */
export type RoleFile = {
  /** `undefined`: this program is a station, or the file cannot be read. */
  joinedStation(): string | undefined
  saveJoinedStation(text: string): void
  /** Ends the role of a screen. Its files are erased at the next start. */
  leave(): void
  hasLeft(): boolean
  /** Makes this screen the station. The prepared ledger is placed at the next start. */
  becomeStation(): void
  isBecomingStation(): boolean
  /** Removes the file. Call after the screen's files were erased. */
  clearRole(): void
}

export function openRoleFile(profile: string): RoleFile {
  const path = join(profile, ROLE_FILE)
  const read = (): z.infer<typeof schema> | undefined => {
    try {
      return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data
    } catch {
      return undefined
    }
  }
  const write = (role: z.infer<typeof schema>): void => {
    makeFolder(profile)
    const draft = `${path}.new`
    writeFileSync(draft, JSON.stringify(role), { mode: FILE_MODE })
    placeFile(draft, path)
  }
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
      rmSync(path, { force: true })
      syncFolder(profile)
    },
  }
}
