import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { KeepTrouble } from '../../shared/contract/setup.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { type Log, watchPromise } from '../logging/log-port.ts'
import type { Connection, ConnectionSource } from '../platform/connection.ts'
import { readRoot } from '../platform/dialects/dialects.ts'
import { accountOf, accountOfSlot, type CredentialsTrouble, readCredentials, writeCredentials } from './credentials.ts'
import {
  type KnownConnection,
  type ProvisionedConnection,
  type ProvisionTrouble,
  provision,
  type RecordConnections,
} from './provision.ts'
import { createMemoryStore, SECRET_TROUBLES, type SecretStore, type SecretTrouble } from './secret-store.ts'

/** Pause between attempts while the keychain refuses: each attempt may ask the user for its password. */
const RETRY_MS = 5_000

export type StoredConnection = ReturnType<typeof openStoredConnection>

/** The connection of this kitchen, for the set-up. */
export type KeptConnection = Omit<StoredConnection, 'importFile' | 'settings' | 'use'>

/** The result for a file of credentials. */
export type ProvisionReport =
  | { readonly kind: 'taken'; readonly settings: SettingsPatch | undefined; readonly isSecondStart: boolean }
  | {
      readonly kind: 'refused'
      readonly trouble: ProvisionTrouble | 'practice'
      readonly isSecondStart: boolean
      /** No credentials of an earlier start can be used in place of those of the file. */
      readonly hasNoCredentials?: boolean
    }

/**
 * The connection in the keychain, after the file of the command line was stored. Order: store, read back, erase from
 * the file. While the keychain refuses, nothing is written, and the file stays unchanged.
 */
