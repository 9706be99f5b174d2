import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Says that everything of a kitchen beside it is to be erased: survives a power cut in the middle. */
const MARK = 'erase-this-kitchen'
/** What this program writes into a profile. Files of others, Chromium's included, stay. */
const OURS =
  /^(ledger|cache|screen|screen-board)\.db|^(backups|quarantine|logs|running)$|^(relaunches|updates|update-trial|role)\.json|^\.updaterId$|^(setup-)?practice-/

/** Notes it durably enough: the next start does what this one cannot finish. */
export function markForErasure(profile: string): void {
  writeFileSync(join(profile, MARK), '')
}

/** Erases what is marked; false when nothing is. To be called while no file of the profile is open. */
export function eraseIfMarked(profile: string): boolean {
  if (!existsSync(join(profile, MARK))) return false
  for (const name of readdirSync(profile)) {
    if (OURS.test(name)) rmSync(join(profile, name), { recursive: true, force: true, maxRetries: 3 })
  }
  rmSync(join(profile, MARK), { force: true })
  return true
}
