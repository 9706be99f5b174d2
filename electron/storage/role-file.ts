import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder, placeFile, syncFolder } from './durable-files.ts'

/** In the profile. Without it the program is a station. */
export const ROLE_FILE = 'role.json'
const FILE_MODE = 0o600

const schema = z.union([
  z.object({ joinedStation: z.string() }),
  z.object({ hasLeft: z.literal(true) }),
  z.object({ isBecoming: z.literal(true) }),
])

/** Whether this program is a screen, and of which station, in words of `pairing/`. Each write is durable when it returns. */
export type RoleFile = {
  /** `undefined`: this program is a station, or the file cannot be read. */
  joinedStation(): string | undefined
  saveJoinedStation(text: string): void
  /** A person has ended the role of a screen: what it keeps is to be erased at the next start. */
  leave(): void
  hasLeft(): boolean
  /** A person has made this screen the station: the prepared ledger is placed at the next start. */
  becomeStation(): void
  isBecomingStation(): boolean
  /** What the screen kept is erased. */
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
