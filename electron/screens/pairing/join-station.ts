import { fail, ok, type Result } from '../../../shared/result.ts'
import { beginOnScreen } from './code-exchange.ts'
import type { Identity } from './identity.ts'
import type { JoinedStation } from './joined-station.ts'
import { LinkError, type LinkErrorCode } from './link-error.ts'
import { closeNameOf, offerOf, PAIR_PATH, proofSchema, readMessage, welcomeSchema } from './pairing-messages.ts'
import { createTextReader, type TextReader } from './text-reader.ts'
import { openTls, openWebSocket, type StationAddress } from './tls-link.ts'

export type JoinParts = {
  readonly identity: Identity
  readonly address: StationAddress
  /** The digits that the station shows. */
  readonly code: string
  /** The name of this screen in the station's list. */
  readonly name: string
  readonly signal: AbortSignal
}

/**
 * The screen's side of a pairing. A success proves that the station has the code and uses the same two keys. Store
 * the result before anything is sent to the station.
 */
export async function joinStation(parts: JoinParts): Promise<Result<JoinedStation, LinkErrorCode>> {
  try {
    return await join(parts)
  } catch (error) {
    if (error instanceof LinkError) return fail(error.trouble, error.message)
    throw error
  }
}

async function join({
  identity,
  address,
  code,
  name,
  signal,
}: JoinParts): Promise<Result<JoinedStation, LinkErrorCode>> {
  const link = await openTls(identity, address, signal)
  const socket = await openWebSocket(link, PAIR_PATH, signal)
  const stop = (): void => socket.terminate()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const reader = createTextReader(socket)
    const exchange = await beginOnScreen(code, { station: link.stationKey, screen: identity.fingerprint })
    socket.send(offerOf(name, exchange.share))
    const proof = readMessage(proofSchema, (await reader.next()) ?? '')
    if (proof === undefined) return refusalOf(reader)
    const confirmation = await exchange.answer(proof.share, proof.confirmation)
    if (confirmation === undefined) return fail('wrong-code', 'the station does not prove that it knows the code')
    socket.send(JSON.stringify({ confirmation }))
    const welcome = readMessage(welcomeSchema, (await reader.next()) ?? '')
    if (welcome === undefined) return refusalOf(reader)
    return ok({ ...address, key: link.stationKey, name: welcome.stationName, deviceId: welcome.deviceId })
  } finally {
    signal.removeEventListener('abort', stop)
    socket.close()
  }
}

function refusalOf(reader: TextReader): Result<never, LinkErrorCode> {
  const code = reader.closeCode()
  const name = code === undefined ? undefined : closeNameOf(code)
  if (name === 'wrong-code' || name === 'not-open' || name === 'list-full') return fail(name, 'the station refused')
  return fail('not-a-station', `the station ended the pairing with ${code}`)
}
