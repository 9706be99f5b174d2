/** The platforms that can be connected. Windows import this file, so it has no schemas. */

/** How a platform is spoken to: one folder each below electron/platform/dialects. */
export const DIALECT_NAMES = ['open-delivery-2', 'open-delivery-1', 'ifood'] as const
export type DialectName = (typeof DIALECT_NAMES)[number]

/** Known hosts; `generic`: any other. */
export const PROFILE_NAMES = ['generic', '99food', 'keeta', 'aiqfome', 'ifood'] as const
export type ProfileName = (typeof PROFILE_NAMES)[number]

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
