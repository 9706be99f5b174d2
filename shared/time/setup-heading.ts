import type { Trouble } from './freshness.ts'

/** What a missing connection is called, as a key of the texts about freshness. Only some troubles are solved by the set-up. */
export function setupHeading(
  trouble: Trouble | undefined,
): 'setup' | 'refused' | 'locked' | 'keychain' | 'inUse' | 'handedOver' | 'paused' | 'twice' {
  switch (trouble) {
    case 'keychain-locked':
      return 'locked'
    case 'keychain-absent':
    case 'keychain-denied':
    case 'keychain-failing':
    case 'keychain-no-library':
    case 'keychain-no-session':
      return 'keychain'
    case 'credential-in-use':
      return 'inUse'
    case 'handed-over':
      return 'handedOver'
    case 'credential-twice':
      return 'twice'
    case 'connection-paused':
      return 'paused'
    case 'credentials-refused':
    case 'secret-replaced':
      return 'refused'
    default:
      return 'setup'
  }
}
