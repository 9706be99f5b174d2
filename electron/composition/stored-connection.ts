import { fail, ok } from '../../shared/result.ts'
import type { SettingsPatch } from '../../shared/settings.ts'
import type { Log } from '../logging/log-port.ts'
import { parseApiRoot } from '../platform/api-root.ts'
import type { ConnectionSource } from '../platform/connection.ts'
import { type ConnectionKeeper, connectionTroubleOf, createConnectionKeeper } from '../secrets/connection-keeper.ts'
import { accountOf, writeCredentials } from '../secrets/credentials.ts'
import { createMemoryStore } from '../secrets/memory-store.ts'
import { type ProvisionTrouble, provision } from '../secrets/provision.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { KeptConnection } from '../setup/setup-desk.ts'

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

export type StoredConnection = KeptConnection & {
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
  /** For credentials that somebody chose to keep until the program ends, where there is no keychain. */
  const thisRun = createMemoryStore()
  let chosenPlace: ReturnType<KeptConnection['keptIn']>
  let isInUse = false

  const keeping: KeptConnection = {
    async connection() {
      const answer = await (chosenPlace === undefined ? offered() : keeper.connection())
      isInUse = answer.ok
      return answer
    },
    async keep(connection, where) {
      const written = await writeCredentials(where === 'keychain' ? store : thisRun, account, connection)
      // What was just written is read back as written or not at all: nothing else can be garbled.
      if (!written.ok) return fail(written.code === 'garbled' ? 'failing' : written.code, written.message)
      keeper.use(connection)
      chosenPlace = where
      return ok(null)
    },
    keptIn: () => chosenPlace ?? (isInUse ? 'keychain' : undefined),
  }
  let offered: ConnectionSource = keeper.connection
  if (provisionFile === undefined) {
    settings.resolve(undefined)
    return { ...keeping, settings: settings.promise }
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

  let offering: ReturnType<ConnectionSource> | undefined
  let refusedAt: number | undefined
  offered = async () => {
    if (offering === undefined || (refusedAt !== undefined && now() - refusedAt >= OFFER_AGAIN_MS)) {
      refusedAt = undefined
      offering = offer()
    }
    const answer = await offering
    if (answer.ok) return keeper.connection()
    refusedAt ??= now()
    return answer
  }
  return { ...keeping, settings: settings.promise }
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
