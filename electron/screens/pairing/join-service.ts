import type { WebSocket } from 'ws'
import type { CallResult } from '../../../shared/contract/contract.ts'
import type { JoinOutcome } from '../../../shared/contract/screens.ts'
import type { ScreenRole } from '../../../shared/contract/values.ts'
import { fail, messageOf, ok, type Result } from '../../../shared/result.ts'
import type { Log } from '../../logging/log-port.ts'
import type { SecretStore } from '../../secrets/secret-store.ts'
import { beginOnScreen } from './code-exchange.ts'
import { type Identity, openIdentity } from './identity.ts'
import { type MainComputer, type MainComputerStore, readMainAddress, saveMainComputer } from './main-computer.ts'
import { closeNameOf, offerOf, PAIR_PATH, proofSchema, readMessage, welcomeSchema } from './pairing-messages.ts'
import { LinkError, type LinkErrorCode, type MainAddress, openTls, openWebSocket } from './tls-link.ts'
import { createTextReader, type TextReader } from './web-socket-channel.ts'

/** Limit for the whole exchange of messages. */
const JOIN_LIMIT_MS = 20_000

type JoinArgs = {
  readonly address: string
  readonly code: string
  readonly name: string
  readonly role?: ScreenRole | undefined
}

/** The step "join another screen" of the set-up. */
export function createJoinService(parts: {
  readonly store: SecretStore
  /** Where the keychain has the key of this machine. */
  readonly account: string
  readonly joined: MainComputerStore
  /** Restarts the program as a screen. */
  readonly restart: () => void
  readonly log: Log
}) {
  const { store, account, joined, restart, log } = parts
  const attempt = async ({ address, code, name, role }: JoinArgs): Promise<JoinOutcome> => {
    const where = readMainAddress(address)
    if (where === undefined) return 'bad-address'
    const digits = code.replaceAll(/\D/gu, '')
    if (digits.length === 0) return 'wrong-code'
    const identity = await openIdentity(store, account)
    if (!identity.ok) return 'keychain'
    const signal = AbortSignal.timeout(JOIN_LIMIT_MS)
    const found = await joinMain({ identity: identity.value, address: where, code: digits, name, signal })
    if (!found.ok) {
      log.warn('not-joined', { code: found.code, error: found.message })
      return OUTCOMES[found.code]
    }
    saveMainComputer(joined, { ...found.value, role })
    log.info('joined')
    return 'joined'
  }
  return {
    async join(args: JoinArgs): Promise<CallResult<{ outcome: JoinOutcome }>> {
      try {
        return ok({ outcome: await attempt(args) })
      } catch (error) {
        log.error('join-threw', { error: messageOf(error) })
        return fail('storage', 'The main computer could not be kept')
      }
    },
    /** Restarts as the screen that was joined. A person does this, after reading the result. */
    openJoined(): CallResult<null> {
      if (joined.mainComputer() === undefined) return fail('not-allowed', 'No main computer was joined')
      restart()
      return ok(null)
    },
  }
}

const OUTCOMES: Readonly<Record<LinkErrorCode, JoinOutcome>> = {
  'not-open': 'not-open',
  'wrong-code': 'wrong-code',
  'list-full': 'list-full',
  unreachable: 'unreachable',
  stopped: 'unreachable',
  'not-a-station': 'not-a-station',
  'wrong-station': 'not-a-station',
  'not-paired': 'not-a-station',
}

/**
 * The screen's side of a pairing. A success proves that the main computer has the code and uses the same two keys. Store
 * the result before anything is sent to the main computer.
 */
export async function joinMain(parts: {
  readonly identity: Identity
  readonly address: MainAddress
  /** The digits that the main computer shows. */
  readonly code: string
  /** The name of this screen in the main computer's list. */
  readonly name: string
  readonly signal: AbortSignal
}): Promise<Result<MainComputer, LinkErrorCode>> {
  const { identity, address, code, name, signal } = parts
  let socket: WebSocket | undefined
  const stop = (): void => socket?.terminate()
  try {
    const link = await openTls(identity, address, signal)
    socket = await openWebSocket(link, PAIR_PATH, signal)
    signal.addEventListener('abort', stop, { once: true })
    const reader = createTextReader(socket)
    const exchange = await beginOnScreen(code, { main: link.mainKey, screen: identity.fingerprint })
    socket.send(offerOf(name, exchange.share))
    const proof = readMessage(proofSchema, (await reader.next()) ?? '')
    if (proof === undefined) return refusalOf(reader)
    const confirmation = await exchange.answer(proof.share, proof.confirmation)
    if (confirmation === undefined) return fail('wrong-code', 'the main computer does not prove that it knows the code')
    socket.send(JSON.stringify({ confirmation }))
    const welcome = readMessage(welcomeSchema, (await reader.next()) ?? '')
    if (welcome === undefined) return refusalOf(reader)
    return ok({ ...address, key: link.mainKey, name: welcome.stationName, deviceId: welcome.deviceId })
  } catch (error) {
    if (error instanceof LinkError) return fail(error.trouble, error.message)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    socket?.close()
  }
}

function refusalOf(reader: TextReader): Result<never, LinkErrorCode> {
  const code = reader.closeCode()
  const name = code === undefined ? undefined : closeNameOf(code)
  if (name === 'wrong-code' || name === 'not-open' || name === 'list-full')
    return fail(name, 'the main computer refused')
  return fail('not-a-station', `the main computer ended the pairing with ${code}`)
}
