import type { CallResult } from '../../../shared/contract.ts'
import { fail, messageOf, ok } from '../../../shared/result.ts'
import { type JoinOutcome, STATION_PORT } from '../../../shared/screens.ts'
import type { ScreenRole } from '../../../shared/views.ts'
import type { Log } from '../../logging/log-port.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import { openIdentity } from './identity.ts'
import { joinStation } from './join-station.ts'
import { type JoinedStationStore, saveJoinedStation } from './joined-station.ts'
import type { LinkErrorCode } from './link-error.ts'
import type { StationAddress } from './tls-link.ts'

/** Limit for the whole exchange of messages. */
const JOIN_LIMIT_MS = 20_000

export type JoinServiceParts = {
  readonly store: SecretStore
  /** Where the keychain has the key of this machine. */
  readonly account: string
  readonly joined: JoinedStationStore
  /** Restarts the program as a screen. */
  readonly restart: () => void
  readonly log: Log
}

export type JoinArgs = {
  readonly address: string
  readonly code: string
  readonly name: string
  readonly role?: ScreenRole | undefined
}

/** The step "join another screen" of the set-up. */
export type JoinService = {
  join(args: JoinArgs): Promise<CallResult<{ outcome: JoinOutcome }>>
  /** Restarts as the screen that was joined. A person does this, after reading the result. */
  openJoined(): CallResult<null>
}

export function createJoinService({ store, account, joined, restart, log }: JoinServiceParts): JoinService {
  const attempt = async ({ address, code, name, role }: JoinArgs): Promise<JoinOutcome> => {
    const where = readStationAddress(address)
    if (where === undefined) return 'bad-address'
    const digits = code.replaceAll(/\D/gu, '')
    if (digits.length === 0) return 'wrong-code'
    const identity = await openIdentity(store, account)
    if (!identity.ok) return 'keychain'
    const signal = AbortSignal.timeout(JOIN_LIMIT_MS)
    const found = await joinStation({ identity: identity.value, address: where, code: digits, name, signal })
    if (!found.ok) {
      log.warn('not-joined', { code: found.code, error: found.message })
      return outcomeOf(found.code)
    }
    saveJoinedStation(joined, { ...found.value, role })
    log.info('joined')
    return 'joined'
  }
  return {
    async join(args) {
      try {
        return ok({ outcome: await attempt(args) })
      } catch (error) {
        log.error('join-threw', { error: messageOf(error) })
        return fail('storage', 'The station could not be kept')
      }
    },
    openJoined() {
      if (joined.joinedStation() === undefined) return fail('not-allowed', 'No station was joined')
      restart()
      return ok(null)
    },
  }
}

/** Reads the address that is shown at the station. `undefined`: neither a name nor an IPv4 address. */
export function readStationAddress(text: string): StationAddress | undefined {
  const [, host = '', digits] = /^([a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::(\d{1,5}))?$/iu.exec(text.trim()) ?? []
  const port = digits === undefined ? STATION_PORT : Number(digits)
  return host === '' || port === 0 || port > 65_535 ? undefined : { host, port }
}

function outcomeOf(trouble: LinkErrorCode): JoinOutcome {
  switch (trouble) {
    case 'not-a-station':
    case 'not-open':
    case 'wrong-code':
    case 'list-full':
      return trouble
    case 'unreachable':
    case 'stopped':
      return 'unreachable'
    case 'wrong-station':
    case 'not-paired':
      return 'not-a-station'
  }
}
