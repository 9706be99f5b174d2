import type { ProfileName } from '../../../../shared/contract/platforms.ts'

export type HostOf1 = Exclude<ProfileName, 'ifood'>

/** What distinguishes a known host of Open Delivery 1.x (docs/protocol.md, "Open Delivery 1.x"). */
type Profile = {
  /** Where the host answers; absent: every shop has its own address. */
  readonly root?: string
  readonly grantType: 'client_credentials' | 'app_level_token'
  /** The grant of software that the host approved earlier, when it refuses the other with 400. */
  readonly olderGrantType?: 'client_credentials'
  readonly tokenBody: 'form' | 'json'
  /** Every request is signed. */
  readonly isSigned: boolean
  /** Fewest seconds between two polls. */
  readonly pollFloorSeconds: number
  readonly acceptMinutes: number
  /** A step that was made before is refused with 400. */
  readonly refusesRepeats?: true
  /** Polls name the time from which they want events: so many hours ago. */
  readonly pollsFromHours?: number
}

const GENERIC: Profile = {
  grantType: 'client_credentials',
  tokenBody: 'form',
  isSigned: false,
  pollFloorSeconds: 1,
  acceptMinutes: 8,
}

export const PROFILES: Readonly<Record<HostOf1, Profile>> = {
  generic: GENERIC,
  '99food': { ...GENERIC, root: 'https://openapi.99food.com/v4/opendelivery', pollsFromHours: 24 },
  keeta: {
    root: 'https://open.mykeeta.com/api/open/opendelivery',
    grantType: 'app_level_token',
    olderGrantType: 'client_credentials',
    tokenBody: 'json',
    isSigned: true,
    pollFloorSeconds: 30,
    acceptMinutes: 5,
    refusesRepeats: true,
  },
  aiqfome: { ...GENERIC, root: 'https://plataforma.aiqfome.com/api/od', acceptMinutes: 10 },
}
