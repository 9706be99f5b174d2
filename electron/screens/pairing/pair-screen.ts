import type { WebSocket } from 'ws'
import type { Log } from '../../logging/log-port.ts'
import { type BothKeys, beginOnStation, type StationExchange } from './code-exchange.ts'
import type { DeviceRegistry } from './device-registry.ts'
import {
  answerSchema,
  CLOSE_CODES,
  type CloseName,
  offerSchema,
  readMessage,
  type welcomeSchema,
} from './pairing-messages.ts'
import type { Attempt, PairingSession } from './pairing-session.ts'
import { createTextReader } from './text-reader.ts'

export type PairScreenParts = {
  readonly session: PairingSession
  readonly devices: DeviceRegistry
  readonly stationName: () => string
  readonly log: Log
}

/** The station's side of a pairing, on a connection whose TLS keys are known. Closes the connection at the end. */
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
const exchangeOf = (attempt: Attempt, keys: BothKeys, share: string): Promise<StationExchange | undefined> =>
  beginOnStation(attempt.code, keys, share).catch(() => undefined)
