import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The budget of relaunches is used up, so that the program stays and is opened anew by the test. */
export function keepFromRelaunch(profile: string): void {
  const now = Date.now()
  writeFileSync(join(profile, 'relaunches.json'), JSON.stringify([now, now, now]))
}
