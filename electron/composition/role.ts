import { createKeytarStore } from '../secrets/keytar-store.ts'
import { openRoleFile } from '../storage/role-file.ts'
import { type AppCore, type AppCoreParts, openAppCore } from './app-core.ts'
import { connectJoinedStation } from './joined-link.ts'
import { eraseScreenFiles, openScreenCore } from './screen-core.ts'

/** The core of a station, or of a screen where this profile has joined one. Practice has a profile of its own. */
export function openCoreByRole(parts: AppCoreParts): AppCore {
  const { profile, rehearsal } = parts
  const role = openRoleFile(profile)
  if (rehearsal || role.joinedStation() === undefined) {
    // Of a station that was left: its orders name customers.
    eraseScreenFiles(profile)
    return openAppCore(parts)
  }
  const secrets = createKeytarStore()
  return openScreenCore({
    ...parts,
    leave() {
      role.saveJoinedStation(undefined)
      parts.log.info('station-left')
      parts.restart()
    },
    connect: connectJoinedStation({ role, secrets, profile }),
    isHeldUp: secrets.hasUnansweredCall,
  })
}
