import { z } from 'zod'
import { type MovedOutcome, SCREENS_PORT } from '../../../shared/contract/screens.ts'
import { SCREEN_ROLES } from '../../../shared/contract/values.ts'
import { parseJsonText } from '../../../shared/json-text.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { withTimeLimit } from '../../../shared/time/time-limit.ts'
import type { SecretStore, SecretTrouble } from '../../secrets/secret-store.ts'
import type { RoleFile } from '../../storage/role-file.ts'
import type { Clock } from '../../sync/clock.ts'
import { type ConnectMain, NotPairedError, type ScreenChannel } from '../link/link-messages.ts'
import { fingerprintSchema, type Identity, linkAccountOf, openIdentity } from './identity.ts'
import { SCREEN_PATH } from './pairing-messages.ts'
import { LinkError, type MainAddress, openTls, openWebSocket, type TlsLink } from './tls-link.ts'
import { webSocketChannel } from './web-socket-channel.ts'

/** The main computer that this machine is a screen of. */
const mainComputerSchema = z.object({
  /** The address at which it was last reached. */
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  /** Its public key, by which it is recognised. */
  key: fingerprintSchema,
  name: z.string(),
  /** The id under which the main computer lists this screen. */
  deviceId: z.string(),
  /** The role that was chosen at joining; the settings may have changed it since. */
  role: z.enum(SCREEN_ROLES).optional(),
  /** The main computer has removed this screen: its orders are erased, and it takes no taps. */
  isRemoved: z.boolean().optional(),
})
export type MainComputer = Readonly<z.infer<typeof mainComputerSchema>>

/** The address in the form that staff type. */
export const addressText = ({ host, port }: Pick<MainComputer, 'host' | 'port'>): string =>
  port === SCREENS_PORT ? host : `${host}:${port}`

