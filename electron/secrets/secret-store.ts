import { ok, type Result } from '../../shared/result.ts'

/**
 * Why a keychain cannot be used. `locked`: waits for its password; `denied`: by user or system; `failing`: no or an unknown
 * answer; `no-library`, `no-session`: Linux without libsecret or session bus; `too-long`: Windows has a limit.
 */
export const SECRET_TROUBLES = [
  'locked',
  'absent',
  'denied',
  'failing',
  'no-library',
  'no-session',
  'too-long',
] as const
export type SecretTrouble = (typeof SECRET_TROUBLES)[number]
type SecretState = 'available' | SecretTrouble

/**
 * A keychain. Every expected outcome is a value, none takes longer than the adapter's limit, and no message of a failure
 * repeats what was stored.
 */
export type SecretStore = {
  /** `undefined` is certain: the keychain is open and holds nothing under this account. */
  read(account: string): Promise<Result<string | undefined, SecretTrouble>>
  write(account: string, secret: string): Promise<Result<null, SecretTrouble>>
  /** Succeeds when nothing is there afterwards, whether or not something was before. */
  erase(account: string): Promise<Result<null, SecretTrouble>>
  /** Tests the keychain by storing and removing a value that is no secret. */
  state(): Promise<SecretState>
}

/** For "keep for this run only", which users choose where there is no keychain. Nothing outlives the process. */
export function createMemoryStore(): SecretStore {
  const secrets = new Map<string, string>()
  return {
    read: async (account) => ok(secrets.get(account)),
    async write(account, secret) {
      secrets.set(account, secret)
      return ok(null)
    },
    async erase(account) {
      secrets.delete(account)
      return ok(null)
    },
    state: async () => 'available',
  }
}
