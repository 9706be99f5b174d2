import { randomInt } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { PairingEnding, PairingState } from '../../../shared/contract/screens.ts'
import type { Log } from '../../logging/log-port.ts'
import { type BothKeys, beginOnMain, type MainExchange } from './code-exchange.ts'
import type { DeviceRegistry } from './device-registry.ts'
import {
  answerSchema,
  CLOSE_CODES,
  type CloseName,
  offerSchema,
  readMessage,
  type welcomeSchema,
} from './pairing-messages.ts'
import { createTextReader } from './web-socket-channel.ts'

/** How long a pairing code is valid. */
export const PAIRING_MS = 10 * 60_000
/** Guesses that one code allows. */
export const MAX_ATTEMPTS = 5
/** Length of the pairing code. */
const CODE_DIGITS = 6

/** One attempt to enter the code. It is counted when it is made, whatever its result. */
type Attempt = {
  readonly code: string
  /** Ends the pairing with success. False when the code was used, ran out or was replaced in the meantime. */
  use(name: string): boolean
  /** Call after a wrong or aborted attempt: after the last one the code is invalid. */
  fail(): void
}

/**
 * The pairing that is open at the main computer: one code, for one screen, for ten minutes and five attempts. The code is
 * in memory only.
 */
export interface PairingSession {
  /** Makes a new code; an earlier one becomes invalid. */
  open(): void
  stop(): void
  state(): PairingState
  /** `undefined`: no pairing is open. */
  attempt(): Attempt | undefined
}

type Open = { readonly code: string; readonly endsAt: number; attemptsLeft: number }

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

/** @param monotonicNow milliseconds of the monotonic clock */
export function createPairingSession(monotonicNow: () => number, makeCode: () => string = newCode): PairingSession {
  let open: Open | undefined
  let ending: PairingEnding | undefined

  const end = (how: PairingEnding): void => {
    open = undefined
    ending = how
  }
  const current = (): Open | undefined => {
    if (open !== undefined && monotonicNow() >= open.endsAt) end({ kind: 'expired' })
    return open
  }

  return {
    open() {
      open = { code: makeCode(), endsAt: monotonicNow() + PAIRING_MS, attemptsLeft: MAX_ATTEMPTS }
      ending = undefined
    },
    stop() {
      if (current() !== undefined) end({ kind: 'stopped' })
    },
    state() {
      const now = current()
      if (now === undefined) return { state: 'closed', ...(ending === undefined ? {} : { ending }) }
      const { code, endsAt, attemptsLeft } = now
      return { state: 'open', code, endsInMs: endsAt - monotonicNow(), attemptsLeft }
    },
    attempt() {
      const opened = current()
      if (opened === undefined) return undefined
      // The last attempt is being checked.
      if (opened.attemptsLeft === 0) return undefined
      // Counted before it is checked: an aborted attempt counts too.
      opened.attemptsLeft -= 1
      return {
        code: opened.code,
        use(name) {
          if (current() !== opened) return false
          end({ kind: 'paired', name })
          return true
        },
        fail() {
          if (current() === opened && opened.attemptsLeft === 0) end({ kind: 'too-many-attempts' })
        },
      }
    },
  }
}

type PairScreenParts = {
  readonly session: PairingSession
  readonly devices: DeviceRegistry
  readonly stationName: () => string
  readonly log: Log
}

/** The main computer's side of a pairing, on a connection whose TLS keys are known. Closes the connection at the end. */
export async function pairScreen(socket: WebSocket, keys: BothKeys, parts: PairScreenParts): Promise<void> {
  const ending = await runPairing(socket, keys, parts)
  if (ending === 'paired') socket.close()
  else {
    parts.log.warn('pairing-refused', { cause: ending })
    socket.close(CLOSE_CODES[ending])
  }
}

async function runPairing(
  socket: WebSocket,
  keys: BothKeys,
  { session, devices, stationName, log }: PairScreenParts,
): Promise<CloseName | 'paired'> {
  const reader = createTextReader(socket)
  const offer = readMessage(offerSchema, (await reader.next()) ?? '')
  if (offer === undefined) return 'bad-message'
  const attempt = session.attempt()
  if (attempt === undefined) return 'not-open'
  const exchange = await exchangeOf(attempt, keys, offer.share)
  if (exchange === undefined) {
    attempt.fail()
    return 'bad-message'
  }
  socket.send(JSON.stringify({ share: exchange.share, confirmation: exchange.confirmation }))
  const answer = readMessage(answerSchema, (await reader.next()) ?? '')
  if (answer === undefined || !exchange.isRight(answer.confirmation)) {
    attempt.fail()
    return 'wrong-code'
  }
  if (!attempt.use(devices.freeName(offer.name, keys.screen))) return 'not-open'
  const device = devices.add(offer.name, keys.screen)
  if (device === undefined) return 'list-full'
  log.info('screen-paired')
  const welcome = { deviceId: device.id, stationName: stationName() } satisfies typeof welcomeSchema._input
  socket.send(JSON.stringify(welcome))
  return 'paired'
}

/** `undefined`: the share is no point of the curve. */
const exchangeOf = (attempt: Attempt, keys: BothKeys, share: string): Promise<MainExchange | undefined> =>
  beginOnMain(attempt.code, keys, share).catch(() => undefined)