/** Reads the address that is shown at the main computer. `undefined`: neither a name nor an IPv4 address. */
export function readMainAddress(text: string): MainAddress | undefined {
  const [, host = '', digits] = /^([a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::(\d{1,5}))?$/iu.exec(text.trim()) ?? []
  const port = digits === undefined ? SCREENS_PORT : Number(digits)
  return host === '' || port === 0 || port > 65_535 ? undefined : { host, port }
}

/** The store of the joined main computer; a write is durable when it returns. */
export type MainComputerStore = {
  mainComputer(): string | undefined
  saveMainComputer(text: string): void
}

/** `undefined`: this machine has joined none, or the entry is unreadable. */
export function readMainComputer(store: Pick<MainComputerStore, 'mainComputer'>): MainComputer | undefined {
  const text = store.mainComputer()
  return text === undefined ? undefined : mainComputerSchema.safeParse(parseJsonText(text)).data
}

export function saveMainComputer(store: MainComputerStore, main: MainComputer): void {
  store.saveMainComputer(JSON.stringify(main))
}

/** After this time without a connection the main computer is also tried under its name. */
export const NAME_AFTER_MS = 10_000
/** Time from one look-up of the name to the next. */
const NAME_EVERY_MS = 10_000
/** A main computer on this network answers within a second. */
const NAME_LIMIT_MS = 2_000

/** The IPv4 address of a host, by the system's resolver. Rejects when it finds none. */
type LookupHost = (host: string) => Promise<string>

type ConnectorParts = {
  readonly identity: Identity
  /** Read at each attempt. `undefined`: this machine has joined no main computer. */
  readonly main: () => MainComputer | undefined
  /** Absent: only the stored address is tried. */
  readonly byName?: {
    readonly lookup: LookupHost
    /** Milliseconds of the monotonic clock. */
    readonly monotonicNow: () => number
  }
  /** Called when the main computer was reached at another address than the stored one. */
  readonly onMoved?: (main: MainComputer) => void
}

/** TLS to the joined main computer. Rejects with a `LinkError`. */
async function openPinnedTls(
  identity: Identity,
  joined: Pick<MainComputer, 'key'>,
  address: MainAddress,
  signal: AbortSignal,
): Promise<TlsLink> {
  const link = await openTls(identity, address, signal)
  // SECURITY: main-computer-pinned (docs/security.md). Compared before the first byte is sent.
  if (link.mainKey !== joined.key) {
    link.socket.destroy()
    throw new LinkError('wrong-station', 'another key than the paired one')
  }
  return link
}

/**
 * The name under which the main computer's system answers multicast DNS (RFC 6762); `undefined`: its name is no host
 * name.
 */
export function localNameOf({ name }: Pick<MainComputer, 'name'>): string | undefined {
  const [label = ''] = name.split('.')
  return /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/iu.test(label) ? `${label}.local` : undefined
}

/**
 * Looks up the main computer's name, at a limited rate: an unanswered look-up blocks a thread of the system's resolver.
 */
function createNameLookup(byName: NonNullable<ConnectorParts['byName']>) {
  let awaySince: number | undefined
  let lookedUpAt = Number.NEGATIVE_INFINITY
  let pending: Promise<string> | undefined
  return {
    failed() {
      awaySince ??= byName.monotonicNow()
    },
    reached() {
      awaySince = undefined
    },
    /** The address under which the system knows the main computer now. Rejects when none is looked up or found. */
    async find(joined: MainComputer): Promise<MainAddress> {
      const name = localNameOf(joined)
      const now = byName.monotonicNow()
      const isDue = awaySince !== undefined && now - awaySince >= NAME_AFTER_MS && now - lookedUpAt >= NAME_EVERY_MS
      if (name === undefined || !isDue || pending !== undefined) throw new LinkError('unreachable', 'not looked up')
      lookedUpAt = now
      pending = byName.lookup(name).finally(() => {
        pending = undefined
      })
      const host = await withTimeLimit(pending, NAME_LIMIT_MS, () => undefined)
      if (host === undefined) throw new LinkError('unreachable', 'the name has no address')
      return { host, port: joined.port }
    },
  }
}

/** Opens the channel to the joined main computer. Rejects with a `LinkError`. */
export function createMainConnector(parts: ConnectorParts): ConnectMain {
  const { identity, main, byName, onMoved = () => undefined } = parts
  const names = byName === undefined ? undefined : createNameLookup(byName)

  const connectTo = async (joined: MainComputer, signal: AbortSignal): Promise<ScreenChannel> => {
    const ending = new AbortController()
    const until = AbortSignal.any([signal, ending.signal])
    let isReached = false
    const tryAt = async ({ host, port }: MainAddress) => {
      const link = await openPinnedTls(identity, joined, { host, port }, until)
      // The address that was proved first is used.
      if (isReached) link.socket.destroy()
      isReached = true
      return { link, address: { host, port } }
    }
    const kept = tryAt(joined)
    const tries = names === undefined ? [kept] : [kept, names.find(joined).then(tryAt)]
    try {
      // In parallel: an address that does not answer delays no other. The error is that of the stored address.
      const { link, address } = await Promise.any(tries).catch(() => kept)
      // The key is proved: this is the main computer, and its answer is final.
      const socket = await openWebSocket(link, SCREEN_PATH, until)
      if (address.host !== joined.host) onMoved({ ...joined, ...address })
      // Without a limit: the main computer sends as many messages as the board needs.
      return webSocketChannel(socket)
    } finally {
      ending.abort()
    }
  }

  return async (signal) => {
    const joined = main()
    if (joined === undefined) throw new LinkError('not-paired', 'no main computer is joined')
    try {
      const channel = await connectTo(joined, signal)
      names?.reached()
      return channel
    } catch (error) {
      names?.failed()
      throw error
    }
  }
}

/** Limit for a connection to an address that staff typed. */
const MOVE_LIMIT_MS = 10_000

export interface JoinedLink {
  /** Whether the key was read: from then on the keychain is not needed. */
  hasKey(): boolean
  /** The public key that proves this screen; `undefined`: the keychain does not open. */
  ownKey(): Promise<string | undefined>
  /** Where the main computer was last; `undefined`: this profile has joined none. */
  main(): MainComputer | undefined
  connect(signal: AbortSignal): Promise<ScreenChannel>
  /** Uses the address that a person typed from now on, if the joined main computer answers there. */
  moveTo(typed: string): Promise<MovedOutcome>
}

/** The connection to the main computer that this profile has joined. */
export function openJoinedLink(parts: {
  readonly role: RoleFile
  readonly secrets: SecretStore
  readonly profile: string
  readonly lookup: LookupHost
  readonly clock: Pick<Clock, 'monotonic'>
}): JoinedLink {
  const { role, secrets, profile, lookup, clock } = parts
  let opened: Identity | undefined
  let connector: ConnectMain | undefined

  /** The key is read at the first attempt that finds the keychain open. */
  const identity = async (): Promise<Result<Identity, SecretTrouble>> => {
    if (opened !== undefined) return ok(opened)
    const read = await openIdentity(secrets, linkAccountOf(profile))
    if (read.ok) opened = read.value
    return read
  }
  /** Durable when it returns. Does nothing when the screen was disconnected meanwhile. */
  const saveAddress = ({ host, port }: MainAddress): void => {
    const joined = readMainComputer(role)
    if (joined !== undefined) saveMainComputer(role, { ...joined, host, port })
  }
  const connectorFor = (own: Identity): ConnectMain =>
    createMainConnector({
      identity: own,
      main: () => readMainComputer(role),
      onMoved: saveAddress,
      byName: { lookup, monotonicNow: clock.monotonic },
    })

  return {
    hasKey: () => opened !== undefined,
    async ownKey() {
      const read = await identity()
      return read.ok ? read.value.fingerprint : undefined
    },
    main: () => readMainComputer(role),
    async connect(signal) {
      const read = await identity()
      if (!read.ok) throw new Error(`The key of this screen cannot be read: ${read.code}`)
      connector ??= connectorFor(read.value)
      try {
        return await connector(signal)
      } catch (error) {
        // Without a joined main computer this screen has left it, or becomes the main computer: it was not removed.
        const isRemoved =
          error instanceof LinkError && error.trouble === 'not-paired' && readMainComputer(role) !== undefined
        throw isRemoved ? new NotPairedError(error.message) : error
      }
    },
    async moveTo(typed) {
      const address = readMainAddress(typed)
      const joined = readMainComputer(role)
      if (address === undefined || joined === undefined) return 'bad-address'
      const read = await identity()
      if (!read.ok) return 'keychain'
      try {
        const { socket } = await openPinnedTls(read.value, joined, address, AbortSignal.timeout(MOVE_LIMIT_MS))
        socket.destroy()
      } catch (error) {
        if (!(error instanceof LinkError)) throw error
        if (error.trouble === 'wrong-station' || error.trouble === 'not-a-station') return error.trouble
        return 'unreachable'
      }
      saveAddress(address)
      return 'moved'
    },
  }
}
