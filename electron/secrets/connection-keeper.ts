import { fail, ok, type Result } from '../../shared/result.ts'
import { type Credentials, type CredentialsTrouble, readCredentials } from './credentials.ts'
import type { SecretStore } from './secret-store.ts'

/** Why there is no connection; codes of the platform client and of the freshness badge. */
export type ConnectionTrouble = 'not-configured' | `keychain-${CredentialsTrouble}`

export type ConnectionKeeper = {
  /** From memory after the first read. While reading fails, the keychain is asked again every 5 s at most. */
  connection(): Promise<Result<Credentials, ConnectionTrouble>>
  /** Uses new credentials of the set-up or of a provisioning file, without asking the keychain. */
  use(credentials: Credentials): void
  /** Drops what is in memory: the next call asks the keychain. */
  forget(): void
}

/** An unlocked keychain is detected within this time. A prompt must not appear at every poll. */
const ASK_AGAIN_MS = 5_000

/** @param monotonicNow milliseconds of the monotonic clock */
export function createConnectionKeeper(parts: {
  readonly store: SecretStore
  readonly account: string
  readonly monotonicNow: () => number
}): ConnectionKeeper {
  let known: Credentials | undefined
  let asking: Promise<Result<Credentials, ConnectionTrouble>> | undefined
  let failed: { readonly result: Result<Credentials, ConnectionTrouble>; readonly at: number } | undefined

  const ask = async (): Promise<Result<Credentials, ConnectionTrouble>> => {
    const read = await readCredentials(parts.store, parts.account)
    asking = undefined
    // The set-up has stored credentials meanwhile.
    if (known !== undefined) return ok(known)
    if (read.ok && read.value !== undefined) {
      known = read.value
      return ok(known)
    }
    const result = read.ok
      ? fail<ConnectionTrouble>('not-configured', 'no credentials are stored')
      : fail(connectionTroubleOf(read.code), read.message)
    failed = { result, at: parts.monotonicNow() }
    return result
  }

  return {
    async connection() {
      if (known !== undefined) return ok(known)
      if (failed !== undefined && parts.monotonicNow() - failed.at < ASK_AGAIN_MS) return failed.result
      asking ??= ask()
      return asking
    },
    use(credentials) {
      known = credentials
    },
    forget() {
      known = undefined
      failed = undefined
    },
  }
}

export const connectionTroubleOf = (trouble: CredentialsTrouble): ConnectionTrouble => `keychain-${trouble}`
