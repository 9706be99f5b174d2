import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makeFolder, placeFile, syncFolder } from './durable-files.ts'

/** In the profile. Without it the program is a station. */
export const ROLE_FILE = 'role.json'
const FILE_MODE = 0o600

const schema = z.object({ joinedStation: z.string() })

/** Whether this program is a screen, and of which station, in words of `pairing/`. Each write is durable when it returns. */
export type RoleFile = {
  /** `undefined`: this program is a station. */
  joinedStation(): string | undefined
  saveJoinedStation(text: string | undefined): void
}

export function openRoleFile(profile: string): RoleFile {
  const path = join(profile, ROLE_FILE)
  return {
    joinedStation() {
      try {
        return schema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data?.joinedStation
      } catch {
        return undefined
      }
    },
    saveJoinedStation(text) {
      if (text === undefined) {
        rmSync(path, { force: true })
        syncFolder(profile)
        return
      }
      makeFolder(profile)
      const draft = `${path}.new`
      writeFileSync(draft, JSON.stringify({ joinedStation: text }), { mode: FILE_MODE })
      placeFile(draft, path)
    },
  }
}