export function openStoredConnection(parts: {
  readonly profile: string
  /** A file of credentials from the command line, to store first. */
  readonly provisionFile: string | undefined
  readonly store: SecretStore
  /** Monotonic ms. */
  readonly now: () => number
  readonly log: Log
  /** Called once for each file and outcome. */
  readonly onFile?: ((report: ProvisionReport) => void) | undefined
  /** Of the connections of the profile; absent: the first. */
  readonly slot?: Slot | undefined
  /** The connections of the kitchen; absent: this one. */
  readonly known?: (() => readonly KnownConnection[]) | undefined
  /** Makes the connections of a file known to the kitchen, before the file is erased. */
  readonly record?: RecordConnections | undefined
  /** Called with all connections of a file, when their credentials are stored. */
  readonly onConnections?: ((connections: readonly ProvisionedConnection[]) => void) | undefined
}) {
  const { profile, provisionFile, store, now, log, known, record } = parts
  const { onFile = () => undefined, onConnections = () => undefined } = parts
  const account = accountOfSlot(accountOf(profile), parts.slot ?? 1)
  const keeper = createConnectionKeeper({ store, account, monotonicNow: now })
  /** The settings of a new file, once; never resolves without a new file. */
  const settings = Promise.withResolvers<SettingsPatch | undefined>()
  /** For credentials that are kept until the program ends, where no keychain exists. */
  const runStore = createMemoryStore()
  let chosenPlace: 'keychain' | 'this-run' | undefined
  let isInUse = false

  const keeping = {
    async connection(): ReturnType<ConnectionSource> {
      if (pendingFile !== undefined && !pendingFile.isTrying && now() - pendingFile.triedAt >= RETRY_MS)
        retryInBackground(pendingFile)
      const answer = await (chosenPlace === undefined ? offered() : keeper.connection())
      isInUse = answer.ok
      return answer
    },
    /** Stores the connection and uses it from the next call on. */
    async keep(connection: Connection, where: 'keychain' | 'this-run'): Promise<Result<null, KeepTrouble>> {
      const written = await writeCredentials(where === 'keychain' ? store : runStore, account, connection)
      // The value just written is read back unchanged or not at all: it cannot be garbled.
      if (!written.ok) return fail(written.code === 'garbled' ? 'failing' : written.code, written.message)
      keeper.use(connection)
      chosenPlace = where
      return ok(null)
    },
    /** Erases the connection in the store and in memory. */
    async erase(): Promise<Result<null, KeepTrouble>> {
      const erased = await store.erase(account)
      // Credentials of this run alone need no keychain.
      if (!erased.ok && chosenPlace !== 'this-run') return erased
      await runStore.erase(account)
      pendingFile = undefined
      offered = keeper.connection
      chosenPlace = undefined
      isInUse = false
      keeper.forget()
      return ok(null)
    },
    /** Uses credentials that are stored already. */
    use(connection: Connection): void {
      keeper.use(connection)
      chosenPlace = 'keychain'
    },
    /** Where the connection in use is stored; absent without one. */
    keptIn: (): 'keychain' | 'this-run' | undefined => chosenPlace ?? (isInUse ? 'keychain' : undefined),
  }
  let offered: ConnectionSource = keeper.connection
  let pendingFile: PendingFile | undefined
  /** One file at a time: two files in parallel would undo each other. */
  const enqueue = createSerialQueue()

  const takeFile = (path: string, isSecondStart: boolean): Promise<Result<OwnPart, ProvisionTrouble>> =>
    enqueue(async () => {
      const taken = await provision({ path, store, account, known, record, readApiUrl: readRoot })
      if (taken.ok) {
        const isNew = taken.value.some((one) => one.isNew)
        const own = taken.value.find(({ slot }) => slot === 1)
        log.info('provisioned', { state: isNew ? 'new' : 'known', count: taken.value.length })
        if (own !== undefined) keeper.use(own.credentials)
        onConnections(taken.value)
        if (isNew) onFile({ kind: 'taken', settings: own?.isNew ? own.settings : undefined, isSecondStart })
        return ok(own)
      }
      log.error('provisioning-failed', { code: taken.code, problem: taken.message })
      // The credentials are in the keychain nevertheless.
      if (taken.code === 'not-erased') keeper.forget()
      return taken
    })

  const retryInBackground = (file: PendingFile): void => watchPromise(retryFile(file), log, 'provisioning-failed')
  const retryFile = async (file: PendingFile): Promise<void> => {
    file.isTrying = true
    file.triedAt = now()
    const taken = await takeFile(file.path, true).finally(() => {
      file.isTrying = false
    })
    if (taken.ok) chosenPlace = 'keychain'
    if (pendingFile === file && (taken.ok || !isKeychainTrouble(taken.code))) pendingFile = undefined
    if (taken.ok || taken.code === file.reported) return
    file.reported = taken.code
    onFile({ kind: 'refused', trouble: taken.code, isSecondStart: true })
  }
  /** Stores the file of a second start. While the keychain refuses, the connection in use stays, and the file is tried again. */
  const importFile = (path: string): void => {
    pendingFile = { path, isTrying: false, triedAt: 0, reported: undefined }
    retryInBackground(pendingFile)
  }

  if (provisionFile === undefined) {
    settings.resolve(undefined)
    return { ...keeping, importFile, settings: settings.promise }
  }

  let reported: ProvisionTrouble | undefined
  const offer = async (): ReturnType<ConnectionSource> => {
    const taken = await takeFile(provisionFile, false)
    if (taken.ok) {
      settings.resolve(taken.value?.isNew ? taken.value.settings : undefined)
      return taken.value === undefined ? keeper.connection() : ok(taken.value.credentials)
    }
    const answer = await withoutFile(keeper, taken.code)
    const hasNoCredentials = !answer.ok
    if (taken.code !== reported)
      onFile({ kind: 'refused', trouble: taken.code, isSecondStart: false, hasNoCredentials })
    reported = taken.code
    return answer
  }

  const offeredByFile = repeatedAfterPause(offer, now)
  offered = async () => {
    const answer = await offeredByFile()
    return answer.ok ? keeper.connection() : answer
  }
  return { ...keeping, importFile, settings: settings.promise }
}

/** What a file has for the first connection; `undefined`: nothing. */
type OwnPart = ProvisionedConnection | undefined

