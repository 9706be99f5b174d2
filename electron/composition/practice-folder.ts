import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes an empty folder for the databases of a practice, below `profile`. Folders with the same prefix are removed before:
 * practices that crashed left them, and only one instance of the program uses the profile. Throws what the system throws.
 */
export function makePracticeFolder(profile: string, prefix: string): string {
  mkdirSync(profile, { recursive: true })
  for (const name of readdirSync(profile)) {
    if (name.startsWith(prefix)) rmSync(join(profile, name), { recursive: true, force: true })
  }
  return mkdtempSync(join(profile, prefix))
}
