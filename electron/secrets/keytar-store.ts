import { fail, messageOf, ok, type Result } from '../../shared/result.ts'
import { createSerialQueue } from '../../shared/serial-queue.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import type { SecretStore, SecretTrouble } from './secret-store.ts'

/** The part of keytar that is used. */
export type Keytar = {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

const SERVICE = 'Comanda'
const ANSWER_LIMIT_MS = 10_000
/** CRED_MAX_CREDENTIAL_BLOB_SIZE of wincred.h; keytar hands the UTF-8 bytes over as they are. */
const MAX_BYTES_ON_WINDOWS = 5 * 512
const PROBE_ACCOUNT = 'probe'
const PROBE_TEXT = 'no secret: finds out whether the keychain is open'

/** Loaded when it is first needed: without libsecret the native module cannot be loaded, and that is a state, not a crash. */
const loadKeytar = async (): Promise<Keytar> => (await import('keytar')).default

const maxBytesOf = (platform: NodeJS.Platform): number =>
  platform === 'win32' ? MAX_BYTES_ON_WINDOWS : Number.POSITIVE_INFINITY

export type KeytarStore = SecretStore & {
  /**
   * An abandoned call still hangs. The process cannot end by itself before the call does (measured: 50 s with a stopped
   * keyring, without limit while a prompt is open): then the process has to be ended by a signal.
   */
  hasUnansweredCall(): boolean
  /**
   * Calls the listener when a read shows that the keychain's service was started anew (Linux): libsecret keeps the
   * old service's address in this process for good, and only a new process reaches the new one.
   */
  onNewService(listener: () => void): void
}

/** Fails because of libsecret's address of a service that has ended, or of a session with it. */
const isOfEndedService = (error: unknown): boolean =>
  /The name :\d+\.\d+ was not provided|session wrapping the secret does not exist/.test(messageOf(error))

/** The keychain of the operating system. */
export function createKeytarStore(
  parts: {
    readonly service?: string
    /** Ms after which an unanswered call is abandoned. */
    readonly timeoutMs?: number
    readonly load?: () => Promise<Keytar>
    /** The longest secret that this keychain holds, in bytes of UTF-8. */
    readonly maxBytes?: number
  } = {},
): KeytarStore {
  const {
    service = SERVICE,
    timeoutMs = ANSWER_LIMIT_MS,
    load = loadKeytar,
    maxBytes = maxBytesOf(process.platform),
  } = parts
  let loaded: Promise<Result<Keytar, SecretTrouble>> | undefined
  /** Calls run one after the other. */
  const enqueue = createSerialQueue()
  let isHanging = false
  let hasNewService = false
  let onNewService = (): void => undefined

  const keytar = () => {
    loaded ??= load().then(
      (module) => ok(module),
      () => fail('no-library', 'the keychain library cannot be loaded'),
    )
    return loaded
  }

  /** A call occupies one of the process's few worker threads until it ends: while one hangs, no other is begun. */
  const ask = async <T>(work: (module: Keytar) => Promise<T>): Promise<Result<T, SecretTrouble>> => {
    const module = await keytar()
    if (!module.ok) return module
    if (isHanging) return fail('failing', 'the keychain still does not answer')
    const answer = work(module.value).then(
      (value): Result<T, SecretTrouble> => ok(value),
      (error: unknown): Result<T, SecretTrouble> => {
        hasNewService ||= isOfEndedService(error)
        return fail(troubleOf(error), 'the keychain refused')
      },
    )
    const onLimit = (): Result<T, SecretTrouble> => {
      isHanging = true
      void answer.then(() => {
        isHanging = false
      })
      return fail('failing', `the keychain did not answer within ${timeoutMs} ms`)
    }
    return withTimeLimit(answer, timeoutMs, onLimit)
  }

  /** libsecret reports a locked collection as empty; only storing something distinguishes the two. */
  const probe = async (): Promise<Result<null, SecretTrouble>> => {
    const stored = await ask((module) => module.setPassword(service, PROBE_ACCOUNT, PROBE_TEXT))
    if (!stored.ok) return stored
    await ask((module) => module.deletePassword(service, PROBE_ACCOUNT))
    return ok(null)
  }

  return {
    read: (account) =>
      enqueue(async () => {
        const found = await ask((module) => module.getPassword(service, account))
        if (hasNewService) onNewService()
        if (!found.ok) return found
        if (found.value !== null) return ok(found.value)
        const open = await probe()
        return open.ok ? ok(undefined) : open
      }),

    write: (account, secret) =>
      enqueue(async () => {
        // Asked beforehand: what Windows answers is a sentence in its own language.
        if (Buffer.byteLength(secret) > maxBytes) return fail('too-long', `the keychain holds ${maxBytes} bytes`)
        const stored = await ask((module) => module.setPassword(service, account, secret))
        return stored.ok ? ok(null) : stored
      }),

    erase: (account) =>
      enqueue(async () => {
        const erased = await ask((module) => module.deletePassword(service, account))
        if (!erased.ok) return erased
        return erased.value ? ok(null) : probe()
      }),

    hasUnansweredCall: () => isHanging,
    onNewService(listener) {
      onNewService = listener
    },

    state: () =>
      enqueue(async () => {
        const open = await probe()
        return open.ok ? 'available' : open.code
      }),
  }
}

/**
 * The error texts of the keychains of Linux (libsecret, GDBus), macOS (Security framework) and Windows (wincred), as
 * keytar passes them on; there is no code. The first match counts.
 */
const SIGNS: readonly (readonly [RegExp, SecretTrouble])[] = [
  // libsecret, after the service was started anew: a keychain exists.
  [/The name :\d+\.\d+ was not provided/, 'failing'],
  // First: libsecret for a locked collection. Second: gnome-keyring without its `login` collection.
  [/locked collection|collection is locked|is locked|IsLocked/i, 'locked'],
  [/Object does not exist at path [^:]{0,100}\/collection\//i, 'locked'],
  // errSecInteractionNotAllowed: the macOS keychain is locked and may not ask.
  [/interaction is not allowed/i, 'locked'],
  [
    /dismissed|cancell?ed|denied|not permitted|not authorized|AuthFailed|passphrase you entered is not correct|Rejected send message/i,
    'denied',
  ],
  // GLib without a session bus, in the languages of the desktop (po/pt_BR.po, po/es.po).
  [/D-Bus [^\n]{0,100}X11 \$DISPLAY|dbus-launch|NoServer/i, 'no-session'],
  [/Could not connect: |Não foi possível conectar: |No se pudo conectar: /i, 'no-session'],
  [/connection is closed|conexão está fechada|conexión está cerrada/i, 'no-session'],
  [/unsupported transport|Transporte desconhecido|Transporte .{0,100} desconocido/i, 'no-session'],
  [/ServiceUnknown|NameHasNoOwner|not provided by any \.service|secrets\.service/i, 'absent'],
  // errSecNoSuchKeychain, errSecNoDefaultKeychain.
  [/keychain could not be found|no default keychain|default keychain could not be found/i, 'absent'],
]

export function troubleOf(error: unknown): SecretTrouble {
  const message = messageOf(error)
  return SIGNS.find(([sign]) => sign.test(message))?.[1] ?? 'failing'
}
