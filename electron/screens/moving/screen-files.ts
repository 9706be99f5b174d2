import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_SUFFIXES } from '../../storage/durable-files.ts'

/** Names of a screen's files in its profile. */
export const SCREEN_FILES = {
  store: 'screen.db',
  board: 'screen-board.db',
  /** The copies of the station's ledger. */
  copies: 'station-copies',
} as const

/** Removes what a screen has of the shop's orders. Call while none of the files is open. */
export function eraseScreenOrders(profile: string): void {
  for (const suffix of DATABASE_SUFFIXES) rmSync(join(profile, `${SCREEN_FILES.board}${suffix}`), { force: true })
  rmSync(join(profile, SCREEN_FILES.copies), { recursive: true, force: true })
}

/** Removes the files of a screen. Call while none of them is open. */
export function eraseScreenFiles(profile: string): void {
  for (const suffix of DATABASE_SUFFIXES) rmSync(join(profile, `${SCREEN_FILES.store}${suffix}`), { force: true })
  eraseScreenOrders(profile)
}