type PendingFile = {
  readonly path: string
  isTrying: boolean
  /** Monotonic ms. */
  triedAt: number
  reported: ProvisionTrouble | undefined
}

/** Makes one attempt for all callers, and another one `RETRY_MS` after a refusal. */
function repeatedAfterPause(attempt: ConnectionSource, now: () => number): ConnectionSource {
  let latest: ReturnType<ConnectionSource> | undefined
  let refusedAt: number | undefined
  return async () => {
    if (latest === undefined || (refusedAt !== undefined && now() - refusedAt >= RETRY_MS)) {
      refusedAt = undefined
      latest = attempt()
    }
    const answer = await latest
    if (!answer.ok) refusedAt ??= now()
    return answer
  }
}

const isKeychainTrouble = (trouble: string): trouble is SecretTrouble =>
  SECRET_TROUBLES.some((each) => each === trouble)

/** After an unusable or too long file, the stored connection is used; after an unusable keychain, none. */
async function withoutFile(keeper: ConnectionKeeper, trouble: ProvisionTrouble): ReturnType<ConnectionSource> {
  const refusal = isKeychainTrouble(trouble)
    ? fail(connectionTroubleOf(trouble), 'the keychain took no credentials')
    : undefined
  if (refusal !== undefined && trouble !== 'too-long') return refusal
  const stored = await keeper.connection()
  return stored.ok ? stored : (refusal ?? stored)
}

/** Why there is no connection; codes of the platform client and of the freshness badge. */
type ConnectionTrouble = 'not-configured' | `keychain-${CredentialsTrouble}`

type ConnectionKeeper = ReturnType<typeof createConnectionKeeper>

/** An unlocked keychain is detected within this time. A prompt must not appear at every poll. */
const ASK_AGAIN_MS = 5_000

/** @param monotonicNow milliseconds of the monotonic clock */
export function createConnectionKeeper(parts: {
  readonly store: SecretStore
  readonly account: string
  readonly monotonicNow: () => number
}) {
  let known: Connection | undefined
  let asking: Promise<Result<Connection, ConnectionTrouble>> | undefined
  let failed: { readonly result: Result<Connection, ConnectionTrouble>; readonly at: number } | undefined

  const ask = async (): Promise<Result<Connection, ConnectionTrouble>> => {
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
    /** From memory after the first read. While reading fails, the keychain is asked again every 5 s at most. */
    async connection(): Promise<Result<Connection, ConnectionTrouble>> {
      if (known !== undefined) return ok(known)
      if (failed !== undefined && parts.monotonicNow() - failed.at < ASK_AGAIN_MS) return failed.result
      asking ??= ask()
      return asking
    },
    /** Uses new credentials of the set-up or of a provisioning file, without asking the keychain. */
    use(credentials: Connection): void {
      known = credentials
    },
    /** Drops what is in memory: the next call asks the keychain. */
    forget(): void {
      known = undefined
      failed = undefined
    },
  }
}

const connectionTroubleOf = (trouble: CredentialsTrouble): ConnectionTrouble => `keychain-${trouble}`

/** The notice for a file of credentials; `undefined` when the freshness badge already shows it. */
export function provisionNotice(report: ProvisionReport): string | undefined {
  if (report.kind === 'taken') return report.isSecondStart ? 'provision-taken' : undefined
  switch (report.trouble) {
    case 'not-erased':
      return 'provision-not-erased'
    case 'malformed':
    case 'not-recorded':
    case 'unwritable':
    case 'practice':
    case 'too-long':
      return 'provision-refused'
    case 'unreadable':
      // The start command may name a file that was removed after its first use.
      return report.isSecondStart || report.hasNoCredentials ? 'provision-refused' : undefined
    case 'garbled':
      return report.isSecondStart ? 'provision-refused' : undefined
    default:
      // The keychain: the file is tried again.
      return report.isSecondStart ? 'provision-waiting' : undefined
  }
}
