import { DEFAULT_SPOKEN, type ProfileName, type Spoken } from '../../../shared/contract/platforms.ts'
import { dialectSchema } from '../../../shared/contract/settings.ts'
import type { Result } from '../../../shared/result.ts'
import { type ApiRoot, type ApiRootFault, isLoopback, parseApiRoot, parseHostRoot } from '../api-root.ts'
import { type Connection, spokenOf } from '../connection.ts'
import type { Dialect, Lessons } from './dialect.ts'
import { IFOOD, IFOOD_MODULES, IFOOD_ROOT } from './ifood/ifood.ts'
import { openDelivery1 } from './open-delivery-1/open-delivery-1.ts'
import { type HostOf1, PROFILES } from './open-delivery-1/profiles.ts'
import { type Deviations, openDelivery2 } from './open-delivery-2/open-delivery-2.ts'

const AS_DOCUMENTED = dialectSchema.parse({})

const nothingLearned = (): boolean => false

/** The dialect of a connection. @param settings how a host of v2 deviates from it @param has whether a host of 1.x has a habit */
export function dialectOf(
  connection: Pick<Connection, 'spoken'>,
  settings: Deviations = AS_DOCUMENTED,
  has: Lessons['has'] = nothingLearned,
): Dialect {
  const { dialect, profile } = spokenOf(connection)
  if (dialect === 'ifood') return IFOOD
  return dialect === 'open-delivery-1' ? openDelivery1(hostOf1(profile), has) : openDelivery2(settings)
}

/** A stored profile that fits no host of 1.x counts as any other one. */
const hostOf1 = (profile: ProfileName): HostOf1 => (profile === 'ifood' ? 'generic' : profile)

/** The fewest seconds between two polls of this host. An address of this computer has no floor: nothing else uses it. */
export const pollFloorOf = ({ dialect, profile }: Spoken, host: string): number =>
  dialect === 'open-delivery-1' && !isLoopback(host) ? PROFILES[hostOf1(profile)].pollFloorSeconds : 0

/** The most seconds between two polls: iFood counts a shop as present by its polls (docs/protocol.md, "iFood"). */
export const pollMostOf = ({ dialect }: Spoken): number => (dialect === 'ifood' ? 30 : Number.POSITIVE_INFINITY)

/** Reads a pasted address; an empty one is that of the profile. Only that of v2 has a secret part. */
export function readRoot(pasted: string, { dialect, profile }: Spoken): Result<ApiRoot, ApiRootFault> {
  if (dialect === 'open-delivery-2') return parseApiRoot(pasted)
  const isEmpty = pasted.trim() === ''
  if (dialect === 'ifood') return parseHostRoot(isEmpty ? IFOOD_ROOT : pasted, IFOOD_MODULES)
  return parseHostRoot(isEmpty ? (PROFILES[hostOf1(profile)].root ?? '') : pasted)
}

/** Minutes within which a known host expects an order to be accepted; `undefined`: no host is known. */
export const acceptMinutesOf = (spoken: Spoken = DEFAULT_SPOKEN): number | undefined =>
  spoken.profile === 'generic' ? undefined : PROFILES[hostOf1(spoken.profile)].acceptMinutes
