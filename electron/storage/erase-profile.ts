import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../files/regular-file.ts'

/** This file requests the erasure of the kitchen's files in its folder. After a power cut the next start finds it. */
const MARK = 'erase-this-kitchen'
/** The files that this program writes into a profile. Other files, Chromium's included, stay. */
const OWN_FILES =
  /^(ledger|cache|screen|screen-board)\.db|^(backups|quarantine|connections|logs|running|outgoing-copies|station-copies)$|^(connections?|control|relaunches|updates|role|role-copy|handed-over|language)\.json|^(work-mark|secrets\.sealed)|^\.updaterId$|^((setup|scenario)-)?practice-/

/** Writes the mark, so that the next start completes what this one cannot finish. */
export function markForErasure(profile: string): void {
  writePrivateFile(join(profile, MARK), '')
}

/** Erases a marked profile; false when there is no mark. Call while no file of the profile is open. */
export function eraseIfMarked(profile: string): boolean {
  if (!existsSync(join(profile, MARK))) return false
  for (const name of readdirSync(profile)) {
    if (OWN_FILES.test(name)) rmSync(join(profile, name), { recursive: true, force: true, maxRetries: 3 })
  }
  rmSync(join(profile, MARK), { recursive: true, force: true })
  return true
}
