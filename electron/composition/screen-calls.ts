import { fail } from '../../shared/result.ts'
import type { ScreenCalls } from '../ipc/handlers.ts'
import type { Log } from '../logging/log-port.ts'
import { createJoinDesk } from '../pairing/join-desk.ts'
import { createScreensDesk } from '../pairing/screens-desk.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { openRoleFile } from '../storage/role-file.ts'
import { lanAddresses } from '../webhook/lan-addresses.ts'
import { linkAccountOf } from './link-account.ts'
import type { StationScreens } from './station-screens.ts'

/** A station's calls about screens: its own, and becoming a screen itself. */
export function createScreenCalls(parts: {
  readonly screens: () => StationScreens | undefined
  /** Absent in a practice, which keeps nothing. */
  readonly secrets: SecretStore | undefined
  /** Whether the PIN lets a person in now. */
  readonly isOpen: () => boolean
  readonly profile: string
  readonly restart: () => void
  readonly log: Log
}): ScreenCalls {
  const { screens, secrets, isOpen, profile, restart, log } = parts
  const desk = createScreensDesk({ screens, isOpen, lanAddresses, log })
  if (secrets === undefined) return { ...desk, join: async () => fail('not-allowed', 'A practice joins no station') }
  const { join } = createJoinDesk({
    store: secrets,
    account: linkAccountOf(profile),
    joined: openRoleFile(profile),
    onJoined: restart,
    log,
  })
  return { ...desk, join }
}
