import { fail, ok } from '../../shared/result.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import { parseApiRoot } from '../platform/api-root.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { type ConnectionKeeper, connectionTroubleOf, createConnectionKeeper } from '../secrets/connection-keeper.ts'
import { accountOf } from '../secrets/credentials.ts'
import { type ProvisionTrouble, provision } from '../secrets/provision.ts'
import type { SecretStore } from '../secrets/secret-store.ts'

/** While the keychain refuses, a file is offered to it again so often: each time it may ask a person for its password. */
const OFFER_AGAIN_MS = 5_000

export type StoredConnectionParts = {
  readonly profile: string
  /** A file of credentials to take in first, from the command line. */
  readonly provisionFile: string | undefined
  readonly store: SecretStore
  /** Monotonic ms. */
  readonly now: () => number
  readonly log: Log
}

export type StoredConnection = {
  readonly connection: ConnectionSource
  /** What a new file brought along, once; never, when there is no new file. */
  readonly settings: Promise<SettingsPatch | undefined>
}

/**
 * The connection as the keychain holds it, after the file of the command line went in. The order is: store, read back,
 * erase from the file; while the keychain refuses nothing is written anywhere, and the file waits as it is.
 */
export function openStoredConnection({
  profile,
  provisionFile,
  store,
  now,
  log,
}: StoredConnectionParts): StoredConnection {
  const account = accountOf(profile)
  const keeper = createConnectionKeeper({ store, account, monotonicNow: now })
  const settings = Promise.withResolvers<SettingsPatch | undefined>()
  if (provisionFile === undefined) {
    settings.resolve(undefined)
    return { connection: keeper.connection, settings: settings.promise }
  }

  const offer = async (): ReturnType<ConnectionSource> => {
    const taken = await provision({ path: provisionFile, store, account, readApiUrl: parseApiRoot })
    if (taken.ok) {
      log.info('provisioned', { state: taken.value.isNew ? 'new' : 'known' })
      keeper.use(taken.value.credentials)
      settings.resolve(taken.value.isNew ? taken.value.settings : undefined)
      return ok(taken.value.credentials)
    }
    log.error('provisioning-failed', { code: taken.code, problem: taken.message })
    return withoutFile(keeper, taken.code)
  }

  let offered: ReturnType<ConnectionSource> | undefined
  let refusedAt: number | undefined
  return {
    settings: settings.promise,
    connection: async () => {
      if (offered === undefined || (refusedAt !== undefined && now() - refusedAt >= OFFER_AGAIN_MS)) {
        refusedAt = undefined
        offered = offer()
      }
      const answer = await offered
      if (answer.ok) return keeper.connection()
      refusedAt ??= now()
      return answer
    },
  }
}

/** A file that cannot be used leaves what is stored; a keychain that cannot be used leaves nothing. */
async function withoutFile(keeper: ConnectionKeeper, trouble: ProvisionTrouble): ReturnType<ConnectionSource> {
  switch (trouble) {
    case 'locked':
    case 'absent':
    case 'denied':
    case 'failing':
      return fail(connectionTroubleOf(trouble), 'the keychain took no credentials')
    case 'garbled':
    case 'unreadable':
    case 'unwritable':
    case 'malformed':
    case 'not-erased':
      return keeper.connection()
  }
}
