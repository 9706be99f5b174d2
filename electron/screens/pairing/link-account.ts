import { accountOf } from '../../secrets/credentials.ts'

/** The keychain account of the key that proves this profile to its screens, or to its station. */
export const linkAccountOf = (profile: string): string => `${accountOf(profile)}-screens`
