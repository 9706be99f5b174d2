import { DEFAULT_SPOKEN, type ProfileName, type Spoken } from '../../../shared/contract/platforms.ts'
import { dialectSchema } from '../../../shared/contract/settings.ts'
import type { Result } from '../../../shared/result.ts'
import { type ApiRoot, type ApiRootFault, isLoopback } from '../api-root.ts'
import { type Connection, spokenOf } from '../connection.ts'
import type { AcknowledgmentForm, Dialect, Lessons } from './dialect.ts'
import { IFOOD } from './ifood/ifood.ts'
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

/** How the host of a connection wants to be polled, and its events acknowledged. */
export type Conduct = {
  /** The fewest seconds between two polls; an address of this computer has no floor: nothing else uses it. */
  readonly pollFloorSeconds: number
  readonly pollMostSeconds: number
  /** The only form of acknowledgments in the dialect; `undefined`: that of the settings. */
  readonly onlyForm?: AcknowledgmentForm | undefined
}

export function conductOf(spoken: Spoken, host: string): Conduct {
  const { pollFloorSeconds = 0, pollMostSeconds = Number.POSITIVE_INFINITY, acknowledgments } = dialectOf({ spoken })
  const [form, ...others] = acknowledgments
  return {
    pollFloorSeconds: isLoopback(host) ? 0 : pollFloorSeconds,
    pollMostSeconds,
    onlyForm: others.length === 0 ? form.name : undefined,
  }
}

/** Reads a pasted address. */
export const readRoot = (pasted: string, spoken: Spoken): Result<ApiRoot, ApiRootFault> =>
  dialectOf({ spoken }).readRoot(pasted)

/** Minutes within which a known host expects an order to be accepted; `undefined`: no host is known. */
export const acceptMinutesOf = (spoken: Spoken = DEFAULT_SPOKEN): number | undefined =>
  spoken.profile === 'generic' ? undefined : PROFILES[hostOf1(spoken.profile)].acceptMinutes
