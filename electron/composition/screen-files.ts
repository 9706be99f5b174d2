import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_SUFFIXES } from '../storage/durable-files.ts'

/** In the profile of a screen. */
export const SCREEN_FILES = {
  store: 'screen.db',
  board: 'screen-board.db',
  /** The copies that it keeps for its station. */
  copies: 'station-copies',
} as const

/** Removes what a screen keeps. To be called while none of it is open. */
export function eraseScreenFiles(profile: string): void {
  for (const file of [SCREEN_FILES.store, SCREEN_FILES.board]) {
    for (const suffix of DATABASE_SUFFIXES) rmSync(join(profile, `${file}${suffix}`), { force: true })
  }
  rmSync(join(profile, SCREEN_FILES.copies), { recursive: true, force: true })
}
