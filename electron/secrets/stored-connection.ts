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

/** The connection of this kitchen, for the set-up. */
export interface KeptConnection {
  connection: ConnectionSource
  /** Stores the connection and uses it from the next call on. */
  keep(connection: Connection, where: KeptPlace): Promise<Result<null, KeepTrouble>>
  /** Erases the connection in the store and in memory. */
  erase(): Promise<Result<null, KeepTrouble>>
  /** Where the connection in use is stored; absent without one. */
  keptIn(): KeptPlace | undefined
}

type KeptPlace = 'keychain' | 'this-run'

export interface StoredConnection extends KeptConnection {
  /** Stores the file of a second start. While the keychain refuses, the connection in use stays, and the file is tried again. */
  importFile(path: string): void
  /** The settings of a new file, once; never resolves without a new file. */
  readonly settings: Promise<SettingsPatch | undefined>
  /** Uses credentials that are stored already. */
  use(connection: Connection): void
}

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

type StoredOptions = {
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
  /** Opens a file of credentials; absent: as `provision` does. */
  readonly open?: Parameters<typeof provision>[0]['open']
  /** Called with all connections of a file, when their credentials are stored. */
  readonly onConnections?: ((connections: readonly ProvisionedConnection[]) => void) | undefined
}

/** Stores the credentials of a file. One file at a time: two files in parallel would undo each other. */
type TakeFile = (path: string, isSecondStart: boolean) => Promise<Result<OwnPart, ProvisionTrouble>>

function createTakeFile(options: StoredOptions, account: string, keeper: ConnectionKeeper): TakeFile {
  const { store, log, known, record, open, onFile = () => undefined, onConnections = () => undefined } = options
  const enqueue = createSerialQueue()
  return (path, isSecondStart) =>
    enqueue(async () => {
      let recorded: readonly ProvisionedConnection[] = []
      const recordAll: RecordConnections = (connections, before) => {
        record?.(connections, before)
        recorded = connections
      }
      const taken = await provision({ path, store, account, known, open, record: recordAll, readApiUrl: readRoot })
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
      if (taken.code === 'not-erased') {
        keeper.forget()
        onConnections(recorded)
      }
      return taken
    })
}

/** The file of a second start. */
interface PendingFiles {
  importFile(path: string): void
  /** Tries it again after a pause, because the keychain refused. */
  retryIfDue(): void
  forget(): void
}

function createPendingFiles({ now, log, onFile }: StoredOptions, take: TakeFile, onTaken: () => void): PendingFiles {
  let pending: PendingFile | undefined
  const retry = async (file: PendingFile): Promise<void> => {
    file.isTrying = true
    file.triedAt = now()
    const taken = await take(file.path, true).finally(() => {
      file.isTrying = false
    })
    if (taken.ok) onTaken()
    if (pending === file && (taken.ok || !isKeychainTrouble(taken.code))) pending = undefined
    if (taken.ok || taken.code === file.reported) return
    file.reported = taken.code
    onFile?.({ kind: 'refused', trouble: taken.code, isSecondStart: true })
  }
  const retryInBackground = (file: PendingFile): void => watchPromise(retry(file), log, 'provisioning-failed')
  return {
    importFile(path) {
      pending = { path, isTrying: false, triedAt: 0, reported: undefined }
      retryInBackground(pending)
    },
    retryIfDue() {
      if (pending !== undefined && !pending.isTrying && now() - pending.triedAt >= RETRY_MS) retryInBackground(pending)
    },
    forget() {
      pending = undefined
    },
  }
}

/** The connection of the file of the command line. @param onSettings called with those of a new file */
function offerFile(
  path: string,
  { now, onFile }: StoredOptions,
  take: TakeFile,
  keeper: ConnectionKeeper,
  onSettings: (settings: SettingsPatch | undefined) => void,
): ConnectionSource {
  let reported: ProvisionTrouble | undefined
  const offer = async (): ReturnType<ConnectionSource> => {
    const taken = await take(path, false)
    if (taken.ok) {
      onSettings(taken.value?.isNew ? taken.value.settings : undefined)
      return taken.value === undefined ? keeper.connection() : ok(taken.value.credentials)
    }
    const answer = await withoutFile(keeper, taken.code)
    const hasNoCredentials = !answer.ok
    if (taken.code !== reported)
      onFile?.({ kind: 'refused', trouble: taken.code, isSecondStart: false, hasNoCredentials })
    reported = taken.code
    return answer
  }
  const offered = repeatedAfterPause(offer, now)
  return async () => {
    const answer = await offered()
    return answer.ok ? keeper.connection() : answer
  }
}

