import { lookup } from 'node:dns/promises'
import { openJoinedLink, readMainComputer } from '../screens/pairing/main-computer.ts'
import { completePromotion, eraseScreenFiles, eraseSealedCopies } from '../screens/promotion.ts'
import { createKeytarStore } from '../secrets/keytar-store.ts'
import { openRoleFile, type RoleFile } from '../storage/role-file.ts'
import { type Backend, type BackendParts, openBackend } from './backend.ts'
import { openScreenBackend } from './screen-backend.ts'

/**
 * Erases the files of a screen after staff ended that role, because its orders name customers. In every other case the
 * files stay: a damaged role file must not lose taps that the main computer has not seen.
 */
export function eraseAfterLeaving(profile: string, role: RoleFile): void {
  if (!role.hasLeft()) return
  eraseScreenFiles(profile)
  role.clearRole()
}

/** The backend of a main computer, or of a screen where this profile has joined one. Practice has a profile of its own. */
export function openBackendByRole(parts: BackendParts): Backend {
  const { profile, isPractice } = parts
  const role = openRoleFile(profile)
  if (!isPractice) {
    completePromotion(profile, role, parts.clock.wall())
    eraseSealedCopies(profile, parts.log)
  }
  if (isPractice || role.mainComputer() === undefined) {
    eraseAfterLeaving(profile, role)
    return openBackend(parts)
  }
  const secrets = parts.secrets ?? createKeytarStore()
  const link = openJoinedLink({
    role,
    secrets,
    profile,
    lookup: async (host) => (await lookup(host, { family: 4 })).address,
    clock: parts.clock,
  })
  secrets.onNewService(() => {
    // A screen with its key in memory goes on without the keychain.
    if (link.hasKey()) return
    parts.log.warn('keychain-service-new')
    parts.restart()
  })
  return openScreenBackend({
    ...parts,
    firstRole: readMainComputer(role)?.role,
    leave() {
      role.leave()
      parts.log.info('main-computer-left')
      parts.restart()
    },
    promotion: { role, ownKey: link.ownKey, secrets, restart: parts.restart },
    link,
    isKeychainHanging: secrets.hasUnansweredCall,
  })
}
