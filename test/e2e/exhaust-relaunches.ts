import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Uses up the budget of relaunches, so that the program does not relaunch itself and the test starts it again. */
export function exhaustRelaunches(profile: string): void {
  const now = Date.now()
  writeFileSync(join(profile, 'relaunches.json'), JSON.stringify([now, now, now]))
}
