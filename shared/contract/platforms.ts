/** The platforms that can be connected. Windows import this file, so it has no schemas. */

/** How a platform is spoken to: one folder each below electron/platform/dialects. In the sequence in which a test seeks them. */
export const DIALECT_NAMES = ['open-delivery-1', 'ifood', 'open-delivery-2'] as const
export type DialectName = (typeof DIALECT_NAMES)[number]

/** Known hosts and their names, as they write them, in the order in which the set-up offers them. */
export const PLATFORM_NAMES = { '99food': '99Food', keeta: 'Keeta', aiqfome: 'aiqfome', ifood: 'iFood' } as const

/** A known host; `generic`: any other. */
export type ProfileName = keyof typeof PLATFORM_NAMES | 'generic'
// `Object.keys` loses the names.
export const PROFILE_NAMES = [...Object.keys(PLATFORM_NAMES), 'generic'] as readonly ProfileName[]

/** Habits of a host of Open Delivery 1.x that its answers show: codes of 1.0.0, and orders without `/orders` in their address. */
export const LESSONS = ['old-spelling', 'orders-at-root'] as const
export type Lesson = (typeof LESSONS)[number]

/** The dialect of a connection, and the host's own habits within it. */
export type Spoken = { readonly dialect: DialectName; readonly profile: ProfileName }

/** A platform that was given without a dialect. */
export const DEFAULT_SPOKEN: Spoken = { dialect: 'open-delivery-2', profile: 'generic' }

/** iFood speaks its own dialect, another given profile 1.x, and a platform without either v2. */
export function spokenBy(profile?: ProfileName, dialect?: DialectName): Spoken {
  if (profile === 'ifood' || dialect === 'ifood') return { dialect: 'ifood', profile: 'ifood' }
  const { dialect: usual, profile: none } = DEFAULT_SPOKEN
  return { dialect: dialect ?? (profile === undefined ? usual : 'open-delivery-1'), profile: profile ?? none }
}

export const isSameSpoken = (one: Spoken, other: Spoken): boolean =>
  one.dialect === other.dialect && one.profile === other.profile