/**
 * The connection in the keychain, after the file of the command line was stored. Order: store, read back, erase from
 * the file. While the keychain refuses, nothing is written, and the file stays unchanged.
 */
export function openStoredConnection(options: StoredOptions): StoredConnection {
  const { profile, provisionFile, store, now, slot = 1 } = options
  const account = accountOfSlot(accountOf(profile), slot)
  const keeper = createConnectionKeeper({ store, account, monotonicNow: now })
  const settings = Promise.withResolvers<SettingsPatch | undefined>()
  /** For credentials that are kept until the program ends, where no keychain exists. */
  const runStore = createMemoryStore()
  let chosenPlace: KeptPlace | undefined
  let isInUse = false

  const take = createTakeFile(options, account, keeper)
  const pending = createPendingFiles(options, take, () => {
    chosenPlace = 'keychain'
  })
  if (provisionFile === undefined) settings.resolve(undefined)
  let offered =
    provisionFile === undefined ? keeper.connection : offerFile(provisionFile, options, take, keeper, settings.resolve)

  return {
    async connection() {
      pending.retryIfDue()
      const answer = await (chosenPlace === undefined ? offered() : keeper.connection())
      isInUse = answer.ok
      return answer
    },
    async keep(connection, where) {
      const written = await writeCredentials(where === 'keychain' ? store : runStore, account, connection)
      // The value just written is read back unchanged or not at all: it cannot be garbled.
      if (!written.ok) return fail(written.code === 'garbled' ? 'failing' : written.code, written.message)
      keeper.use(connection)
      chosenPlace = where
      return ok(null)
    },
    async erase() {
      const erased = await store.erase(account)
      // Credentials of this run alone need no keychain.
      if (!erased.ok && chosenPlace !== 'this-run') return erased
      await runStore.erase(account)
      pending.forget()
      offered = keeper.connection
      chosenPlace = undefined
      isInUse = false
      keeper.forget()
      return ok(null)
    },
    use(connection) {
      keeper.use(connection)
      chosenPlace = 'keychain'
    },
    keptIn: () => chosenPlace ?? (isInUse ? 'keychain' : undefined),
    importFile: pending.importFile,
    settings: settings.promise,
  }
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

/** The connection in memory. */
interface ConnectionKeeper {
  /** From memory after the first read. While reading fails, the keychain is asked again every 5 s at most. */
  connection: ConnectionSource
  /** Uses new credentials of the set-up or of a provisioning file, without asking the keychain. */
  use(credentials: Connection): void
  /** Drops what is in memory: the next call asks the keychain. */
  forget(): void
}

/** An unlocked keychain is detected within this time. A prompt must not appear at every poll. */
const ASK_AGAIN_MS = 5_000

/** @param monotonicNow milliseconds of the monotonic clock */
export function createConnectionKeeper(options: {
  readonly store: SecretStore
  readonly account: string
  readonly monotonicNow: () => number
}): ConnectionKeeper {
  const { store, account, monotonicNow } = options
  let known: Connection | undefined
  let asking: Promise<Result<Connection, ConnectionTrouble>> | undefined
  let failed: { readonly result: Result<Connection, ConnectionTrouble>; readonly at: number } | undefined

  const ask = async (): Promise<Result<Connection, ConnectionTrouble>> => {
    const read = await readCredentials(store, account)
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
    failed = { result, at: monotonicNow() }
    return result
  }

  return {
    async connection() {
      if (known !== undefined) return ok(known)
      if (failed !== undefined && monotonicNow() - failed.at < ASK_AGAIN_MS) return failed.result
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
