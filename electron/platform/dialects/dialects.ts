import { DEFAULT_SPOKEN, type Spoken } from '../../../shared/contract/platforms.ts'
import { dialectSchema } from '../../../shared/contract/settings.ts'
import type { Result } from '../../../shared/result.ts'
import { type ApiRoot, type ApiRootFault, isLoopback, parseApiRoot, parseHostRoot } from '../api-root.ts'
import { type Connection, spokenOf } from '../connection.ts'
import type { Dialect, Lessons } from './dialect.ts'
import { openDelivery1 } from './open-delivery-1/open-delivery-1.ts'
import { PROFILES } from './open-delivery-1/profiles.ts'
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
  return dialect === 'open-delivery-1' ? openDelivery1(profile, has) : openDelivery2(settings)
}

/** The fewest seconds between two polls of this host. An address of this computer has no floor: nothing else uses it. */
export const pollFloorOf = ({ dialect, profile }: Spoken, host: string): number =>
  dialect === 'open-delivery-1' && !isLoopback(host) ? PROFILES[profile].pollFloorSeconds : 0

/** Reads a pasted address; an empty one is that of the profile. Only that of v2 has a secret part. */
export function readRoot(pasted: string, { dialect, profile }: Spoken): Result<ApiRoot, ApiRootFault> {
  if (dialect === 'open-delivery-2') return parseApiRoot(pasted)
  return parseHostRoot(pasted.trim() === '' ? (PROFILES[profile].root ?? '') : pasted)
}

/** Minutes within which a known host expects an order to be accepted; `undefined`: no host is known. */
export const acceptMinutesOf = (spoken: Spoken = DEFAULT_SPOKEN): number | undefined =>
  spoken.profile === 'generic' ? undefined : PROFILES[spoken.profile].acceptMinutes
